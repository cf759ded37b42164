import { createDecipheriv } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { Socket } from 'node:net'
import { picturePages } from '#documents/pdf/picture-pages.ts'
import { readDocument } from '#documents/read-document.ts'
import { ServiceError } from '#kernel/errors.ts'
import { messagesFd, readFromPipe, taskBytesMax, writeDivided } from './messages.ts'
import type { DocumentMessage, DocumentResult, DocumentSource, DocumentTask } from './task.ts'

/** Entry point of a document process: runs one task after the other until the service closes its pipe. */
const end = () => process.exit()
const pipe = new Socket({ fd: messagesFd }).on('close', end).on('error', end)
readFromPipe(pipe, {
  onMessage: (task) => void answer(task as DocumentTask),
  onBroken: end,
  bytesMax: taskBytesMax,
})

const send = (message: DocumentMessage) => writeDivided(pipe, message)

const onProgress = (page: number, pages: number) =>
  send({ kind: 'progress', progress: { page, pages } })

async function answer(task: DocumentTask): Promise<void> {
  try {
    send(await awaitResult(task, await toBytes(task.source)))
  } catch (thrown) {
    send(toMessage(thrown))
  }
  // Keeps newly compiled code for the next process, because this one will be killed.
  flushCompileCache()
}

async function awaitResult(task: DocumentTask, body: Uint8Array): Promise<DocumentResult> {
  if (task.kind === 'picture')
    return { kind: 'picture', pictures: await picturePages(body, task.pages) }
  const { request, ocr } = task
  return { kind: 'read', content: await readDocument({ ...request, body }, { ocr, onProgress }) }
}

function toMessage(thrown: unknown): DocumentMessage {
  const expected = ServiceError.expected(thrown)
  if (expected) {
    const { code, message, details } = expected
    return { kind: 'failed', code, message, details }
  }
  // Stack and string limits of the engine count as a document that is too large.
  if (thrown instanceof RangeError) return { kind: 'exhausted' }
  return { kind: 'fault', text: thrown instanceof Error ? (thrown.stack ?? '') : String(thrown) }
}

async function toBytes(source: DocumentSource): Promise<Uint8Array> {
  if (source.kind === 'bytes') return source.bytes
  const sealed = await readFile(source.path)
  // Every file has its own key, so the counter can start at zero.
  const decipher = createDecipheriv('aes-256-ctr', source.key, Buffer.alloc(16))
  return Buffer.concat([decipher.update(sealed), decipher.final()])
}

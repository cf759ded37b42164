import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { childCompileCache } from '#kernel/child-compile-cache.ts'
import { ServiceError } from '#kernel/errors.ts'
import { launch, type Launched } from '#kernel/launcher/launch.ts'
import { orAborted } from '#kernel/or-aborted.ts'
import { withoutNetwork } from '#kernel/without-network.ts'
import { measureMemory } from './memory.ts'
import { messagesFd, readFromPipe, writeToPipe } from './messages.ts'
import type { DocumentMessage, DocumentProgress, DocumentResult, DocumentTask } from './task.ts'

/** A process that works on one document at a time. */
export interface DocumentProcess extends AsyncDisposable {
  /**
   * Fails like the readers, with `DOCUMENT_TOO_COMPLEX` when it needs too much memory, with `DOCUMENT_CORRUPT`
   * when the document crashes the process, or with the signal's reason. `isOver` is true after a failure that ended the process.
   */
  run(
    task: DocumentTask,
    signal: AbortSignal,
    onProgress: (progress: DocumentProgress) => void,
  ): Promise<DocumentResult>
  readonly isOver: boolean
  /** Resident memory, in bytes. */
  memoryBytes(): number
}

const program = fileURLToPath(new URL('run.ts', import.meta.url))
const heapMegabytesMax = 512
const watchEveryMs = 40

export function startDocumentProcess(memoryBytesMax: number): DocumentProcess {
  let isOver = false
  let reader: Reader | undefined
  const starting = startReader().then((started) => {
    reader = started
    if (isOver) started.kill()
    return started
  })
  const ended = starting.then(
    async (started) => void (await started.ended),
    () => {},
  )
  void ended.then(() => (isOver = true))

  function kill(): void {
    isOver = true
    reader?.kill()
  }

  return {
    get isOver() {
      return isOver
    },
    memoryBytes: () => (reader ? measureMemory(reader.pid) : 0),
    async run(task, signal, onProgress) {
      if (isOver) throw toCrash(false)
      signal.addEventListener('abort', kill)
      try {
        const started = await orAborted(starting, signal)
        using watch = watchMemory(started.pid, memoryBytesMax, kill)
        return await started.ask(task, { onProgress, isExhausted: watch.isExhausted })
      } catch (thrown) {
        signal.throwIfAborted()
        throw thrown
      } finally {
        signal.removeEventListener('abort', kill)
      }
    },
    async [Symbol.asyncDispose]() {
      kill()
      await ended
    },
  }
}

interface Reader extends Pick<Launched, 'pid' | 'ended' | 'kill'> {
  /** Sends a task and waits for its result, or for the end of the process. One at a time. */
  readonly ask: (task: DocumentTask, listening: Listening) => Promise<DocumentResult>
}

/** Starts without a network and environment variables of the service. */
async function startReader(): Promise<Reader> {
  const args = [process.execPath, `--max-old-space-size=${heapMegabytesMax}`, program]
  const [command = '', ...rest] = [...withoutNetwork(), ...args]
  const { stdio, pid, ended, kill } = await launch({
    command,
    args: rest,
    user: undefined,
    env: { ...childCompileCache() },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const pipe = stdio[messagesFd]
  if (!pipe) throw new Error('The document process has no pipe.')
  let answer: ((message: DocumentMessage) => void) | undefined
  pipe.on('error', kill)
  readFromPipe(pipe, {
    onMessage: (message) => answer?.(message as DocumentMessage),
    onBroken: kill,
  })
  return {
    pid,
    ended,
    kill,
    async ask(task, { onProgress, isExhausted }) {
      const { promise, resolve, reject } = Promise.withResolvers<DocumentResult>()
      answer = (message) => {
        if (message.kind === 'progress') onProgress(message.progress)
        else if (message.kind === 'read' || message.kind === 'picture') resolve(message)
        else reject(toError(message))
      }
      void ended.then((code) => reject(toCrash(isExhausted() || code === abortCode)))
      writeToPipe(pipe, task)
      return promise
    },
  }
}

/** V8 ends a process without memory by a signal. */
const abortCode = 128 + constants.signals.SIGABRT

/** Kills a process that exceeds its memory limit. */
function watchMemory(pid: number, bytesMax: number, kill: () => void) {
  let isExhausted = false
  const timer = setInterval(() => {
    if (measureMemory(pid) <= bytesMax) return
    isExhausted = true
    kill()
  }, watchEveryMs)
  return { isExhausted: () => isExhausted, [Symbol.dispose]: () => clearInterval(timer) }
}

interface Listening {
  readonly onProgress: (progress: DocumentProgress) => void
  readonly isExhausted: () => boolean
}

function toError(
  message: Exclude<DocumentMessage, { kind: 'progress' | DocumentResult['kind'] }>,
): ServiceError {
  if (message.kind === 'exhausted') return new ServiceError('DOCUMENT_TOO_COMPLEX')
  if (message.kind === 'fault')
    return new ServiceError('UNKNOWN_ERROR', undefined, { cause: new Error(message.text) })
  return new ServiceError(message.code, message.message, { details: message.details })
}

function toCrash(isExhausted: boolean): ServiceError {
  if (isExhausted) return new ServiceError('DOCUMENT_TOO_COMPLEX')
  return new ServiceError('DOCUMENT_CORRUPT', 'The file is damaged in a way that broke its reader.')
}

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempDisposable, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import type { PagePicture } from '#documents/pdf/picture-pages.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { makePdf } from '#fixtures/pdf.ts'
import { readProcessFile } from '#kernel/processes.ts'
import { createReadDocument } from './create-read-document.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const ocr = { program: undefined, languages: 'eng' }
const makeTask = (text: string) => {
  const { body, ...request } = contentRequest(text, { fileName: 'a.csv', contentType: undefined })
  return { request, source: { kind: 'bytes', bytes: body } as const }
}
const never = callerUntil()

/** A fake tesseract that crashes, hangs or allocates without end. */
async function evilProgram(folder: string, script: string): Promise<string> {
  const path = join(folder, 'tesseract')
  await writeFile(path, `#!${process.execPath}\n${script}\n`, { mode: 0o755 })
  return path
}

const picture = () => {
  const header = Buffer.alloc(54 + 4)
  header.write('BM')
  header.writeUInt32LE(54, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(1, 18)
  header.writeInt32LE(1, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(24, 28)
  const { body, ...request } = contentRequest(header, { contentType: undefined, readImages: true })
  return { request, source: { kind: 'bytes', bytes: body } as const }
}

const isRunning = (name: string) => spawnSync('pgrep', ['-f', name]).status === 0

test('more documents than processes are read', async () => {
  await using readDocument = createReadDocument({ ocr, processesMax: 2 })
  const texts = Array.from({ length: 6 }, (_, index) => `name\nnumber ${index}\n`)
  const read = await Promise.all(texts.map((text) => readDocument(makeTask(text), never)))
  assert.deepEqual(
    read.map(({ markdown }) => /number \d/.exec(markdown ?? '')?.[0]),
    texts.map((_, index) => `number ${index}`),
  )
})

test('a document is refused when too many are waiting', async () => {
  await using readDocument = createReadDocument({ ocr, processesMax: 1, waitingMax: 1 })
  const first = [readDocument(makeTask('a\n'), never), readDocument(makeTask('b\n'), never)]
  await assert.rejects(readDocument(makeTask('c\n'), never), { code: 'SERVICE_UNAVAILABLE' })
  await Promise.all(first)
})

test('slow documents of one team do not delay those of another', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-document-'))
  const program = await evilProgram(folder.path, 'for (;;) {}')
  await using readDocument = createReadDocument({ ocr: { ...ocr, program }, processesMax: 1 })
  const stop = new AbortController()
  const long = [1, 2].map(() => readDocument(picture(), callerUntil(stop.signal)))
  const other = callerUntil(undefined, 'another team')
  assert.match((await readDocument(makeTask('next\n'), other)).markdown ?? '', /next/)
  stop.abort(new Error('enough'))
  for (const { status } of await Promise.allSettled(long)) assert.equal(status, 'rejected')
})

test('a document that needs too much memory ends only its process', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-document-'))
  const program = await evilProgram(
    folder.path,
    'const all = []; setInterval(() => all.push(Buffer.alloc(5e7, 1)), 5)',
  )
  await using readDocument = createReadDocument({
    ocr: { ...ocr, program },
    memoryBytesMax: 500 * 1024 * 1024,
  })
  await assert.rejects(readDocument(picture(), never), { code: 'DOCUMENT_TOO_COMPLEX' })
  assert.match((await readDocument(makeTask('still\n'), never)).markdown ?? '', /still/)
})

test('a document that crashes its process is damaged, and the next is read', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-document-'))
  const program = await evilProgram(folder.path, "process.kill(process.ppid, 'SIGSEGV')")
  await using readDocument = createReadDocument({ ocr: { ...ocr, program } })
  await assert.rejects(readDocument(picture(), never), { code: 'DOCUMENT_CORRUPT' })
  assert.match((await readDocument(makeTask('still\n'), never)).markdown ?? '', /still/)
})

test('an abort kills the process and what it started', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-document-'))
  const program = await evilProgram(folder.path, 'for (;;) {}')
  await using readDocument = createReadDocument({ ocr: { ...ocr, program } })
  const stop = new AbortController()
  const reading = readDocument(picture(), callerUntil(stop.signal))
  while (!isRunning(program)) await sleep(20)
  stop.abort(new Error('enough'))
  await assert.rejects(reading, /enough/)
  while (isRunning(program)) await sleep(20)
})

test('a document process has no environment of the service', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-document-'))
  const seen = join(folder.path, 'seen')
  const program = await evilProgram(
    folder.path,
    `require('fs').writeFileSync(${JSON.stringify(seen)}, require('fs').readFileSync('/proc/' + process.ppid + '/environ'))`,
  )
  await using readDocument = createReadDocument({ ocr: { ...ocr, program } })
  await readDocument(picture(), never)
  // Detects whether the environment was passed on.
  assert.doesNotMatch(await readFile(seen, 'utf8'), /PATH=/)
})

test('a document process is started by a small process, not by this one', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-document-'))
  const seen = join(folder.path, 'seen')
  const program = await evilProgram(
    folder.path,
    `require('fs').writeFileSync(${JSON.stringify(seen)}, require('fs').readFileSync('/proc/' + process.ppid + '/stat'))`,
  )
  await using readDocument = createReadDocument({ ocr: { ...ocr, program } })
  await readDocument(picture(), never)
  const parent = Number((await readFile(seen, 'utf8')).split(') ')[1]?.split(' ')[1])
  assert.notEqual(parent, process.pid)
  assert.match(readProcessFile(parent, 'cmdline'), /launcher-process\.ts/)
})

const drawing = (file: Uint8Array, firstPage = 1) => ({
  source: { kind: 'bytes', bytes: file } as const,
  pages: { firstPage, count: 4 },
})
const measureSizes = (pictures: readonly PagePicture[]) =>
  Promise.all(
    pictures.map(async ({ pageNumber, picture }) => {
      const { format, width, height } = await sharp(picture).metadata()
      return { pageNumber, format, width, height }
    }),
  )

test('pages of a PDF file are drawn in a process, with at most 1.5 million pixels each', async () => {
  await using readDocument = createReadDocument({ ocr })
  const file = makePdf([[{ text: 'a' }], [{ text: 'b' }], [{ text: 'c' }]])
  const a4 = { format: 'webp', width: 991, height: 1403 }
  assert.deepEqual(await measureSizes(await readDocument.picturePages(drawing(file, 2), never)), [
    { pageNumber: 2, ...a4 },
    { pageNumber: 3, ...a4 },
  ])
  assert.deepEqual(await readDocument.picturePages(drawing(file, 4), never), [])
  const poster = file.toString('latin1').replace('0 0 595 842', '0 0 9000 9000')
  const [large] = await measureSizes(
    await readDocument.picturePages(drawing(Buffer.from(poster, 'latin1')), never),
  )
  assert.ok(large && large.width * large.height <= 1_510_000, `${large?.width} × ${large?.height}`)
  await assert.rejects(readDocument.picturePages(drawing(Buffer.from('text')), never), {
    code: 'DOCUMENT_CORRUPT',
  })
})

test('a process that draws pages is killed when its time is over', async () => {
  await using readDocument = createReadDocument({ ocr })
  const lines = Array.from({ length: 40_000 }, (_, index) => ({ text: `line ${index}`, points: 9 }))
  const file = makePdf([lines, lines, lines, lines])
  const late = AbortSignal.timeout(300)
  await assert.rejects(
    readDocument.picturePages(drawing(file), { ...never, signal: late }),
    (thrown) => thrown === late.reason,
  )
})

test('packages that read pictures are installed when the first picture needs them, once', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-document-'))
  let installs = 0
  const installReader = async () => {
    installs += 1
    await symlink(
      fileURLToPath(new URL('../../../node_modules', import.meta.url)),
      join(folder.path, 'node_modules'),
    )
    return folder.path
  }
  await using empty = await mkdtempDisposable(join(tmpdir(), 'weir-document-'))
  await using readDocument = createReadDocument({
    ocr: { ...ocr, packages: empty.path },
    installReader,
  })
  await Promise.all([readDocument(picture(), never), readDocument(picture(), never)])
  await readDocument(picture(), never)
  assert.equal(installs, 1)
})

test('a picture is refused with the reason when its reader cannot be installed', async () => {
  await using empty = await mkdtempDisposable(join(tmpdir(), 'weir-document-'))
  await using readDocument = createReadDocument({
    ocr: { ...ocr, packages: empty.path },
    installReader: () => Promise.reject(new Error('npm could not install it.')),
  })
  await assert.rejects(readDocument(picture(), never), {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Pictures cannot be read: npm could not install it.',
  })
})

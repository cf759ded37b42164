/**
 * Documents of every kind whose bytes, ends or parts are damaged at random end in a document or a documented failure, in time; none
 * ends the process that reads it. Control: a process that ends itself is counted.
 *
 *     node test/acceptance/fuzz-documents.ts [cases] [seed] [folder with further documents]
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ReadError } from '#base/read-error.ts'
import { openPackage } from '#documents/office/zip.ts'
import { readDocument } from '#documents/read-document.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { writeZip } from '#fixtures/write-zip.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { createRandom, damage } from '#test/fixtures/damage.ts'

const deadlineMs = 30_000
const partBytesMax = 64 * 1024 * 1024
const sizeMax = 2 * 1024 * 1024
const kinds =
  'pdf,docx,docm,doc,xlsx,xlsm,xlsb,xls,pptx,pptm,ppt,odt,ods,odp,rtf,epub,eml,msg,csv,png,jpg,tif,webp,gif,bmp'

interface Case {
  readonly name: string
  readonly base64: string
}

if (process.send) readInTurn()
else await tryAll()

/** In a process of its own: reads what the other one sends, and says how it ended. */
function readInTurn(): void {
  const formats = [{ type: 'markdown' }, { type: 'html' }, { type: 'links' }] as const
  const tools = { ocr: { program: undefined, languages: 'eng' }, onProgress: () => {} }
  process.on('message', ({ name, base64 }: Case) => {
    if (name === 'end') process.abort()
    const body = Buffer.from(base64, 'base64')
    const request = contentRequest(body, { contentType: undefined, fileName: name, formats })
    void readDocument(request, tools)
      .then(JSON.stringify)
      .then(
        () => 'read',
        (error: unknown) => (error instanceof ReadError ? error.code : `FAULT ${String(error)}`),
      )
      .then((ending) => process.send?.(ending))
  })
}

async function tryAll(): Promise<void> {
  const [cases = 2_000, seed = Date.now() % 1_000_000] = process.argv.slice(2, 4).map(Number)
  const own = join(import.meta.dirname, '../../packages/fixtures/documents')
  const files = [own, process.argv[4]]
    .flatMap((folder) => (folder === undefined ? [] : globSync(`${folder}/**/*.{${kinds}}`)))
    .map((path) => ({ name: basename(path), bytes: readFileSync(path) }))
    .filter(({ bytes }) => bytes.length <= sizeMax)
  const random = createRandom(seed)
  const endings = new Map<string, number>()
  let child = fork(import.meta.filename)
  for (let at = 0; at < cases; at++) {
    const { name, bytes } = files[at % files.length] ?? { name: '', bytes: Buffer.alloc(0) }
    const damaged = random(2) === 0 ? damage(bytes, random) : damageParts(bytes, random)
    const ending = await read(child, { name, base64: damaged.toString('base64') })
    const kind = ending.split(' ', 1)[0] ?? ''
    endings.set(kind, (endings.get(kind) ?? 0) + 1)
    if (['FAULT', 'HANG', 'CRASH'].includes(kind)) {
      const path = join(tmpdir(), `fuzz-${seed}-${at}-${name}`)
      writeFileSync(path, damaged)
      console.error(`${path}: ${ending.slice(0, 300)}`)
      child.kill('SIGKILL')
      child = fork(import.meta.filename)
    }
  }
  const control = await read(child, { name: 'end', base64: '' })
  child.kill()
  const bad = ['FAULT', 'HANG', 'CRASH'].reduce((sum, kind) => sum + (endings.get(kind) ?? 0), 0)
  const summary = [...endings].map(([kind, count]) => `${kind} ${count}`).join(', ')
  report(
    'fuzz-documents',
    bad === 0 && files.length > 0 && control === 'CRASH',
    `${cases} damaged files of ${files.length}, seed ${seed}: ${summary}; control ${control}`,
  )
}

async function read(child: ChildProcess, one: Case): Promise<string> {
  const ended = new AbortController()
  child.send(one)
  const ending = await Promise.race([
    once(child, 'message', { signal: ended.signal }).then(([text]) => String(text)),
    once(child, 'exit', { signal: ended.signal }).then(() => 'CRASH'),
    sleep(deadlineMs, 'HANG', { signal: ended.signal }),
  ])
  ended.abort()
  return ending
}

/** Damages, exchanges or leaves out parts of a package; other files are damaged as they are. */
function damageParts(bytes: Buffer, random: (below: number) => number): Buffer {
  const file = openPackage(bytes)
  const names = file?.names.filter((name) => !name.endsWith('/')) ?? []
  if (!file || names.length === 0) return damage(bytes, random)
  const parts = Object.fromEntries(
    names.map((name) => [name, file.part(name, partBytesMax) ?? Buffer.alloc(0)]),
  )
  const pick = () => names[random(names.length)] ?? ''
  for (let times = 1 + random(3); times > 0; times--) {
    const [one, other, way] = [pick(), pick(), random(4)]
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = [parts[one], parts[other]]
    if (way === 0) delete parts[one]
    else if (way === 1) [parts[one], parts[other]] = [second, first]
    else parts[one] = damage(first, random)
  }
  return writeZip(parts, { isDeflated: true })
}

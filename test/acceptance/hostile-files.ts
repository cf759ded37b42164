import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { measureMemory } from '#reading/processes/memory.ts'
import { listProcessTree } from '#kernel/processes.ts'
import { isErrorCode } from '#kernel/errors.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { firstKey, startService } from '#test/service.ts'

/**
 * Every hostile file ends in a document or a documented failure, in time and within a memory limit, and no process opens a
 * connection or writes outside of its folder. Control: a connection of a child process is detected.
 */
const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../../../shared/data/hostile'))
const limits = { timeMs: 30_000, memoryBytes: 1024 ** 3 }
/** Internal errors and missing readers do not count as contained. */
const undocumented = new Set<string>(['UNKNOWN_ERROR', 'NOT_IMPLEMENTED'])
const escapes = ['/tmp/zip-slip-canary', '/tmp/zip-slip-abs']
const files = globSync(['*.*', 'pdfjs/*.pdf'], { cwd: folder }).filter(
  (name) => !name.endsWith('index.json'),
)

const work = mkdtempSync(join(tmpdir(), 'weir-check-'))
const traceFile = join(work, 'trace')
const tracer = spawn('strace', [
  '-f',
  '-q',
  '-e',
  'trace=connect',
  '-o',
  traceFile,
  '-p',
  String(process.pid),
])
await sleep(500)
const connections = () =>
  (existsSync(traceFile) ? readFileSync(traceFile, 'utf8') : '')
    .split('\n')
    .filter((line) => /connect\(.*AF_INET6?/.test(line)).length

let [contained, refused, timeMsMax, memoryBytesMax] = [0, 0, 0, 0]
const told = new Map<string, number>()
{
  await using service = await startService()
  for (const name of files) {
    const form = makeForm(name)
    const watch = setInterval(() => {
      memoryBytesMax = Math.max(
        memoryBytesMax,
        ...[...listProcessTree(process.pid)].slice(1).map((pid) => measureMemory(pid)),
      )
    }, 40)
    const startMs = performance.now()
    const answer = await service.server.inject({
      method: 'POST',
      url: '/v2/parse',
      headers: { authorization: `Bearer ${firstKey}`, 'content-type': form.type },
      payload: form.bytes,
    })
    clearInterval(watch)
    const timeMs = performance.now() - startMs
    timeMsMax = Math.max(timeMsMax, timeMs)
    const code = answer.statusCode === 200 ? 'read' : answer.json<{ code: string }>().code
    told.set(code, (told.get(code) ?? 0) + 1)
    if (code !== 'read') refused += 1
    const isDocumented = code === 'read' || (isErrorCode(code) && !undocumented.has(code))
    if (isDocumented && timeMs <= limits.timeMs + 1_000) contained += 1
    else console.error(`${name}: ${answer.payload.slice(0, 200)}`)
    if (timeMs > 2_000) console.error(`${name}: ${Math.round(timeMs)} ms, ${code}`)
  }
}
const sockets = connections()
const escaped = escapes.filter((path) => existsSync(path)).length
const seen = await control()
tracer.kill()
rmSync(work, { recursive: true, force: true })

report(
  'hostile-files',
  contained === files.length &&
    files.length > 0 &&
    sockets === 0 &&
    escaped === 0 &&
    memoryBytesMax <= limits.memoryBytes &&
    seen > 0,
  `${contained} of ${files.length} contained (${refused} refused: ${[...told].map(([code, count]) => `${code} ${count}`).join(', ')}), ` +
    `${sockets} sockets, ${escaped} escapes, slowest ${(timeMsMax / 1000).toFixed(1)} s, ` +
    `largest ${Math.round(memoryBytesMax / 1024 / 1024)} MB; control ${seen} socket seen`,
)

function part(head: string): Buffer {
  return Buffer.from(`--bar\r\nContent-Disposition: form-data; ${head}\r\n\r\n`)
}

function makeForm(name: string): { type: string; bytes: Buffer } {
  const options = JSON.stringify({
    timeout: limits.timeMs,
    parsers: ['pdf', 'image'],
    formats: ['markdown', 'html', 'links', 'images'],
  })
  const bytes = Buffer.concat([
    part('name="options"'),
    Buffer.from(`${options}\r\n`),
    part(`name="file"; filename="${basename(name)}"`),
    readFileSync(join(folder, name)),
    Buffer.from('\r\n--bar--\r\n'),
  ])
  return { type: 'multipart/form-data; boundary=bar', bytes }
}

/** Control: what a file would have to do to be detected. */
async function control(): Promise<number> {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await new Promise((done) => connect(port, '127.0.0.1').on('close', done).resume())
  server.close()
  await sleep(200)
  return connections() - sockets
}

// acceptance: quick
/** Randomly damaged HTTP responses end as a page, as a typed error, or at the deadline; none causes an unhandled error. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { ServiceError } from '#kernel/errors.ts'
import { createGuard } from '#net/guard.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { createRandom, damage } from '#test/fixtures/damage.ts'
import { pageRequest, startFetchPage } from '#test/fixtures/fetch-page.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const answersMax = 5_000
const atOnce = 16
const timeoutMs = 300
const seed = Number(process.argv[2] ?? Date.now() % 1_000_000)

const text = 'hello world '.repeat(50)
const packed = (encoding: string, body: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`,
    ),
    body,
  ])
const sound: readonly Buffer[] = [
  Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 5\r\n\r\nhello'),
  Buffer.from(
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n3;a=b\r\nabc\r\n0\r\nx: y\r\n\r\n',
  ),
  Buffer.from(
    'HTTP/1.1 302 Found\r\nlocation: /x\r\nset-cookie: a=b; Path=/\r\ncontent-length: 0\r\n\r\n',
  ),
  packed('gzip', gzipSync(text)),
  packed('br', brotliCompressSync(text)),
  Buffer.from(
    'HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 101 Switching\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n',
  ),
]

const random = createRandom(seed)

const damaged = () => damage(sound[random(sound.length)] ?? Buffer.alloc(0), random)

let escaped = 0
process.on('uncaughtException', () => escaped++)
process.on('unhandledRejection', () => escaped++)

const sockets = new Set<Socket>()
const server = createServer((socket) => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  socket.on('error', () => socket.destroy())
  socket.on('data', () => (random(20) > 0 ? socket.end(damaged()) : socket.write(damaged())))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

const counts = { pages: 0, errors: 0, deadlines: 0, untyped: 0 }
async function ask(): Promise<void> {
  try {
    await fixture.fetchPage(pageRequest(url), callerUntil(AbortSignal.timeout(timeoutMs)))
    counts.pages++
  } catch (error) {
    if (error instanceof ServiceError) counts.errors++
    else if (error instanceof DOMException && error.name === 'TimeoutError') counts.deadlines++
    else counts.untyped++
  }
}

await using fixture = startFetchPage({ guard: createGuard({ allowedCidrs: ['127.0.0.0/8'] }) })
let left = answersMax
const worker = async () => {
  while (left-- > 0) await ask()
}
await Promise.all(Array.from({ length: atOnce }, worker))
for (const socket of sockets) socket.destroy()
server.close()

const { pages, errors, deadlines, untyped } = counts
report(
  'fuzz-http',
  untyped + escaped === 0 &&
    pages > 100 &&
    errors > 1_000 &&
    pages + errors + deadlines === answersMax,
  `${untyped} untyped, ${escaped} escaped of ${answersMax} damaged answers (seed ${seed}); ` +
    `${pages} pages, ${deadlines} at the deadline; control ${errors} typed errors`,
)

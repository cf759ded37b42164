// acceptance: quick, alone
/** Decompression bombs: a body of a few KiB that decompresses to 1 GiB is stopped at the limit, in every encoding. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as zlib from 'node:zlib'
import { ServiceError } from '#kernel/errors.ts'
import { createGuard } from '#net/guard.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { pageRequest, startFetchPage } from '#test/fixtures/fetch-page.ts'
import { makeBombs } from '#test/fixtures/hostile/bombs.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const bodyBytesMax = 10 * 1024 * 1024
const growthMax = 50 * 1024 * 1024
/** CPU time, because other processes may use the machine. */
const timeMsMax = 1_000

const bombs = await makeBombs()
const server = createServer((request, response) => {
  const encoding = decodeURIComponent((request.url ?? '/').slice(1))
  response.setHeader('content-encoding', encoding).end(bombs[encoding])
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo

await using fixture = startFetchPage(
  { guard: createGuard({ allowedCidrs: ['127.0.0.0/8'] }) },
  bodyBytesMax,
)

let stopped = 0
let longestMs = 0
let growthPeak = 0
for (const encoding of Object.keys(bombs)) {
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 2)
  const start = process.cpuUsage()
  const url = `http://127.0.0.1:${port}/${encodeURIComponent(encoding)}`
  const error = await fixture
    .fetchPage(pageRequest(url), callerUntil(AbortSignal.timeout(120_000)))
    .catch((thrown: unknown) => thrown)
  const { user, system } = process.cpuUsage(start)
  const takenMs = Math.round((user + system) / 1_000)
  clearInterval(timer)
  const growth = Math.max(peak, process.memoryUsage.rss()) - before
  const isTyped = error instanceof ServiceError && error.message.includes('TOO_BIG')
  if (isTyped && takenMs <= timeMsMax && growth <= growthMax) stopped++
  longestMs = Math.max(longestMs, takenMs)
  growthPeak = Math.max(growthPeak, growth)
}

// Control: the smallest one, decompressed without a limit of the service, up to 256 MiB.
let unpacked = 0
const naive = zlib.createBrotliDecompress()
naive.on('data', (chunk: Buffer) => {
  unpacked += chunk.length
  if (unpacked > 256 * 1024 * 1024) naive.destroy()
})
naive.on('error', () => naive.destroy())
naive.end(bombs['br'])
await once(naive, 'close')

server.closeAllConnections()
server.close()
const total = Object.keys(bombs).length
const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
report(
  'bombs',
  stopped === 5 && total === 5 && unpacked > 200 * 1024 * 1024,
  `${stopped} of ${total} stopped (longest ${longestMs} ms of CPU time, memory +${mebibytes(growthPeak)} MB at a limit of 10 MiB); ` +
    `control ${bombs['br']?.length} bytes unpack past ${mebibytes(unpacked)} MiB`,
)

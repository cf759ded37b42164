// acceptance: quick, alone
/**
 * What clients without a key can do to the running service: delay callers with a key, by sockets that send headers and no body,
 * and fill the memory, by unexpected bodies. Control: a server that takes slots when the headers arrive and parses forms before
 * it checks their reference.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { send } from '#test/fixtures/ask.ts'
import { percentile } from '#test/fixtures/load.ts'
import { serveNaiveEdge } from '#test/fixtures/naive-edge.ts'
import { openRaw } from '#test/fixtures/raw-socket.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const silentSockets = 520
const calls = isQuick ? 20 : 100
const fields = 400
const growthBytesMax = 50 * 1024 * 1024
const bodiesMsMax = 60_000

const megabyte = Buffer.alloc(1024 * 1024, 'x')
const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
const field = chunk(
  Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n'),
    megabyte.subarray(512),
    Buffer.from('\r\n'),
  ]),
)

interface Target {
  readonly url: string
  readonly key: string
}

/** Requests with a key while sockets wait with bodies that they never send. */
async function floodedCalls(target: Target) {
  const head =
    'POST /v2/monitor/email/confirm HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n'
  const sockets = await Promise.all(
    Array.from({ length: silentSockets }, () => openRaw(target.url, head)),
  )
  const times: number[] = []
  for (let call = 0; call < calls; call += 1) {
    const startedAt = performance.now()
    const { status } = await send(target, 'GET /v2/team/credit-usage')
    if (status === 200) times.push(performance.now() - startedAt)
    await sleep(20)
  }
  for (const socket of sockets) socket.destroy()
  return { refused: calls - times.length, p95Ms: percentile(times, 0.95) }
}

/** Bodies without a length to an unknown upload, to a path that requires a key and to an unknown path. */
async function growth({ url }: Target): Promise<number> {
  const before = await measureMemory(url)
  const type = 'Content-Type: multipart/form-data; boundary=b'
  const attacks = [
    pour(url, '/v2/parse/upload/a?uploadRef=b.c', { type, piece: field }),
    ...['/v2/scrape', '/v2/monitor/email/confirm', '/nowhere', '/v2/parse'].map((path) =>
      pour(url, path, { type: 'Content-Type: application/json', piece: chunk(megabyte) }),
    ),
  ]
  const over = Promise.all(attacks)
  let most = before
  for (let isOver = false; !isOver;) {
    most = Math.max(most, await measureMemory(url))
    isOver = await Promise.race([over.then(() => true), sleep(50, false)])
  }
  return most - before
}

/** Sends chunks as long as the other side reads them. */
async function pour(url: string, path: string, body: { type: string; piece: Buffer }) {
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\n${body.type}\r\nTransfer-Encoding: chunked\r\n\r\n`
  const socket = await openRaw(url, head)
  socket.resume()
  const pieces = Readable.from(Array<Buffer>(fields).fill(body.piece))
  await pipeline(pieces, socket, { signal: AbortSignal.timeout(bodiesMsMax) }).catch(() => {})
  socket.destroy()
}

async function measureMemory(url: string): Promise<number> {
  const { body } = await request(`${url}/metrics`)
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(await body.text())?.[1])
}

async function attackNaive() {
  const child = fork(import.meta.filename)
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  const target = { url, key: 'none' }
  const flooded = await floodedCalls(target)
  const bytes = await growth(target)
  child.disconnect()
  await once(child, 'exit')
  return { ...flooded, bytes }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MB`

async function measure(): Promise<void> {
  await using weir = await startWeir({
    env: { WEIR_BROWSER_PAGES_MAX: '0', WEIR_LOG_LEVEL: 'error' },
  })
  await measureMemory(weir.url)
  const { refused, p95Ms } = await floodedCalls(weir)
  const bytes = await growth(weir)
  const control = await attackNaive()
  report(
    'unauthenticated-flood',
    refused === 0 &&
      bytes <= growthBytesMax &&
      control.refused > calls / 2 &&
      control.bytes > growthBytesMax,
    `${refused} of ${calls} calls with a key refused beside ${silentSockets} silent sockets, p95 ${Math.round(p95Ms)} ms; memory grows by ${megabytes(bytes)} while ${fields} MB each are sent without a key; control (no limits) ${control.refused} refused, ${megabytes(control.bytes)}`,
  )
}

if (process.send) await serveNaiveEdge()
else await measure()

// acceptance: quick
/**
 * Malformed requests, upgrades and forms on raw sockets: every connection gets a response or is closed, and the process keeps
 * running. Control: the same upgrades to a listener that parses the target without error handling.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { z } from 'zod'
import { form as formBody, type EventsEndpoint } from '#http/endpoint.ts'
import { echo, startEdge } from '#test/fixtures/edge.ts'
import { createRandom, damage } from '#test/fixtures/damage.ts'

const requestsMax = isQuick ? 3_000 : 10_000
const atOnce = 64
/** Well above the server's timeout for a body without a key. */
const silentMsMax = 20_000
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
const random = createRandom(seed)

const upgrade = (target: string, more = '') =>
  `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`
const post = (path: string, type: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer fc-1\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`
const form =
  '--b\r\nContent-Disposition: form-data; name="options"\r\n\r\n{}\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nhello\r\n--b--\r\n'
const targets = [
  '//',
  '/\\',
  'http://',
  '*',
  '/%',
  '/v2/live/%00',
  '/v2/live/a b',
  'a:b',
  '//[',
  '',
]
const sound: readonly Buffer[] = [
  ...targets.map((target) => upgrade(target)),
  upgrade('/v2/live/a', 'Sec-WebSocket-Protocol: fc-1\r\n'),
  upgrade('/v2/live/a', 'Sec-WebSocket-Protocol: ,,"\r\n'),
  upgrade('/v2/live/a', 'Sec-WebSocket-Protocol: fc-1\r\n') + '\x89\x80abcd\x88\x82abcd\0\0',
  'GET //[ HTTP/1.1\r\nHost: [\r\nX-Forwarded-For: a,,b\r\nConnection: close\r\n\r\n',
  'POST /v2/echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\nAuthorization: Bearer fc-1\r\nConnection: close\r\n\r\n5\r\n{"a":\r\n0\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
  post('/v2/echo', 'application/json', '{"url":"x"}'),
  post('/v2/echo-file', 'multipart/form-data; boundary=b', form),
  post('/v2/parse/upload/a?uploadRef=b', 'multipart/form-data; boundary=b', form),
].map((text) => Buffer.from(text, 'latin1'))

async function* frames() {
  yield Buffer.from('{"type":"catchup","data":{}}')
}

const live: EventsEndpoint = {
  access: 'key',
  method: 'GET',
  path: '/v2/live/:id',
  group: 'crawl',
  bucket: 'status',
  creditsRequired: 0,
  reply: { type: 'events' },
  handle: frames,
}

/** The HTTP server with a WebSocket route and a file route. */
async function serveEdge(): Promise<string> {
  const edge = startEdge({
    endpoints: [echo, { ...echo, path: '/v2/echo-file', body: formBody(z.any()) }, live],
    times: { bodyMsMax: 500, lookEveryMs: 100, keylessBodyMsMax: 300, idleMsMax: 300 },
    requestsMax: 1_000,
    async receiveUpload(_target, open) {
      for await (const chunk of await open()) void chunk
    },
    async keepUpload(stream) {
      for await (const chunk of stream) void chunk
      return {
        path: '',
        key: new Uint8Array(),
        bytes: 0,
        digest: '',
        async [Symbol.asyncDispose]() {},
      }
    },
  })
  return edge.app.listen({ port: 0, host: '127.0.0.1' })
}

async function serveUnguarded(): Promise<string> {
  const server = createServer((_request, response) => response.end())
  server.on('upgrade', ({ url = '' }, socket) => socket.end(new URL(url, 'http://host').pathname))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Outcome = 'answered' | 'closed' | 'silent'

/** Sends bytes, then half-closes or waits, until a response arrives or the connection ends. */
function send(port: number, bytes: Buffer): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const timer = setTimeout(() => end('silent'), silentMsMax)
    const end = (outcome: Outcome) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(outcome)
    }
    const closed = () => end('closed')
    socket.on('error', closed).on('end', closed).on('close', closed)
    socket.on('data', (answer: Buffer) => {
      if (/HTTP\/1\.1 (?!100)/.test(answer.toString('latin1'))) end('answered')
    })
    if (random(4) > 0) socket.end(bytes)
    else socket.write(bytes)
  })
}

async function attack(child: ChildProcess, count: number) {
  const outcomes: Record<Outcome, number> = { answered: 0, closed: 0, silent: 0 }
  const ended = once(child, 'exit')
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  const port = Number(new URL(url).port)
  let left = count
  const work = async () => {
    while (left-- > 0 && child.exitCode === null) {
      const bytes = sound[random(sound.length)] ?? Buffer.alloc(0)
      const sent = random(5) > 0 ? damage(bytes, random) : bytes
      const outcome = await send(port, sent)
      outcomes[outcome] += 1
      if (outcome === 'silent') process.stderr.write(`${JSON.stringify(sent.toString('latin1'))}\n`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  // A process that is just ending may still count as alive before this request, not after it.
  const health = await fetch(`${url}/health/live`).catch(() => undefined)
  const isAlive = child.exitCode === null && child.signalCode === null
  child.kill('SIGKILL')
  await ended
  return { ...outcomes, isAlive, isHealthy: health?.status === 200 }
}

async function measure(): Promise<void> {
  const ours = await attack(fork(import.meta.filename, ['edge']), requestsMax)
  const control = await attack(
    fork(import.meta.filename, ['unguarded'], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
    200,
  )
  const { answered, closed, silent, isAlive, isHealthy } = ours
  report(
    'fuzz-edge',
    isAlive && isHealthy && silent === 0 && answered > requestsMax / 2 && !control.isAlive,
    `${answered} answered, ${closed} closed, ${silent} neither of ${requestsMax} malformed requests (seed ${seed}), process ${isAlive ? 'alive' : 'dead'}; control (no error handling) ${control.isAlive ? 'alive' : 'dead'}`,
  )
}

if (process.send) {
  const url = process.argv[2] === 'edge' ? await serveEdge() : await serveUnguarded()
  process.send({ url })
} else await measure()

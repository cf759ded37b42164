/**
 * A site refuses by each of eight rules. `auto` must get the content from all of them in at most four attempts; the control is
 * `basic`, with one identity.
 */
import { once } from 'node:events'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeFetch } from '#fetch/compose.ts'
import { readConfig } from '#config.ts'
import { findFullBrowser } from '#browser/find-browser.ts'
import { makeCertificate } from '#net/make-certificate.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { callerUntil } from '#test/fixtures/caller.ts'
import { pageRequest } from '#test/fixtures/fetch-page.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'

const content = 'The mill beside the weir was built of oak and stone.'
const page = `<!doctype html><title>Mills</title><h1>Mills</h1><p>${content}</p>`
const denied = '<!doctype html><title>Access denied</title><h1>Access denied</h1>'

if (!findFullBrowser()) {
  process.stdout.write('refusing-sites: skipped: no full Chromium is installed\n')
  process.exit(0)
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const send = (response: ServerResponse, body: string, status = 200) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end(body)
const allow = (isAllowed: (request: IncomingMessage) => boolean): Handler => {
  return (request, response) =>
    isAllowed(request) ? send(response, page) : send(response, denied, 403)
}

/** Shows the content if a test of scripts passes. */
const byScript = (check: string): Handler => {
  return (request, response) => {
    if (request.url === '/content') return send(response, content)
    return send(
      response,
      `<!doctype html><title>Checking your browser</title><h1>One moment, please</h1><script>
      (async () => {
        const isFine = await (async () => { ${check} })()
        const text = isFine ? await (await fetch('/content')).text() : ''
        document.title = isFine ? 'Mills' : 'Access denied'
        document.body.innerHTML = isFine ? '<h1>Mills</h1><p>' + text + '</p>' : '<h1>Access denied</h1>'
      })()</script>`,
    )
  }
}

const order = [
  'sec-ch-ua',
  'user-agent',
  'accept',
  'sec-fetch-site',
  'accept-encoding',
  'accept-language',
]
function isInOrder({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  const places = order.map((name) => names.indexOf(name))
  return places.every((place, at) => place >= 0 && (at === 0 || place > (places[at - 1] ?? -1)))
}

let limitedAt = 0
const refusedAddress = '127.0.0.2'
const canvas = `
  const draw = (context) => { context.font = '20px serif'; context.fillStyle = '#069'; context.fillText('River mills', 4, 30) }
  const digest = (data) => [...data].reduce((sum, byte, at) => (sum + byte * (at % 97)) % 1000003, 0)
  const once = () => { const element = document.createElement('canvas'); const context = element.getContext('2d'); draw(context); return digest(context.getImageData(0, 0, 200, 60).data) }
  const source = 'onmessage = () => { const draw = ' + draw + '; const digest = ' + digest + '; const context = new OffscreenCanvas(300, 150).getContext("2d"); draw(context); postMessage(digest(context.getImageData(0, 0, 200, 60).data)) }'
  const worker = new Worker(URL.createObjectURL(new Blob([source])))
  const inWorker = await new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); worker.postMessage(0) })
  return once() === once() && once() === inWorker`

interface Rule {
  readonly handler: Handler
  readonly isTls?: boolean
  /** Whether the first bytes of a connection are accepted. */
  readonly accepts?: (hello: Buffer) => boolean
}

const rules: Readonly<Record<string, Rule>> = {
  'user agent': { handler: allow(({ headers }) => /Chrome\//.test(headers['user-agent'] ?? '')) },
  'header order': { handler: allow(isInOrder), isTls: true },
  TLS: { handler: allow(() => true), isTls: true, accepts: hasGrease },
  'missing cookie': {
    handler: (request, response) =>
      /seen=1/.test(request.headers.cookie ?? '')
        ? send(response, page)
        : send(response, '<script>document.cookie="seen=1";location.reload()</script>'),
  },
  rate: {
    handler(_request, response) {
      const isEarly = Date.now() - limitedAt < 900
      const isFirst = limitedAt === 0
      limitedAt = Date.now()
      if (isFirst || isEarly) send(response.setHeader('retry-after', '1'), 'Too many requests', 429)
      else send(response, page)
    },
  },
  proxy: { handler: allow(({ socket }) => !socket.remoteAddress?.endsWith(refusedAddress)) },
  webdriver: { handler: byScript('return navigator.webdriver === false') },
  canvas: { handler: byScript(canvas) },
}

/** Chromium offers reserved cipher suites (RFC 8701). */
function hasGrease(hello: Buffer): boolean {
  const at = 44 + (hello[43] ?? 0)
  const bytes = hello.readUInt16BE(at)
  for (let offset = at + 2; offset < at + 2 + bytes; offset += 2) {
    const suite = hello.readUInt16BE(offset)
    if ((suite & 0x0f0f) === 0x0a0a && suite >> 8 === (suite & 0xff)) return true
  }
  return false
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function startRule({ handler, isTls = false, accepts }: Rule) {
  const site = isTls ? createHttpsServer(makeCertificate(), handler) : createHttpServer(handler)
  if (!accepts) return { port: await listen(site), servers: [site] }
  const inner = await listen(site)
  const front = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', (hello) => {
      if (!accepts(hello)) return socket.destroy()
      const behind = connect(inner, '127.0.0.1', () => {
        behind.write(hello)
        socket.pipe(behind).pipe(socket)
      })
      behind.on('error', () => socket.destroy())
      return socket.on('close', () => behind.destroy())
    })
  })
  return { port: await listen(front), servers: [front, site] }
}

/** A proxy that connects to sites from an address of its own. */
async function startProxy(localAddress: string): Promise<{ port: number; server: Server }> {
  const server = createHttpServer()
  server.on('connect', (request, socket: Socket) => {
    const { port, hostname } = new URL(`http://${request.url}`)
    const behind = connect({ port: Number(port), host: hostname, localAddress }, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(behind).pipe(socket)
    })
    behind.on('error', () => socket.destroy())
    socket.on('error', () => behind.destroy())
    socket.on('close', () => behind.destroy())
  })
  return { port: await listen(server), server }
}

async function startFetch(env: Readonly<Record<string, string>>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-refusing-'))
  const stack = new AsyncDisposableStack()
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const config = readConfig({
    WEIR_DATA_DIR: dataDir,
    WEIR_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    WEIR_BROWSER_PAGES_MAX: '2',
    ...env,
  })
  const { fetchPage } = await composeFetch(config, { log: silentLog }, stack)
  return { fetchPage, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const proxies = [await startProxy(refusedAddress), await startProxy('127.0.0.3')]
const withProxies = {
  WEIR_PROXY_BASIC: proxies.map(({ port }) => `http://127.0.0.1:${port}`).join(','),
}
await using plain = await startFetch({})
await using proxied = await startFetch(withProxies)

async function got(name: string, rule: Rule, proxy: 'auto' | 'basic') {
  const { port, servers } = await startRule(rule)
  const url = `${rule.isTls ? 'https' : 'http'}://127.0.0.1:${port}/`
  limitedAt = 0
  const { fetchPage } = name === 'proxy' ? proxied : plain
  const caller = {
    ...callerUntil(AbortSignal.timeout(60_000), `${name} ${proxy}`),
    deadlineAt: new Date(Date.now() + 55_000),
  }
  try {
    const { body, attempts = 1, refusal } = await fetchPage(pageRequest(url, { proxy }), caller)
    const hasContent = Buffer.from(body).includes(content) && refusal === undefined
    if (!hasContent && proxy === 'auto')
      process.stderr.write(`${name}: ${JSON.stringify(refusal)} after ${attempts} attempts\n`)
    return { hasContent, attempts }
  } catch (error) {
    if (proxy === 'auto') process.stderr.write(`${name}: ${String(error)}\n`)
    return { hasContent: false, attempts: 0 }
  } finally {
    for (const server of servers) server.close()
  }
}

const results = []
for (const [name, rule] of Object.entries(rules)) {
  const [auto, basic] = [await got(name, rule, 'auto'), await got(name, rule, 'basic')]
  results.push({ auto, basic })
}
for (const { server } of proxies) server.close()
const reached = results.filter(({ auto }) => auto.hasContent).length
const control = results.filter(({ basic }) => basic.hasContent).length
const most = Math.max(...results.map(({ auto }) => auto.attempts))
report(
  'refusing-sites',
  reached === results.length && most <= 4 && control < reached,
  `auto got ${reached} of ${results.length} in at most ${most} attempts; control, basic alone, ${control}`,
)

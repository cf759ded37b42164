import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { connect as tlsConnect } from 'node:tls'
import { setTimeout as sleep } from 'node:timers/promises'
import { loopbackGuard } from '#test/fixtures/client.ts'
import { startProxy } from '#test/fixtures/proxy-server.ts'
import { startSite } from '#test/fixtures/site.ts'
import { createGuard } from './guard.ts'
import { startFilteringProxy, type FilteringProxy } from './filtering-proxy.ts'
import type { ProxySession } from './filtering-proxy/proxy-session.ts'

const log = { error() {} }
/** Most behaviour is independent of the admission; credentials are simpler to use in tests. */
const start = (options: Partial<Parameters<typeof startFilteringProxy>[0]> = {}) =>
  startFilteringProxy({
    guard: loopbackGuard(),
    log,
    admission: 'credentials',
    dialTimeoutMs: 30_000,
    ...options,
  })

const admit = (proxy: FilteringProxy, bytesMax = 1_000_000) =>
  proxy.admit({ teamId: 'some team', pool: 'basic', bytesMax })

const credentials = ({ ticket: { username, password } }: ProxySession) => ({
  'proxy-authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
})

interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** Sends one request in absolute form; returns the failure reason if the proxy closes the connection. */
async function ask(proxy: FilteringProxy, url: string, { method, headers, body }: Asked = {}) {
  const { port } = proxy
  const asking = request({ host: '127.0.0.1', port, path: url, method, headers, agent: false })
  asking.end(body)
  const [answer] = (await once(asking, 'response').catch((error: Error) => [error])) as [
    IncomingMessage | Error,
  ]
  if (answer instanceof Error) return { status: 0, headers: {}, body: answer.message }
  const text = Buffer.concat(await answer.toArray().catch(() => [])).toString()
  return { status: answer.statusCode, headers: answer.headers, body: text }
}

/** Sends one CONNECT; returns the status, further bytes, and the open socket. */
async function connect(proxy: FilteringProxy, path: string, headers = {}) {
  const asking = request({ host: '127.0.0.1', port: proxy.port, method: 'CONNECT', path, headers })
  asking.end()
  const [answer, socket] = (await once(asking, 'connect')) as [IncomingMessage, Socket]
  const { statusCode: status, rawHeaders } = answer
  return { status, rawHeaders, socket, [Symbol.dispose]: () => void socket.destroy() }
}

test('a plain HTTP request gets the response of the site', async () => {
  await using site = await startSite((incoming, outgoing) => {
    const names = Object.keys(incoming.headers).filter((name) => name.startsWith('proxy-'))
    const { host } = incoming.headers
    incoming.once('data', (chunk: Buffer) => {
      outgoing.writeHead(201, { 'Set-Cookie': ['a=1', 'b=2'] })
      outgoing.end(JSON.stringify({ host, names, body: chunk.toString() }))
    })
  })
  await using proxy = await start()
  using session = admit(proxy)

  const headers = { ...credentials(session), 'proxy-connection': 'keep-alive', host: 'else.test' }
  const answer = await ask(proxy, `${site.url}/a`, { method: 'POST', headers, body: 'sent' })

  assert.equal(answer.status, 201)
  assert.deepEqual(answer.headers['set-cookie'], ['a=1', 'b=2'])
  const expected = { host: `127.0.0.1:${site.port}`, names: [], body: 'sent' }
  assert.deepEqual(JSON.parse(answer.body), expected)
})

test('a tunnel carries bytes in both directions', async () => {
  await using site = await startSite((_request, response) => response.end('through'))
  await using proxy = await start()
  using session = admit(proxy)

  using tunnel = await connect(proxy, `localhost:${site.port}`, credentials(session))
  tunnel.socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')

  assert.equal(tunnel.status, 200)
  assert.match(Buffer.concat(await tunnel.socket.toArray()).toString(), /through$/)
})

test('requests without credentials, with wrong ones, or with those of an ended session are refused', async () => {
  await using site = await startSite((_request, response) => response.end('ok'))
  await using proxy = await start()
  const over = admit(proxy)
  over[Symbol.dispose]()

  const wrong = { 'proxy-authorization': 'Basic eDp5' }
  for (const headers of [{}, wrong, credentials(over)]) {
    assert.equal((await ask(proxy, site.url, { headers })).status, 407)
    using tunnel = await connect(proxy, `127.0.0.1:${site.port}`, headers)
    assert.equal(tunnel.status, 407)
  }
  assert.equal(site.connections.total, 0)
})

const name = ({ ticket }: ProxySession) => new URL(ticket.server).hostname

/** Connects to a proxy that admits by name; returns its response. */
async function knock(proxy: FilteringProxy, servername: string | undefined, sent: string) {
  const options = { host: '127.0.0.1', port: proxy.port, rejectUnauthorized: false }
  const socket = tlsConnect({ ...options, ...(servername !== undefined && { servername }) })
  try {
    await once(socket, 'secureConnect')
    socket.write(sent)
    return Buffer.concat(await socket.toArray()).toString()
  } catch (error) {
    return `refused: ${(error as Error).message}`
  } finally {
    socket.destroy()
  }
}

test('only the name of a session is admitted', async () => {
  await using site = await startSite((_request, response) => response.end('through'))
  await using proxy = await start({ admission: 'name' })
  using session = admit(proxy)
  const over = admit(proxy)
  over[Symbol.dispose]()
  const get = `GET ${site.url}/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`

  const forged = `${'0'.repeat(48)}.${proxy.domain}`
  for (const other of [forged, name(over), new URL(proxy.url).hostname, 'localhost']) {
    assert.match(await knock(proxy, other, get), /^refused: /, other)
  }
  assert.match(await knock(proxy, undefined, get), /^HTTP\/1.1 403/)
  assert.match(await knock(proxy, undefined, get.replace('GET', 'CONNECT')), /^HTTP\/1.1 403/)
  assert.equal(site.connections.total, 0)
  assert.match(await knock(proxy, name(session), get), /through$/)
})

test('private targets, unknown names and closed ports get the same response', async () => {
  await using proxy = await start({ guard: createGuard() })
  using session = admit(proxy)
  const headers = credentials(session)
  const hosts = ['127.0.0.1:80', '10.0.0.1:80', '[::1]:443', '169.254.169.254:80', 'no.invalid:80']

  const answers = new Set<string>()
  for (const host of [...hosts, 'example.com:5432']) {
    const plain = await ask(proxy, `http://${host}/`, { headers })
    using tunnel = await connect(proxy, host, headers)
    answers.add(JSON.stringify([plain, tunnel.status, tunnel.rawHeaders]))
  }

  assert.equal(answers.size, 1)
})

test('the session has the reason why a target was not reached', async () => {
  await using site = await startSite((incoming) => incoming.socket.destroy())
  await using proxy = await start({ guard: loopbackGuard() })
  using session = admit(proxy)
  const headers = credentials(session)

  await ask(proxy, 'http://10.0.0.1/', { headers })
  assert.equal(session.lastFailure?.kind, 'address')
  await ask(proxy, site.url, { headers })
  assert.equal(session.lastFailure?.kind, 'site')
})

test('other schemes and forms of requests are refused', async () => {
  await using proxy = await start()
  using session = admit(proxy)
  const headers = credentials(session)

  for (const url of ['/', 'ftp://127.0.0.1/', 'file:///etc/passwd', 'https://127.0.0.1/', '*']) {
    assert.equal((await ask(proxy, url, { headers })).status, 0, url)
  }
})

test('the end of a session closes its connections', async () => {
  await using site = await startSite(() => {})
  await using proxy = await start()
  const session = admit(proxy)
  const tunnel = await connect(proxy, `127.0.0.1:${site.port}`, credentials(session))
  const waiting = ask(proxy, site.url, { headers: credentials(session) })
  while (site.connections.open < 2) await sleep(1)

  session[Symbol.dispose]()

  assert.equal((await waiting).status, 0)
  if (!tunnel.socket.destroyed) await once(tunnel.socket, 'close')
  while (site.connections.open > 0) await sleep(1)
})

test('a session ends when it exceeds its byte limit', async () => {
  await using site = await startSite((_request, response) => response.end(Buffer.alloc(200_000)))
  await using proxy = await start()
  using session = admit(proxy, 100_000)
  const headers = credentials(session)

  const first = await ask(proxy, site.url, { headers })

  assert.ok(first.body.length < 200_000)
  assert.equal(session.lastFailure?.reason, 'ERR_RESPONSE_TOO_BIG')
  assert.equal((await ask(proxy, site.url, { headers })).status, 407)
})

test('upstream proxies get the checked address, by pool and by country', async () => {
  await using site = await startSite((_request, response) => response.end('ok'))
  await using basic = await startProxy()
  await using german = await startProxy()
  await using enhanced = await startProxy()
  const proxies = { basic: [basic.url, `${german.url}#de`], enhanced: [enhanced.url] }
  await using proxy = await start({ proxies })
  const target = `localhost:${site.port}`

  for (const choice of [
    { pool: 'basic', country: 'DE' },
    { pool: 'basic', country: 'FR' },
    { pool: 'basic' },
    { pool: 'enhanced', country: 'DE' },
  ] as const) {
    using session = proxy.admit({ teamId: 'some team', ...choice, bytesMax: 1_000 })
    using tunnel = await connect(proxy, target, credentials(session))
    assert.equal(tunnel.status, 200)
    await ask(proxy, `http://${target}/`, { headers: credentials(session) })
  }

  const address = `127.0.0.1:${site.port}`
  assert.deepEqual(new Set(basic.asked), new Set([address]))
  assert.deepEqual(new Set(german.asked), new Set([address]))
  assert.deepEqual(new Set(enhanced.asked), new Set([address]))
  assert.ok(basic.asked.length >= 2)
})

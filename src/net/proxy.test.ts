import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCertificate } from '#net/make-certificate.ts'
import { failure, getText, loopbackGuard } from '#test/fixtures/client.ts'
import { startProxy } from '#test/fixtures/proxy-server.ts'
import { startSocksProxy } from '#test/fixtures/socks-server.ts'
import { startSite } from '#test/fixtures/site.ts'
import { createClient, type Client } from './client.ts'
import type { ProxyPool } from './routes.ts'
import { createGuard } from './guard.ts'
import { parseProxy } from './proxy.ts'

const startClient = (basic: readonly string[], enhanced: readonly string[] = []) =>
  createClient({
    guard: loopbackGuard(),
    proxies: { basic, enhanced },
    dialTimeoutMs: 30_000,
  })

const isProxyFailure = failure('proxy')

const get = (client: Client, url: string, proxy: ProxyPool = 'basic') =>
  getText(client, url, { proxy, skipTlsVerification: true })

test('an HTTP proxy gets the address and credentials, and the site its own name', async () => {
  await using plain = await startSite((request, response) => response.end(request.headers.host))
  await using secure = await startSite(
    (request, response) =>
      response.end(`${request.httpVersion} ${String(request.headers[':authority'])}`),
    { tls: makeCertificate(), http2: true },
  )
  await using proxy = await startProxy()
  await using client = startClient([proxy.url.replace('//', '//user:p%40ss@')])

  assert.equal(await get(client, `http://localhost:${plain.port}/`), `localhost:${plain.port}`)
  const name = `localhost:${secure.port}`
  assert.equal(await get(client, `https://${name}/`), `2.0 ${name}`)
  assert.deepEqual(proxy.asked, [`127.0.0.1:${plain.port}`, `127.0.0.1:${secure.port}`])
  const credentials = `Basic ${Buffer.from('user:p@ss').toString('base64')}`
  assert.deepEqual(proxy.credentials, [credentials, credentials])
})

test('a SOCKS proxy gets the address and credentials', async () => {
  await using site = await startSite((request, response) => response.end(request.headers.host), {
    tls: makeCertificate(),
  })
  await using proxy = await startSocksProxy()
  await using client = startClient([proxy.url.replace('//', '//user:p%40ss@')])
  const name = `localhost:${site.port}`
  assert.equal(await get(client, `https://${name}/`), name)
  assert.deepEqual(proxy.asked, [`user p@ss 127.0.0.1:${site.port}`])

  await using refusing = await startSocksProxy({ refuses: true })
  await using other = startClient([refusing.url])
  await assert.rejects(get(other, site.url), isProxyFailure)
})

test('the proxies of a pool are used round-robin, and pools are separate', async () => {
  await using site = await startSite((_request, response) => response.end('ok'))
  await using one = await startProxy()
  await using two = await startProxy()
  await using better = await startProxy()
  await using client = startClient([one.url, two.url], [better.url])

  for (let count = 0; count < 4; count++) await get(client, site.url)
  assert.ok(one.asked.length > 0 && two.asked.length > 0)
  assert.equal(better.asked.length, 0)
  await get(client, site.url, 'enhanced')
  assert.equal(better.asked.length, 1)
})

test('the proxy itself may have a private address, its targets may not', async () => {
  await using proxy = await startProxy()
  await using client = createClient({
    guard: createGuard(),
    proxies: { basic: [proxy.url], enhanced: [] },
  })
  for (const url of ['http://10.0.0.1/', 'http://localhost/', 'https://169.254.169.254/']) {
    await assert.rejects(get(client, url), failure('address'))
  }
  assert.deepEqual(proxy.asked, [])
})

test('a proxy that refuses, breaks or is unreachable is a proxy failure', async () => {
  await using site = await startSite((_request, response) => response.end('ok'))
  await using refusing = await startProxy({ status: 407 })
  await using notProxy = await startSite((request) => request.socket.destroy())
  await using unknownTls = await startProxy({ tls: makeCertificate() })
  const gone = await startProxy()
  await gone[Symbol.asyncDispose]()

  for (const url of [refusing.url, notProxy.url, unknownTls.url, gone.url]) {
    await using client = startClient([url])
    await assert.rejects(get(client, site.url), isProxyFailure)
  }
  assert.equal(site.connections.total, 0)
})

test('proxy settings have default ports, and an invalid one is refused without showing it', () => {
  const anonymous = { username: '', password: '' }
  assert.deepEqual(parseProxy('http://proxy.example'), {
    kind: 'http',
    host: 'proxy.example',
    port: 80,
    ...anonymous,
  })
  assert.deepEqual(parseProxy('https://u%40x:p@[::1]:8443'), {
    kind: 'https',
    host: '::1',
    port: 8443,
    username: 'u@x',
    password: 'p',
  })
  assert.deepEqual(parseProxy('socks5://10.0.0.1'), {
    kind: 'socks5',
    host: '10.0.0.1',
    port: 1080,
    ...anonymous,
  })
  assert.equal(parseProxy('http://proxy.example#DE').country, 'de')
  assert.throws(() => parseProxy('http://proxy.example#Germany'), /two-letter code/)
  assert.throws(
    () => parseProxy('ftp://user:secret@proxy.example'),
    (error: Error) => !error.message.includes('secret') && /not an http/.test(error.message),
  )
})

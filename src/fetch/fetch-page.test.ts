import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { ServiceError } from '#kernel/errors.ts'
import { createGuard } from '#net/guard.ts'
import type { ProxyPools } from '#net/routes.ts'
import { makeCertificate } from '#net/make-certificate.ts'
import { pageRequest, startFetchPage } from '#test/fixtures/fetch-page.ts'
import { startProxy } from '#test/fixtures/proxy-server.ts'
import { startSite } from '#test/fixtures/site.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const start = (proxies: ProxyPools = { basic: [], enhanced: [] }) =>
  startFetchPage({ guard: createGuard({ allowedCidrs: ['127.0.0.0/8', '::1'] }), proxies }, 10_000)
const soon = () => AbortSignal.timeout(60_000)
const failure = (code: string, message: string | RegExp) => (error: unknown) => {
  assert.ok(error instanceof ServiceError, String(error))
  assert.equal(error.code, code)
  if (typeof message === 'string') assert.equal(error.message, message)
  else assert.match(error.message, message)
  return true
}

function resetOrLong(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/reset') request.socket.resetAndDestroy()
  else response.end('x'.repeat(20_000))
}

test('a page has the response of the site and the engine', async () => {
  await using site = await startSite((request, response) => {
    response.writeHead(503, { 'content-type': 'text/html' }).end(request.headers['user-agent'])
  })
  await using fixture = start()
  const { fetchedAt, body, headers, ...page } = await fixture.fetchPage(
    pageRequest(site.url),
    callerUntil(soon()),
  )

  const facts = {
    url: `${site.url}/`,
    status: 503,
    engine: 'http',
    proxy: 'basic',
    isCut: false,
    cookieNames: [],
  }
  assert.deepEqual(page, facts)
  assert.equal(headers['content-type'], 'text/html')
  assert.match(Buffer.from(body).toString(), /Weir/)
  assert.ok(fetchedAt.getTime() <= Date.now())
})

test('an unchanged page is returned as 304 when its validators are given', async () => {
  await using site = await startSite((request, response) => {
    const isKnown = request.headers['if-none-match'] === '"v1"'
    response.writeHead(isKnown ? 304 : 200, { etag: '"v1"' }).end(isKnown ? undefined : 'text')
  })
  await using fixture = start()
  const first = await fixture.fetchPage(pageRequest(site.url), callerUntil(soon()))
  const etag = first.headers['etag']
  const again = await fixture.fetchPage(pageRequest(site.url), callerUntil(soon()), {
    revalidate: { etag },
  })
  assert.deepEqual([first.status, again.status, again.body.length], [200, 304, 0])
})

test('auto tries the enhanced pool when the site refuses the basic one', async () => {
  await using basic = await startProxy()
  await using enhanced = await startProxy()
  await using refusing = await startSite((request, response) => {
    const isFirst = refusing.connections.total === 1
    if (request.url === '/always') response.writeHead(403).end('never')
    else if (request.url === '/reset' && enhanced.asked.length === 0) request.socket.destroy()
    else response.writeHead(isFirst ? 429 : 200).end('text')
  })
  await using fixture = start({ basic: [basic.url], enhanced: [enhanced.url] })

  const page = await fixture.fetchPage(pageRequest(refusing.url), callerUntil(soon()))
  assert.deepEqual([page.status, page.proxy], [200, 'enhanced'])
  const always = await fixture.fetchPage(pageRequest(`${refusing.url}/always`), callerUntil(soon()))
  assert.deepEqual([always.status, always.proxy], [403, 'enhanced'])
  enhanced.asked.length = 0
  const saved = await fixture.fetchPage(pageRequest(`${refusing.url}/reset`), callerUntil(soon()))
  assert.deepEqual([saved.status, saved.proxy], [200, 'enhanced'])
})

test('auto returns the first response when the enhanced pool fails', async () => {
  await using broken = await startProxy({ status: 502 })
  await using site = await startSite((_request, response) => response.writeHead(403).end('no'))
  await using fixture = start({ basic: [], enhanced: [broken.url] })
  const page = await fixture.fetchPage(pageRequest(site.url), callerUntil(soon()))
  assert.deepEqual([page.status, page.proxy], [403, 'basic'])
})

test('without pools every choice connects directly and reports basic', async () => {
  let asked = 0
  await using site = await startSite((_request, response) => {
    asked++
    response.writeHead(403).end('no')
  })
  await using fixture = start()
  for (const proxy of ['basic', 'enhanced', 'auto'] as const) {
    const page = await fixture.fetchPage(pageRequest(site.url, { proxy }), callerUntil(soon()))
    assert.deepEqual([page.status, page.proxy], [403, 'basic'])
  }
  assert.equal(asked, 3)
})

test('private and unknown hosts get the same error', async () => {
  await using fixture = startFetchPage({ guard: createGuard() })
  const answers = new Set<string>()
  for (const host of ['127.0.0.1', '10.0.0.1', 'localhost', 'missing.invalid', '[::1]:8081']) {
    const error = await fixture
      .fetchPage(pageRequest(`http://${host}/`), callerUntil(soon()))
      .catch((thrown: unknown) => thrown)
    assert.ok(error instanceof ServiceError)
    answers.add(`${error.status} ${error.code} ${error.message}`)
  }
  assert.equal(answers.size, 1)
  assert.match([...answers].join(''), /^200 SCRAPE_DNS_RESOLUTION_ERROR /)
})

test('failures of the site, its certificate and the proxy have their codes', async () => {
  await using site = await startSite(resetOrLong)
  await using secure = await startSite(resetOrLong, { tls: makeCertificate() })
  await using refusing = await startProxy({ status: 403 })
  await using fixture = start()
  await using behindProxy = start({ basic: [refusing.url], enhanced: [] })
  const get = (url: string, changes = {}) =>
    fixture.fetchPage(pageRequest(url, changes), callerUntil(soon()))

  await assert.rejects(
    get(`${site.url}/reset`),
    failure('SCRAPE_SITE_ERROR', 'The site could not be loaded: ERR_CONNECTION_RESET.'),
  )
  await assert.rejects(get(site.url), failure('SCRAPE_SITE_ERROR', /ERR_RESPONSE_TOO_BIG/))
  await assert.rejects(
    get(secure.url, { skipTlsVerification: false }),
    failure('SCRAPE_SSL_ERROR', /certificate of the site is not valid/),
  )
  await assert.rejects(
    get(site.url.replace('http', 'https')),
    failure('SCRAPE_SSL_ERROR', 'The TLS handshake with the site failed: ERR_SSL_PROTOCOL_ERROR.'),
  )
  await assert.rejects(
    behindProxy.fetchPage(pageRequest(site.url), callerUntil(soon())),
    failure('SCRAPE_PROXY_SELECTION_ERROR', 'The proxy could not be reached.'),
  )
  await assert.rejects(
    get(site.url, { headers: { 'x-a': 'b\r\nc: d' } }),
    failure('BAD_REQUEST', /cannot be sent/),
  )
})

test('the reason of the signal is thrown unchanged', async () => {
  await using site = await startSite(() => {})
  await using fixture = start()
  const reason = new Error('deadline')
  const controller = new AbortController()
  const pending = fixture.fetchPage(pageRequest(site.url), callerUntil(controller.signal))
  setTimeout(() => controller.abort(reason), 20)
  await assert.rejects(pending, (error: unknown) => error === reason)
})

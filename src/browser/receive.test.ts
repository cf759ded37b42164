import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createGuard } from '#net/guard.ts'
import { makeCertificate } from '#net/make-certificate.ts'
import { browsersUnderTest, startBrowsers } from '#test/fixtures/browsers.ts'
import { startPages, type Pages } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { callerUntil } from '#test/fixtures/caller.ts'
import type { Browsers } from './browsers.ts'
import { contextSetting } from './context-setting.ts'
import { createReceive, type ReceiveRequest } from './receive.ts'

/** The browser of `enhanced`, if it is installed. */
const browser = Object.values(browsersUnderTest).findLast(({ isLikeWindow }) => isLikeWindow)
const megabyte = 1024 ** 2
const file = Buffer.alloc(3 * megabyte, 'PDF')
const page = `<h1>Mills</h1><img src="/picture.png"><script src="/script.js"></script>
  <script>document.cookie = 'script=1'; location = '/elsewhere'</script>`

const to = (location: string, headers = {}) => ({
  status: 302,
  headers: { location, ...headers },
})

let browsers: Browsers
let site: Pages
let other: Pages

before(async () => {
  browsers = await startBrowsers(browser)
  other = await startPages({ '/': '<h1>Other</h1>' })
  const html = { 'content-type': 'text/html; charset=iso-8859-1', 'x-twice': 'one' }
  site = await startPages({
    '/': { headers: { ...html, 'set-cookie': 'visit=1' }, body: page },
    '/moved': to('/#part', { 'set-cookie': 'first=1' }),
    '/other': to(`${other.url}/`),
    '/private': to('http://10.0.0.1/'),
    '/loop': to('/loop'),
    '/packed': { headers: { 'content-encoding': 'gzip' }, body: gzipSync('a'.repeat(megabyte)) },
    '/file.pdf': { headers: { 'content-type': 'application/pdf' }, body: file },
    '/file.zip': {
      headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment' },
      body: 'PK',
    },
    '/none': { status: 204 },
    '/login': { status: 401, headers: { 'www-authenticate': 'Basic realm="a"' }, body: 'Log in' },
    '/known': ({ headers }) =>
      headers['if-none-match'] === '"v1"' ? { status: 304, headers: { etag: '"v1"' } } : 'new',
  })
})
after(async () => {
  await browsers[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
})

const receive = (url: string, changes: Partial<ReceiveRequest> = {}, signal?: AbortSignal) =>
  createReceive({ browsers, contextSetting })(
    {
      url,
      headers: {},
      mobile: false,
      location: { country: 'US' },
      skipTlsVerification: true,
      proxy: 'enhanced',
      bodyBytesMax: 5 * megabyte,
      cutsBody: false,
      ...changes,
    },
    callerUntil(signal ?? AbortSignal.timeout(60_000)),
  )

test('a page is received as sent, and nothing that it contains is requested', async () => {
  const received = await receive(`${site.url}/moved`, { location: { country: 'DE' } })
  const { url, status, headers, body, isCut, cookieNames } = received
  assert.deepEqual([url, status, isCut], [`${site.url}/#part`, 200, false])
  assert.equal(headers['content-type'], 'text/html; charset=iso-8859-1')
  assert.deepEqual([headers['x-twice'], headers['set-cookie']], ['one', undefined])
  assert.equal(Buffer.from(body).toString(), page)
  assert.deepEqual(cookieNames.toSorted(), ['first', 'visit'])
  assert.deepEqual(
    site.requests.map((request) => request.url),
    ['/moved', '/'],
  )
  const [, sent] = site.requests
  assert.equal(sent?.headers.cookie, 'first=1')
  assert.equal(sent?.headers['sec-fetch-mode'], 'navigate')
  assert.match(sent?.headers['accept-language'] ?? '', /^de/)
})

test('files, empty responses, errors of the site and unchanged copies are received', async () => {
  const pdf = await receive(`${site.url}/file.pdf`)
  assert.equal(pdf.headers['content-type'], 'application/pdf')
  assert.ok(file.equals(pdf.body))
  assert.equal(Buffer.from((await receive(`${site.url}/file.zip`)).body).toString(), 'PK')
  const known = await receive(`${site.url}/known`, { headers: { 'if-none-match': '"v1"' } })
  assert.deepEqual([known.status, known.headers['etag']], [304, '"v1"'])
  const statuses = ['/none', '/login', '/missing'].map(
    async (path) => (await receive(site.url + path)).status,
  )
  assert.deepEqual(await Promise.all(statuses), [204, 401, 404])
})

test('headers of the caller are sent to the origin of the page only', async () => {
  const headers = { 'X-Key': 'k', 'User-Agent': 'Mine' }
  const { url, body } = await receive(`${site.url}/other`, { headers })
  assert.equal(url, `${other.url}/`)
  assert.equal(Buffer.from(body).toString(), '<h1>Other</h1>')
  assert.equal(site.requests.at(-1)?.headers['x-key'], 'k')
  assert.equal(other.requests.at(-1)?.headers['x-key'], undefined)
  assert.equal(other.requests.at(-1)?.headers['user-agent'], 'Mine')
})

test('a body that is too large is refused or truncated, also when it is decoded', async () => {
  const tooLarge = { code: 'SCRAPE_SITE_ERROR', message: /ERR_RESPONSE_TOO_BIG/ }
  for (const path of ['/file.pdf', '/packed']) {
    await assert.rejects(receive(site.url + path, { bodyBytesMax: 1_000 }), tooLarge)
    const cut = await receive(site.url + path, { bodyBytesMax: 1_000, cutsBody: true })
    assert.deepEqual([cut.isCut, cut.body.byteLength], [true, 1_000])
  }
  assert.equal((await receive(`${site.url}/packed`)).body.byteLength, megabyte)
})

test('failures of a site are those of a navigation', async () => {
  await using faulty = await startSite(({ url }, response) => {
    if (url !== '/short') return void response.destroy()
    return void response
      .writeHead(200, { 'content-length': 1_000 })
      .write('short', () => response.destroy())
  })
  await using secure = await startSite((_request, response) => response.end('secret'), {
    tls: makeCertificate(),
  })
  const failed = { code: 'SCRAPE_SITE_ERROR' }
  await assert.rejects(receive(`${faulty.url}/`), { ...failed, message: /ERR_CONNECTION_CLOSED/ })
  await assert.rejects(receive(`${faulty.url}/short`), failed)
  const message = /ERR_TOO_MANY_REDIRECTS/
  await assert.rejects(receive(`${site.url}/loop`), { ...failed, message })
  await assert.rejects(receive(`${secure.url}/`, { skipTlsVerification: false }), {
    code: 'SCRAPE_SSL_ERROR',
  })
  assert.equal(Buffer.from((await receive(`${secure.url}/`)).body).toString(), 'secret')
})

test('redirects pass the guard and the rule of the request before they are dialled', async () => {
  const dialled = other.connections.total
  const mayVisit = (url: string) => url.startsWith(site.url)
  await assert.rejects(receive(`${site.url}/other`, { mayVisit }), { code: 'FORBIDDEN' })
  assert.equal(other.connections.total, dialled)
  assert.equal((await receive(`${site.url}/moved`, { mayVisit })).status, 200)
  const refused = { code: 'SCRAPE_DNS_RESOLUTION_ERROR' }
  await assert.rejects(receive(`${site.url}/private`), refused)
  await using guarded = await startBrowsers({ ...browser, net: { guard: createGuard() } })
  const total = site.connections.total
  const all = createReceive({ browsers: guarded, contextSetting })
  const request = { url: `${site.url}/`, headers: {}, mobile: false, location: { country: 'US' } }
  const limits = { skipTlsVerification: true, bodyBytesMax: 1_000, cutsBody: false } as const
  const caller = callerUntil(AbortSignal.timeout(60_000))
  await assert.rejects(all({ ...request, ...limits, proxy: 'enhanced' }, caller), refused)
  assert.equal(site.connections.total, total)
})

test('a request ends with its signal, and its connection with it', async () => {
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  await using endless = await startSite((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).write('a')
    started.resolve()
    void once(response, 'close').then(() => ended.resolve())
  })
  const leaving = new AbortController()
  const receiving = receive(`${endless.url}/`, {}, leaving.signal)
  await started.promise
  leaving.abort(new Error('The caller has left.'))
  await assert.rejects(receiving, /The caller has left/)
  await ended.promise
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCertificate } from '#net/make-certificate.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startHostileServer } from '#test/fixtures/hostile-server.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { startService } from '#test/service.ts'

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n')
const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
const file = (type: string, body: string | Uint8Array) => ({
  headers: { 'content-type': type },
  body,
})
const service = await startService({ env: { WEIR_PAGE_BYTES_MAX: '1000000' } })
const hostile = await startHostileServer()
const site = await startPages({
  '/json': file('application/json', '{"a":[1,2]}'),
  '/text': file('text/plain', 'Just text.'),
  '/xml': file('application/xml', '<feed><entry>An entry</entry></feed>'),
  '/latin1': file('text/html; charset=iso-8859-1', Buffer.from('<p>Käse</p>', 'latin1')),
  '/wrong-charset': file('text/html; charset=klingon', '<p>Käse</p>'),
  '/broken-utf8': file('text/html; charset=utf-8', Buffer.from('<p>K\xe4se</p>', 'latin1')),
  '/empty': file('text/html', ''),
  '/siblings': file('text/html', `<main>${'<a>t</a>'.repeat(50_000)}</main>`),
  '/pdf': file('application/pdf', pdf),
  '/png': file('image/png', png),
  '/zip': file('application/zip', Buffer.from('PK\x03\x04 rest', 'latin1')),
})
disposeAfterTests(service, hostile, site)

const send = (body: object | string) => {
  const headers = { 'content-type': 'application/json' }
  return service.ask('POST', '/v2/scrape', { body, headers })
}
const scrape = (url: string, options: object = {}) => send({ url, timeout: 60_000, ...options })
/** Status, code and text of a response. */
async function readAnswer(answer: ReturnType<typeof send>): Promise<[number, string, string]> {
  const { status, body } = await answer
  assert.equal(body.success, false, JSON.stringify(body).slice(0, 200))
  return [status, body.code, body.error]
}

test('invalid URLs are refused with specific errors', async () => {
  const rows = {
    'ftp://example.com': 'URL uses unsupported protocol',
    'file:///etc/passwd': 'URL uses unsupported protocol',
    'javascript:alert(1)': 'URL uses unsupported protocol',
    'http://wiki:3002': 'URL must have a valid top-level domain or be an IP address',
    nonsense: 'URL must have a valid top-level domain or be an IP address',
    'http://exa mple.com': 'Invalid URL',
    'http://[::1': 'Invalid URL',
    '': 'Invalid URL',
  }
  for (const [url, text] of Object.entries(rows)) {
    assert.deepEqual(await readAnswer(scrape(url)), [400, 'BAD_REQUEST', text], url)
  }
})

test('unknown keys, wrong types and malformed bodies are refused', async () => {
  const unknown =
    'Unrecognized key in body -- please review the v2 API documentation for request body changes'
  const url = 'https://example.com'
  const rows: [object | string, number, string, string][] = [
    [{ url, nonsense: 1 }, 400, 'BAD_REQUEST', unknown],
    [{ url: 5 }, 400, 'BAD_REQUEST', 'url: Invalid input: expected string, received number'],
    [{}, 400, 'BAD_REQUEST', 'url: A URL is required.'],
    [[], 400, 'BAD_REQUEST', 'Bad Request'],
    ['null', 400, 'BAD_REQUEST', 'Bad Request'],
    ['"text"', 400, 'BAD_REQUEST', 'Bad Request'],
    ['{"url": ', 400, 'BAD_REQUEST_INVALID_JSON', 'Bad request, malformed JSON'],
    [`{"url":"${'x'.repeat(11_000_000)}"}`, 413, 'PAYLOAD_TOO_LARGE', 'Payload Too Large'],
  ]
  for (const [body, ...expected] of rows) {
    assert.deepEqual(await readAnswer(send(body)), expected, JSON.stringify(body).slice(0, 40))
  }
})

test('invalid selectors and headers are client errors', async () => {
  for (const options of [{ includeTags: ['a[['] }, { headers: { 'x-a': 'line\nbreak' } }]) {
    const [status, code] = await readAnswer(scrape(`${site.url}/latin1`, options))
    assert.deepEqual([status, code], [400, 'BAD_REQUEST'], JSON.stringify(options))
  }
})

test('a selector that is too expensive for its page is refused, and other pages are read', async () => {
  for (const [options, path] of [
    [{ includeTags: ['main', 'b~a~a~a~a~a'] }, ['includeTags', 1]],
    [{ excludeTags: ['b ~ a ~ a'] }, ['excludeTags', 0]],
    [
      { formats: [{ type: 'attributes', selectors: [{ selector: 'b~a~a', attribute: 'x' }] }] },
      ['formats'],
    ],
  ] as const) {
    const { status, body } = await service.ask('POST', '/v2/scrape', {
      body: { url: `${site.url}/siblings`, ...options },
    })
    assert.deepEqual([status, body.code], [400, 'BAD_REQUEST'])
    assert.match(body.error, /takes too many steps on a page of this size/)
    assert.deepEqual(body.details?.[0]?.path, path)
  }
  const { status } = await service.ask('POST', '/v2/scrape', {
    body: { url: `${site.url}/siblings`, includeTags: ['a:first-child'] },
  })
  assert.equal(status, 200)
})

test('private, closed and unknown addresses get the same response', async () => {
  const hosts = [
    '10.0.0.1',
    '169.254.169.254',
    '[::1]',
    '0xa.1',
    'missing.invalid',
    '192.168.1.1:8080',
  ]
  const answers = new Set<string>()
  for (const host of hosts) answers.add(JSON.stringify(await readAnswer(scrape(`http://${host}/`))))
  assert.equal(answers.size, 1, [...answers].join('\n'))
  assert.match([...answers].join(''), /^\[200,"SCRAPE_DNS_RESOLUTION_ERROR"/)
})

test('responses that never end are aborted at the timeout', async () => {
  const names = ['no-response', 'slow-headers', 'slow-body', 'half-body-hang', 'half-header-hang']
  const answers = await Promise.all(
    names.map((name) => readAnswer(scrape(`${hostile.url}/${name}`, { timeout: 1_000 }))),
  )
  for (const answer of answers) assert.deepEqual(answer, [408, 'SCRAPE_TIMEOUT', 'Request Timeout'])
})

test('protocol violations of a server are site errors', async () => {
  const names = [
    'infinite-body',
    'infinite-chunked',
    'content-length-1tb',
    'infinite-headers',
    'redirect-loop',
    'redirect-endless',
    'short-body',
    'bad-chunk',
    'reset-midway',
    'immediate-close',
    'no-status-line',
  ]
  for (const name of names) {
    const [status, code, text] = await readAnswer(scrape(`${hostile.url}/${name}`))
    assert.deepEqual([status, code], [500, 'SCRAPE_SITE_ERROR'], name)
    assert.match(text, /^The site could not be loaded: ERR_[A-Z_]+\.$/, name)
  }
})

test('broken, wrong or oversized content encodings are site errors', async () => {
  const names = [
    'gzip-lie',
    'gzip-bomb-1g',
    'br-bomb-1g',
    'zstd-bomb-1g',
    'gzip-gzip-bomb',
    'encoding-x50',
  ]
  for (const name of names) {
    const [status, code] = await readAnswer(scrape(`${hostile.url}/${name}`))
    assert.deepEqual([status, code], [500, 'SCRAPE_SITE_ERROR'], name)
  }
})

test('a truncated page is read up to its end, as in browsers', async () => {
  const { status, body } = await scrape(`${hostile.url}/gzip-truncated`)
  assert.equal(status, 200)
  assert.match(body.data.markdown, /^x+$/)
})

test('certificates are verified when requested', async () => {
  await using secure = await startSite((_request, response) => response.end('<p>text'), {
    tls: makeCertificate(),
  })
  const [status, code] = await readAnswer(scrape(secure.url, { skipTlsVerification: false }))
  assert.deepEqual([status, code], [500, 'SCRAPE_SSL_ERROR'])
  assert.equal((await scrape(secure.url)).status, 200)
  const plain = secure.url.replace('https', 'http')
  assert.equal((await readAnswer(scrape(plain)))[0], 500)
})

test('pages in a broken character encoding are read with replacement characters', async () => {
  const rows = { '/latin1': /Käse/, '/wrong-charset': /Käse/, '/broken-utf8': /K.se/ }
  for (const [path, expected] of Object.entries(rows)) {
    const { status, body } = await scrape(site.url + path)
    assert.equal(status, 200, path)
    assert.match(body.data.markdown, expected, path)
  }
  assert.equal((await scrape(`${site.url}/empty`)).status, 200)
})

test('other text is read; files are refused or returned as base64', async () => {
  for (const path of ['/json', '/text', '/xml']) {
    const { status, body } = await scrape(site.url + path)
    assert.equal(status, 200, path)
    assert.ok(body.data.markdown.length > 0, path)
  }
  const rows: [string, object, number, string][] = [
    ['/pdf', {}, 422, 'DOCUMENT_CORRUPT'],
    ['/png', {}, 422, 'DOCUMENT_CORRUPT'],
    ['/png', { parsers: ['pdf'] }, 500, 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
    ['/zip', {}, 500, 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
  ]
  for (const [path, options, ...expected] of rows) {
    const [status, code] = await readAnswer(scrape(site.url + path, options))
    assert.deepEqual([status, code], expected, path)
  }
  const asFile = await scrape(`${site.url}/pdf`, { parsers: [] })
  assert.equal(asFile.body.data.markdown, pdf.toString('base64'))
  const raw = await scrape(`${site.url}/png`, { formats: ['rawBase64'] })
  assert.equal(raw.body.data.rawBase64, png.toString('base64'))
})

const askWithSchema = (schema: object) =>
  service.ask('POST', '/v2/scrape', {
    body: { url: 'https://example.com', formats: [{ type: 'json', schema }] },
  })

test('an invalid JSON Schema is refused first', async () => {
  const place = { type: 'object', properties: { at: { $ref: '#/$defs/place' } } }
  const bad = [
    { type: 'strin' },
    { properties: 3 },
    { required: 'name' },
    { type: 'object', additionalProperties: true },
    place,
    { properties: { at: { $ref: 'https://example.com/place.json' } } },
    { properties: { at: { $ref: '#/$defs/%E0' } } },
    { properties: { at: { type: 'string', pattern: '(' } } },
    { patternProperties: { '[': {} } },
  ]
  for (const schema of bad) {
    const { status, body } = await askWithSchema(schema)
    assert.deepEqual([status, body.error], [422, 'Invalid JSON schema.'], JSON.stringify(schema))
    assert.deepEqual(body.details[0].path, ['formats', 0, 'schema'])
  }
  const good = [
    { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    { type: 'object' },
    { ...place, $defs: { place: { type: 'string', pattern: '^[\\w\\-]+$' } } },
    { properties: { 'a/b': {}, x: { $ref: '#/properties/a~1b' }, self: { $ref: '#' } } },
    { properties: { $ref: { type: 'string' }, x: { enum: [{ $ref: 'no reference' }] } } },
  ]
  for (const schema of good) {
    assert.notEqual((await askWithSchema(schema)).status, 422, JSON.stringify(schema))
  }
})

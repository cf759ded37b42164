import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mobileUserAgent, requestHeaders } from './http-headers.ts'

const request = {
  url: 'http://site.example/',
  headers: {},
  mobile: false,
  location: { country: 'US' },
  skipTlsVerification: true,
  proxy: 'basic',
} as const

test('mobile requests have a mobile user agent', () => {
  const phone = '(Linux; Android 14; Mobile; '
  assert.equal(
    mobileUserAgent('Mozilla/5.0 (compatible; Weir)'),
    `Mozilla/5.0 ${phone}compatible; Weir)`,
  )
  assert.equal(mobileUserAgent('Weir'), 'Weir (Linux; Android 14; Mobile)')
  const { headers } = requestHeaders({ ...request, mobile: true }, 'A (b)')
  assert.equal(headers['user-agent'], `A ${phone}b)`)
  assert.equal(headers['sec-ch-ua-mobile'], '?1')
})

test('headers of the caller override defaults, stay with the origin, and cannot change the connection', () => {
  const own = {
    'User-Agent': 'Mine',
    'ACCEPT-language': 'it',
    Authorization: 'Bearer t',
    'X-Key': 'k',
    Host: 'evil.example',
    Connection: 'upgrade',
    'Transfer-Encoding': 'chunked',
    'Proxy-Authorization': 'x',
  }
  const { headers, credentials } = requestHeaders({ ...request, headers: own }, 'Weir')
  assert.equal(headers['user-agent'], 'Mine')
  assert.equal(headers['accept-language'], 'it')
  assert.deepEqual(credentials, { authorization: 'Bearer t', 'x-key': 'k' })
})

test('validators of a stored copy become conditional headers', () => {
  const revalidate = { etag: '"v1"', lastModified: 'Mon, 01 Jun 2026 00:00:00 GMT' }
  const { headers } = requestHeaders({ ...request, revalidate }, 'Weir')
  assert.equal(headers['if-none-match'], '"v1"')
  assert.equal(headers['if-modified-since'], 'Mon, 01 Jun 2026 00:00:00 GMT')
  assert.equal(requestHeaders(request, 'Weir').headers['if-none-match'], undefined)
})

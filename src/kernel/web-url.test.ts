import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readUrl } from './url.ts'
import { writeUrlPattern } from './web-url.ts'

test('the pattern of the OpenAPI document agrees with what is read', () => {
  const hosts = ['wiki', '*.lan']
  const pattern = new RegExp(writeUrlPattern({ hosts: ['localhost', ...hosts] }))
  for (const text of [
    'https://example.com',
    ' http://example.com/a b ',
    'example.com/path?q=1#x',
    '//example.com/a',
    'example.com:8080',
    'HTTPS://EXAMPLE.com',
    'http://user:pass@example.com/',
    'https://bücher.example/ü',
    'http://правда.рф/',
    'http://example.com./',
    'http://localhost:3000',
    'http://wiki:8080/',
    'http://a.b.lan',
    'http://10.0.0.1/a',
    'http://[::1]/',
    'http://[2001:db8::7]:8080/',
    'http://[1:2:3:4:5:6:7:8]',
    'http://[.]',
    'http://[:]/',
    'http://[1:2]/',
    '0',
    '',
    ' ',
    'http://',
    'nonsense',
    'http://wik.i',
    'http://lan',
    'http://a.b',
    'ftp://example.com',
    'mailto:a@example.com',
    'http://exa mple.com',
    'http://256.1.1.1',
    'http://example.com:x',
  ]) {
    assert.equal(pattern.test(text), readUrl(text, hosts).status === 'read', text)
  }
})

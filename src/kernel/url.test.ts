import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalUrl, hasUserInfo, readUrl, withoutUserInfo } from './url.ts'

const read = (text: string, hosts?: readonly string[]) => {
  const reading = readUrl(text, hosts)
  return reading.status === 'read' ? reading.url : reading.reason
}

test('a URL is not changed, and a missing scheme means http', () => {
  const rows: Record<string, string> = {
    'https://example.com': 'https://example.com',
    ' http://example.com/a b ': 'http://example.com/a b',
    'example.com/path?q=1#x': 'http://example.com/path?q=1#x',
    '//example.com/a': 'http://example.com/a',
    'example.com:8080': 'http://example.com:8080',
    'HTTPS://EXAMPLE.com': 'HTTPS://EXAMPLE.com',
    'http://user:pass@example.com/': 'http://user:pass@example.com/',
    'https://bücher.example/ü': 'https://bücher.example/ü',
    'http://missing.invalid/': 'http://missing.invalid/',
    'https://github.io/': 'https://github.io/',
    'http://localhost:3000': 'http://localhost:3000',
    'localhost:3000/a': 'http://localhost:3000/a',
    'http://example.com./': 'http://example.com./',
  }
  for (const [text, expected] of Object.entries(rows)) assert.equal(read(text), expected)
})

test('IP addresses are hosts in all forms of the URL standard', () => {
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:1.2.3.4]',
  ]) {
    assert.equal(read(`http://${host}/`), `http://${host}/`)
  }
})

test('other schemes than http and https are refused', () => {
  for (const url of [
    'ftp://example.com',
    'file:///etc/passwd',
    'mailto:a@example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'ws://example.com',
    'gopher://1.2.3.4',
  ]) {
    assert.equal(read(url), 'URL uses unsupported protocol', url)
  }
})

test('a host needs a top-level domain unless the operator allows it', () => {
  const text = 'URL must have a valid top-level domain or be an IP address'
  for (const url of ['http://wiki:8080/', 'nonsense', 'http://a.b', 'http://http://example.com']) {
    assert.equal(read(url), text, url)
  }
  assert.equal(read('http://wiki:8080/', ['wiki']), 'http://wiki:8080/')
  assert.equal(read('wiki:8080', ['WIKI.']), 'http://wiki:8080')
  assert.equal(read('http://a.b', ['*.b']), 'http://a.b')
})

test('other texts are refused', () => {
  for (const url of [
    '',
    ' ',
    'http://',
    'http://exa mple.com',
    'http://example.com:99999',
    'http://[::1',
    'http://1.2.3.456',
    `http://example.com/${'a'.repeat(8_192)}`,
  ]) {
    assert.equal(read(url), 'Invalid URL', url.slice(0, 30))
  }
})

test('equivalent URLs have the same canonical URL', () => {
  const rows: Record<string, string> = {
    'HTTP://Example.COM:80/%7euser/%c3%bc?q=%2f#part': 'http://example.com/~user/%C3%BC?q=%2F',
    'https://u:p@example.com.': 'https://example.com/',
    'https://example.com/a/../b?x=1&a=2': 'https://example.com/b?x=1&a=2',
    'https://example.com/#/route': 'https://example.com/#/route',
    'https://example.com/#!route': 'https://example.com/#!route',
  }
  for (const [url, expected] of Object.entries(rows)) assert.equal(canonicalUrl(url), expected)
})

test('user info is detected and removed', () => {
  assert.equal(hasUserInfo('http://u@example.com'), true)
  assert.equal(hasUserInfo('http://example.com'), false)
  assert.equal(withoutUserInfo('http://u:p@example.com/a'), 'http://example.com/a')
  assert.equal(withoutUserInfo('http://example.com'), 'http://example.com')
})

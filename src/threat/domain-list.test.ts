import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDomainList, readDomain, listedHost } from './domain-list.ts'

test('entries are domains and patterns, in any spelling', () => {
  for (const [entry, expected] of [
    ['example.com', 'example.com'],
    ['EXAMPLE.com.', 'example.com'],
    ['*.example.com', '*.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['*.bücher.example', '*.xn--bcher-kva.example'],
    ['127.0.0.1', '127.0.0.1'],
    ['_dmarc.example.com', '_dmarc.example.com'],
  ] as const) {
    assert.equal(readDomain(entry), expected, entry)
  }
  for (const entry of [
    '',
    'example',
    'https://example.com',
    'example.com/path',
    'example.com:80',
    'a@example.com',
    '*',
    '*.',
    'a.*.example.com',
    '*example.com',
    'exa mple.com',
    `${'a'.repeat(64)}.example`,
  ]) {
    assert.equal(readDomain(entry), undefined, entry)
  }
})

test('an entry matches its host, a pattern the hosts below', () => {
  const list = createDomainList(['example.com', '*.evil.example'])
  const has = (url: string) => list.has(listedHost(new URL(url)))
  for (const url of [
    'http://example.com/',
    'https://EXAMPLE.COM.:8443/x',
    'http://a.evil.example/',
    'http://a.b.evil.example./',
  ]) {
    assert.ok(has(url), url)
  }
  for (const url of [
    'http://www.example.com/',
    'http://example.com.evil.test/',
    'http://evil.example/',
    'http://notevil.example/',
    'http://xevil.example/',
  ]) {
    assert.ok(!has(url), url)
  }
})

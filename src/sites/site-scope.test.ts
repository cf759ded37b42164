import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapRequest } from '#features/map/contract.ts'
import { siteScope } from './site-scope.ts'

const rules = mapRequest({ allowedHosts: [] })
function scope(start: string, options: object = {}): (url: string) => boolean {
  const isInScope = siteScope(rules.parse({ url: start, ...options }))
  return (url) => isInScope(new URL(url))
}

test('the site is the host with and without www, and its subdomains', () => {
  const isWanted = scope('https://www.example.com')
  assert.equal(isWanted('http://example.com/a'), true)
  assert.equal(isWanted('https://docs.example.com/a'), true)
  assert.equal(isWanted('https://notexample.com/'), false)
  assert.equal(isWanted('https://example.com.evil.org/'), false)
  assert.equal(
    scope('https://example.com', { includeSubdomains: false })('https://docs.example.com/'),
    false,
  )
})

test('sibling hosts and other sites are included only with an option', () => {
  const url = 'https://docs.example.co.uk'
  assert.equal(scope(url)('https://shop.example.co.uk/'), false)
  assert.equal(scope(url, { allowSubdomains: true })('https://shop.example.co.uk/'), true)
  assert.equal(scope(url, { allowSubdomains: true })('https://other.co.uk/'), false)
  assert.equal(scope(url, { allowExternalLinks: true })('https://other.co.uk/'), true)
})

test('a path limits the map to the URLs below it', () => {
  const isWanted = scope('https://example.com/docs/start.html')
  assert.equal(isWanted('https://example.com/docs/a/b'), true)
  assert.equal(isWanted('https://example.com/docs'), true)
  assert.equal(isWanted('https://example.com/docsearch'), false)
  assert.equal(isWanted('https://example.com/'), false)
  for (const option of [{ filterByPath: false }, { crawlEntireDomain: true }]) {
    assert.equal(scope('https://example.com/docs', option)('https://example.com/'), true)
  }
  assert.equal(scope('https://example.com/maps/site.xml')('https://example.com/a'), true)
})

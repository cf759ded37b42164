import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turnsDuring } from '#test/fixtures/turns-during.ts'
import { byRelevance } from './relevance.ts'

const links = (...urls: string[]) => urls.map((url) => ({ url: `https://example.com${url}` }))
const paths = (found: readonly { url: string }[]) => found.map(({ url }) => new URL(url).pathname)

test('matching pages come first, and the others keep their order', async () => {
  const site = links('/', '/about', '/blog/pricing-update', '/pricing', '/imprint')
  assert.deepEqual(paths(await byRelevance(site, 'Pricing')), [
    '/pricing',
    '/blog/pricing-update',
    '/',
    '/about',
    '/imprint',
  ])
})

test('a rare word has more weight than a frequent one', async () => {
  const site = links('/docs/install', '/docs/use', '/docs/webhooks', '/docs/keys', '/blog/webhooks')
  assert.deepEqual(paths(await byRelevance(site, 'docs webhooks')).slice(0, 2), [
    '/docs/webhooks',
    '/blog/webhooks',
  ])
})

test('inflections, accents, escapes and camel case match the same word', async () => {
  const site = links('/x', '/caf%C3%A9-menus', '/y', '/userGuides')
  assert.equal(paths(await byRelevance(site, 'cafe menu'))[0], '/caf%C3%A9-menus')
  assert.equal(paths(await byRelevance(site, 'user guide'))[0], '/userGuides')
})

test('titles are matched, and a search without words changes nothing', async () => {
  const site = [
    ...links('/p/1', '/p/2'),
    { url: 'https://example.com/p/3', title: 'Returns and refunds' },
  ]
  assert.equal(paths(await byRelevance(site, 'refund'))[0], '/p/3')
  assert.deepEqual(await byRelevance(site, ' … '), site)
  assert.deepEqual(paths(await byRelevance(links('/%zz', '/b'), 'b')), ['/b', '/%zz'])
})

test('ranking a large site does not block the event loop', async () => {
  const site = links(
    ...Array.from({ length: 20_000 }, (_, index) => `/w${index}/some-${index % 97}-words`),
  )
  const search = Array.from({ length: 600 }, (_, index) => `w${index}`).join(' ')
  const { result, turns } = await turnsDuring(() => byRelevance(site, search))
  assert.equal(result.length, site.length)
  assert.ok(turns > 5, String(turns))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readSitemapFile, type SitemapEntry } from './sitemap-file.ts'

async function listEntries(body: string | Uint8Array): Promise<SitemapEntry[]> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const found: SitemapEntry[] = []
  for await (const entries of readSitemapFile(bytes, 'https://example.com/map.xml')) {
    found.push(...entries)
  }
  return found
}
const listUrls = async (body: string | Uint8Array) =>
  (await listEntries(body)).map(({ url }) => url)

const urlset = (locations: readonly string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations
    .map((location) => `<url><loc>${location}</loc><lastmod>2026-01-02</lastmod></url>`)
    .join('')}</urlset>`

test('pages are listed in order, with absolute URLs and decoded entities', async () => {
  assert.deepEqual(
    await listUrls(urlset([' https://example.com/a?x=1&amp;y=2\n', '/b', 'mailto:x@y.z'])),
    ['https://example.com/a?x=1&y=2', 'https://example.com/b'],
  )
})

test('a picture of a page is not a page, whatever prefix the schema has', async () => {
  const text = `<s:urlset xmlns:s="x" xmlns:image="y"><s:url><image:image><image:loc>https://example.com/i.png</image:loc></image:image>
    <s:loc>https://example.com/p</s:loc></s:url></s:urlset>`
  assert.deepEqual(await listUrls(text), ['https://example.com/p'])
})

test('an index names sitemaps', async () => {
  const text =
    '<sitemapindex><sitemap><loc>https://example.com/1.xml.gz</loc></sitemap></sitemapindex>'
  assert.deepEqual(await listEntries(text), [
    { kind: 'sitemap', title: undefined, url: 'https://example.com/1.xml.gz' },
  ])
})

test('feeds have titles and links: RSS as text, Atom as attribute', async () => {
  const rss =
    '<rss><channel><link>https://example.com/</link><item><title>One</title><link>/1</link></item></channel></rss>'
  const atom =
    '<feed><entry><title>Two</title><link rel="self" href="/self"/><link href="/2"/></entry></feed>'
  assert.deepEqual(await listEntries(rss), [
    { kind: 'page', title: 'One', url: 'https://example.com/1' },
  ])
  assert.deepEqual(await listEntries(atom), [
    { kind: 'page', title: 'Two', url: 'https://example.com/2' },
  ])
})

test('plain lines are a sitemap too', async () => {
  const text = 'https://example.com/a\r\n\r\nnot a page\nhttps://example.com/b'
  assert.deepEqual(await listUrls(text), ['https://example.com/a', 'https://example.com/b'])
})

test('a truncated compressed file returns its entries up to there', async () => {
  const all = Array.from(
    { length: 40_000 },
    (_, index) => `https://example.com/page/${index}-${(index * 7919) % 9973}`,
  )
  const packed = gzipSync(urlset(all))
  assert.equal((await listUrls(packed)).length, all.length)
  const some = await listUrls(packed.subarray(0, packed.length / 2))
  assert.ok(some.length > 10_000 && some.length < all.length, `${some.length}`)
})

test('no more than 50,000 entries of a file count', async () => {
  const many = Array.from({ length: 50_010 }, (_, index) => `https://example.com/${index}`)
  assert.equal((await listUrls(urlset(many))).length, 50_000)
})

test('decompression stops at the limit', async () => {
  const bomb = gzipSync(
    Buffer.concat([Buffer.from('<urlset>'), Buffer.alloc(200 * 1024 * 1024, 32)]),
  )
  assert.deepEqual(await listUrls(bomb), [])
})

test('declarations of the file are ignored', async () => {
  const text = `<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>https://example.com/&x;</loc></url></urlset>`
  assert.deepEqual(await listUrls(text), ['https://example.com/&x;'])
})

test('elements named after members of objects are no entries', async () => {
  const text = '<urlset><constructor><loc>https://example.com/a</loc></constructor></urlset>'
  assert.deepEqual(await listUrls(text), [])
})

test('a sitemap that is nested without end ends early, with the entries before', async () => {
  const before = '<urlset><url><loc>https://site.test/a</loc></url>'
  const deep = Buffer.from(before + '<url>'.repeat(2_000_000))
  const entries = []
  for await (const some of readSitemapFile(deep, 'https://site.test/')) entries.push(...some)
  assert.deepEqual(
    entries.map(({ url }) => url),
    ['https://site.test/a'],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Firecrawl } from 'firecrawl'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const service = await startService()
let grown = 0
const locations = (paths: readonly string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>${base}${path}</loc></url>`).join('')}</urlset>`
const many = Array.from({ length: 2_000 }, (_, index) => `/archive/${index}`)
const site = await startPages({
  '/': () =>
    `<title>The site</title><meta name="description" content="All of it">
     <a href="/docs/">Docs</a> <a href="/docs/index.html?x=1#top">Docs again</a>
     <a href="/pricing?from=home">Pricing</a> <a href="https://elsewhere.example/">Out</a>`,
  '/robots.txt': () => `Sitemap: ${base}/maps/index.xml`,
  '/maps/index.xml': () =>
    `<sitemapindex><sitemap><loc>${base}/maps/a.xml.gz</loc></sitemap>
     <sitemap><loc>${base}/maps/index.xml</loc></sitemap>
     <sitemap><loc>${base}/maps/gone.xml</loc></sitemap></sitemapindex>`,
  '/maps/a.xml.gz': () => ({
    headers: { 'content-type': 'application/gzip' },
    body: gzipSync(locations(['/about', '/docs/install', 'not a url', ...many])),
  }),
  '/feed.xml': () => `<rss><item><title>News</title><link>${base}/news</link></item></rss>`,
  '/growing': () =>
    Array.from({ length: (grown += 1) }, (_, at) => `<a href="/growing/${at}">${at}</a>`).join(''),
  '/unlinked': article('Nobody links here'),
  '/lonely/page': article('Alone'),
})
const base = site.url
disposeAfterTests(service, site)

async function map(options: object = {}, key = firstKey) {
  const { status, body } = await service.ask('POST', '/v2/map', {
    body: { url: base, ...options },
    key,
  })
  const paths = body.links?.map(({ url }: { url: string }) => url.replace(base, ''))
  return { status, body, paths: paths as string[] }
}

test('a map contains the page, its links and sitemap URLs, each once', async () => {
  const { status, body, paths } = await map({ limit: 6 })
  assert.equal(status, 200)
  assert.deepEqual(paths, ['/', '/docs/', '/pricing', '/about', '/docs/install', '/archive/0'])
  assert.deepEqual(body.links[0], { url: `${base}/`, title: 'The site', description: 'All of it' })
  assert.match(body.id, /^[0-9a-f-]{36}$/)
  assert.equal((await map()).paths.length, 2_005)
})

test('sitemaps can be skipped or be the only source', async () => {
  assert.deepEqual((await map({ sitemap: 'skip' })).paths, ['/', '/docs/', '/pricing'])
  const only = (await map({ sitemap: 'only', limit: 3 })).paths
  assert.deepEqual(only, ['/', '/about', '/docs/install'])
})

test('search ranks matches first and drops nothing', async () => {
  const { paths } = await map({ search: 'how to install', limit: 3 })
  assert.deepEqual(paths.slice(0, 2), ['/docs/install', '/'])
})

test('patterns and the path of the URL select the pages', async () => {
  assert.deepEqual((await map({ includePaths: ['^/docs'] })).paths, ['/docs/', '/docs/install'])
  assert.deepEqual((await map({ url: `${base}/docs` })).paths, ['/docs/install'])
  const { paths } = await map({ excludePaths: ['/archive/'] })
  assert.deepEqual(paths, ['/', '/docs/', '/pricing', '/about', '/docs/install'])
})

test('a feed is a map of its entries', async () => {
  const { body } = await map({ url: `${base}/feed.xml` })
  assert.deepEqual(body.links, [{ url: `${base}/news`, title: 'News' }])
})

test("the map includes pages the team has scraped, and no other team's", async () => {
  await service.ask('POST', '/v2/scrape', { body: { url: `${base}/unlinked` } })
  assert.ok((await map({ sitemap: 'skip' })).paths.includes('/unlinked'))
  assert.ok(!(await map({ sitemap: 'skip', useIndex: false })).paths.includes('/unlinked'))
  const { key } = await addTeam(service.database)
  assert.ok(!(await map({ sitemap: 'skip' }, key)).paths.includes('/unlinked'))
})

const asked = () => site.requests.filter(({ url }) => url === '/maps/index.xml').length

test('sitemaps are cached for a week unless ignoreCache is set', async () => {
  await map()
  const before = asked()
  await map()
  assert.equal(asked(), before)
  await map({ ignoreCache: true })
  assert.equal(asked(), before + 1)
})

test('a map uses the page of the last scrape, and with ignoreCache fetches it', async () => {
  const url = `${base}/growing`
  const count = async (options = {}) =>
    (await map({ url, sitemap: 'skip', useIndex: false, ...options })).paths.length - 1
  assert.deepEqual([await count(), await count()], [1, 1])
  await service.ask('POST', '/v2/scrape', { body: { url, maxAge: 0 } })
  assert.equal(await count(), 2)
  assert.deepEqual([await count({ ignoreCache: true }), await count()], [3, 3])
})

test('a map without subpages has a warning', async () => {
  const { body } = await map({ url: `${base}/lonely/page`, useIndex: false })
  assert.equal(body.links.length, 1)
  assert.match(body.warning, /^Only 1 result\(s\) found below this URL\. Map the base domain, http/)
})

test('a long timeout of a map is lowered with a warning, and a too short one is reported', async () => {
  const long = await map({ timeout: 900_000 })
  assert.deepEqual(
    [long.status, long.body.warning],
    [200, 'timeout was lowered to its maximum of 300000 ms.'],
  )
  assert.equal((await map({ timeout: 300_000 })).body.warning, undefined)
  await using silent = await startSite(() => {})
  const body = { url: silent.url, timeout: 1 }
  for (const [path, error] of [
    ['/v2/map', 'The map operation timed out'],
    ['/v1/map', 'Map timed out'],
  ] as const) {
    const late = await service.ask('POST', path, { body })
    assert.deepEqual([late.status, late.body.success, late.body.error], [408, false, error])
  }
})

test('a map costs one credit, a failed one none', async () => {
  const { key } = await addTeam(service.database)
  const left = async () =>
    (await service.ask('GET', '/v2/team/credit-usage', { key })).body.data.remainingCredits
  const before = await left()
  await map({ limit: 1 }, key)
  assert.equal(await left(), before - 1)
  const failed = await map({ url: 'http://nowhere.invalid/' }, key)
  assert.deepEqual([failed.status, failed.body.code], [422, 'MAP_FAILED'])
  assert.equal(await left(), before - 1)
})

test('an unreachable target is 422 with the text of a scrape', async () => {
  const closed = await startSite(() => {})
  await closed[Symbol.asyncDispose]()
  for (const url of ['http://nowhere.invalid/', closed.url]) {
    const scrape = await service.ask('POST', '/v2/scrape', { body: { url, maxAge: 0 } })
    const { status, body } = await map({ url, sitemap: 'skip', useIndex: false })
    assert.deepEqual([status, body.code, body.error], [422, 'MAP_FAILED', scrape.body.error])
  }
})

test('a site without a page at the URL is an empty map', async () => {
  const { status, body } = await map({ url: `${base}/nothing/here`, ignoreCache: true })
  assert.deepEqual([status, body.success, body.links], [200, true, []])
  assert.equal(body.warning, 'No page was found: the site returned status 404 for this URL.')
})

async function refused(options: object) {
  const { status, body } = await map(options)
  return `${status} ${body.error} ${JSON.stringify(body.details ?? '')}`
}

test('an invalid field is refused by name', async () => {
  assert.match(await refused({ includePaths: ['(?=x)'] }), /^400 .*Invalid includePaths pattern/)
  assert.match(await refused({ limit: 0 }), /^400 .*limit/)
  assert.match(await refused({ unknown: 1 }), /^400 .*unknown/i)
  const country = 'us-whitelist'
  assert.match(await refused({ location: { country } }), /^403 Static IP addresses are not enabled/)
  assert.match(await refused({ ignoreRobotsTxt: true }), /^403 .*ignoreRobotsTxt/)
})

test('the public SDK maps a site', async () => {
  const url = await service.listen()
  const client = new Firecrawl({ apiKey: firstKey, apiUrl: url })
  const { links } = await client.map(base, { limit: 2, search: 'pricing', sitemap: 'include' })
  assert.equal(links[0]?.url, `${base}/pricing`)
  assert.equal(links.length, 2)
})

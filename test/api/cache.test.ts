import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

/** What the site answers at /changing. */
let edition = 1
const service = await startService()
const site = await startPages({
  '/broken': { status: 500, body: article('Broken') },
  '/no-store': { headers: { 'cache-control': 'no-store' }, body: article('Private') },
  '/changing': () => article(`Edition ${edition}`),
  '/truncated': {
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(article('Truncated')).subarray(0, -40),
  },
  '/tagged': (request) =>
    request.headers['if-none-match'] === `"${edition}"`
      ? { status: 304, headers: { etag: `"${edition}"` } }
      : { headers: { etag: `"${edition}"` }, body: article(`Edition ${edition}`) },
  '/dated': (request) =>
    request.headers['if-modified-since']
      ? { status: 304 }
      : { headers: { 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' }, body: article('Dated') },
})
disposeAfterTests(service, site)

let pages = 0
/** A page of the site that was not requested before. */
const newUrl = (path = '/changing') => `${site.url}${path}?${(pages += 1)}`
async function scrape(url: string, options: object = {}, key?: string) {
  const before = site.requests.length
  const ask = { body: { url, ...options }, ...(key !== undefined && { key }) }
  const { status, body } = await service.ask('POST', '/v2/scrape', ask)
  const { metadata, markdown } = body.data ?? {}
  return {
    status,
    code: body.code,
    cacheState: metadata?.cacheState,
    cachedAt: metadata?.cachedAt,
    title: markdown?.split('\n')[0],
    asked: site.requests.length - before,
  }
}
const hourMs = 3_600_000
/** Makes every copy this much older. */
const age = (ms: number) =>
  service.database.query(
    `update cached_pages set fetched_at = fetched_at - $1 * interval '1 millisecond'`,
    [ms],
  )

test('a page is fetched once and then served from the cache in every format', async () => {
  const url = newUrl()
  const first = await scrape(url)
  assert.deepEqual([first.cacheState, first.cachedAt, first.asked], ['miss', undefined, 1])
  const second = await scrape(`${url}#part`, { formats: ['markdown', 'html'] })
  assert.deepEqual([second.cacheState, second.asked, second.title], ['hit', 0, first.title])
  assert.ok(Math.abs(Date.now() - Date.parse(second.cachedAt)) < 60_000)
})

test('a partly loaded page is returned but not cached', async () => {
  const url = newUrl('/truncated')
  const first = await scrape(url)
  assert.equal(first.title, '# Truncated')
  assert.deepEqual([first.cacheState, (await scrape(url)).cacheState], ['miss', 'miss'])
})

test('a copy younger than maxAge (default two days) is a hit', async () => {
  const url = newUrl()
  await scrape(url)
  await age(47 * hourMs)
  assert.equal((await scrape(url)).cacheState, 'hit')
  assert.equal((await scrape(url, { maxAge: 48 * hourMs })).cacheState, 'hit')
  await age(2 * hourMs)
  assert.equal((await scrape(url, { maxAge: 50 * hourMs })).cacheState, 'hit')
  assert.equal((await scrape(url)).cacheState, 'miss')
  assert.equal((await scrape(url)).cacheState, 'hit')
})

test('maxAge 0 always fetches and stores the page', async () => {
  const url = newUrl()
  await scrape(url)
  edition += 1
  const fresh = await scrape(url, { maxAge: 0 })
  assert.deepEqual([fresh.cacheState, fresh.asked], [undefined, 1])
  assert.equal((await scrape(url)).title, `# Edition ${edition}`)
})

test('storeInCache false stores nothing', async () => {
  const url = newUrl()
  await scrape(url, { storeInCache: false })
  assert.equal((await scrape(url)).cacheState, 'miss')
})

test('minAge reads only the cache', async () => {
  const url = newUrl()
  const missing = await scrape(url, { minAge: 1 })
  assert.deepEqual([missing.status, missing.code, missing.asked], [404, 'SCRAPE_NO_CACHED_DATA', 0])
  await scrape(url)
  const young = await scrape(url, { minAge: hourMs })
  assert.deepEqual([young.status, young.code, young.asked], [404, 'SCRAPE_NO_CACHED_DATA', 0])
  await age(1_000 * hourMs)
  assert.equal((await scrape(url, { minAge: 1 })).cacheState, 'hit')
  assert.equal((await scrape(url, { minAge: hourMs })).cacheState, 'hit')
  assert.equal((await scrape(url, { minAge: 1, maxAge: hourMs })).code, 'SCRAPE_NO_CACHED_DATA')
})

test('lockdown reads only the cache, up to two years back', async () => {
  const url = newUrl()
  const missing = await scrape(url, { lockdown: true })
  assert.deepEqual(
    [missing.status, missing.code, missing.asked],
    [404, 'SCRAPE_LOCKDOWN_CACHE_MISS', 0],
  )
  await scrape(url)
  await age(700 * 24 * hourMs)
  const old = await scrape(url, { lockdown: true })
  assert.deepEqual([old.cacheState, old.asked], ['hit', 0])
  assert.equal(
    (await scrape(url, { lockdown: true, maxAge: hourMs })).code,
    'SCRAPE_LOCKDOWN_CACHE_MISS',
  )
  await age(31 * 24 * hourMs)
  assert.equal((await scrape(url, { lockdown: true })).code, 'SCRAPE_LOCKDOWN_CACHE_MISS')
})

test('requests with headers or credentials neither read nor write the cache', async () => {
  const url = newUrl()
  await scrape(url, { headers: { 'x-mine': '1' } })
  assert.equal((await scrape(url)).cacheState, 'miss')
  const own = await scrape(url, { headers: { 'x-mine': '1' } })
  assert.deepEqual([own.cacheState, own.asked], [undefined, 1])
  assert.equal((await scrape(url.replace('://', '://user@'))).cacheState, undefined)
  const locked = await scrape(url, { headers: { 'x-mine': '1' }, lockdown: true })
  assert.deepEqual([locked.code, locked.asked], ['SCRAPE_LOCKDOWN_CACHE_MISS', 0])
  assert.equal((await scrape(url, { headers: {} })).cacheState, 'hit')
})

test('options that change the page use a separate copy', async () => {
  const url = newUrl()
  await scrape(url)
  const others = [
    { mobile: true },
    { location: { country: 'DE' } },
    { blockAds: false },
    { proxy: 'enhanced' },
  ]
  for (const other of others) {
    assert.equal((await scrape(url, other)).cacheState, 'miss', JSON.stringify(other))
    assert.equal((await scrape(url, other)).cacheState, 'hit', JSON.stringify(other))
  }
  assert.equal((await scrape(url, { proxy: 'basic', timeout: 9_000 })).cacheState, 'hit')
})

test('teams do not share cached pages', async () => {
  const url = newUrl()
  await scrape(url)
  const { key } = await addTeam(service.database)
  assert.equal((await scrape(url, { lockdown: true }, key)).code, 'SCRAPE_LOCKDOWN_CACHE_MISS')
  assert.equal((await scrape(url, {}, key)).cacheState, 'miss')
})

test("site errors are not cached, and the site's Cache-Control is ignored", async () => {
  for (const path of ['/missing', '/broken']) {
    const url = newUrl(path)
    await scrape(url)
    assert.deepEqual((await scrape(url)).asked, 1, path)
  }
  const url = newUrl('/no-store')
  await scrape(url)
  assert.equal((await scrape(url)).cacheState, 'hit')
})

test('a stale copy is revalidated by ETag or Last-Modified and becomes fresh', async () => {
  for (const path of ['/tagged', '/dated']) {
    const url = newUrl(path)
    const first = await scrape(url)
    await age(72 * hourMs)
    const confirmed = await scrape(url, { formats: ['markdown', 'rawHtml'] })
    assert.deepEqual(
      [confirmed.status, confirmed.cacheState, confirmed.asked, confirmed.title],
      [200, 'miss', 1, first.title],
    )
    assert.equal((await scrape(url)).cacheState, 'hit', path)
  }
})

test('a stale copy that has changed is replaced', async () => {
  const url = newUrl('/tagged')
  await scrape(url)
  await age(72 * hourMs)
  edition += 1
  const changed = await scrape(url)
  assert.deepEqual([changed.cacheState, changed.title], ['miss', `# Edition ${edition}`])
  assert.deepEqual((await scrape(url)).title, `# Edition ${edition}`)
})

test('a copy with a missing body is fetched again', async () => {
  const url = newUrl('/tagged')
  await scrape(url)
  await service.database.query(`update cached_pages set blob = repeat('0', 64)`)
  assert.deepEqual((await scrape(url)).asked, 1)
  await service.database.query(`update cached_pages set blob = repeat('0', 64)`)
  await age(72 * hourMs)
  const again = await scrape(url)
  assert.deepEqual([again.status, again.title], [200, `# Edition ${edition}`])
})

test('languages in another order are the same page', async () => {
  const url = `${site.url}/changing?languages`
  const languages = ['hu-HU', 'de-DE']
  const one = { country: 'DE', languages }
  const other = { country: 'DE', languages: languages.toReversed() }
  assert.equal((await scrape(url, { location: one })).cacheState, 'miss')
  assert.equal((await scrape(url, { location: other })).cacheState, 'hit')
})

test('change tracking reads no cache, and its page serves other requests', async () => {
  const url = `${site.url}/changing?tracked`
  const tracked = { formats: ['markdown', 'changeTracking'] }
  assert.equal((await scrape(url, tracked)).cacheState, undefined)
  assert.equal((await scrape(url, tracked)).cacheState, undefined)
  assert.equal((await scrape(url, {})).cacheState, 'hit')
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { createBlobs } from '#storage/create-blobs.ts'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { cacheKey, isCacheable } from './cache-key.ts'
import { createPageCache } from './cache.ts'
import type { Page, PageRequest } from './page.ts'

const request: PageRequest = {
  url: 'https://example.com/',
  headers: {},
  mobile: false,
  location: { country: 'US' },
  skipTlsVerification: true,
  proxy: 'auto',
  waitFor: 0,
  blockAds: true,
  maxAge: 0,
  lockdown: false,
  storeInCache: true,
}
const hourMs = 3_600_000

function makePage(body: string | Uint8Array, changes: Partial<Page> = {}): Page {
  return {
    url: 'https://example.com/',
    status: 200,
    headers: { 'content-type': 'text/html', etag: '"1"', 'x-other': 'passing' },
    body: typeof body === 'string' ? Buffer.from(body) : body,
    engine: 'http',
    proxy: 'basic',
    fetchedAt: new Date('2026-01-01T00:00:00Z'),
    ...changes,
  }
}

const makeKey = (url: string, teamId = firstTeam) => ({
  teamId,
  key: cacheKey({ ...request, url }),
})

async function startCache(bytesMax = 1_000_000) {
  const stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'weir-cache-')))
  const database = stack.use(await testDatabase())
  const { pass } = await stopTime(database, Date.parse('2026-01-01T00:00:00Z'))
  const cache = createPageCache({
    database,
    blobs: createBlobs(folder.path),
    bytesMax,
  })
  const read = async (...at: Parameters<typeof makeKey>) => {
    const page = await (await cache.find(makeKey(...at)))?.load()
    return page && Buffer.from(page.body).toString()
  }
  return {
    cache,
    database,
    read,
    pass,
    files: async () =>
      (await readdir(folder.path, { recursive: true })).filter((name) => name.endsWith('.zst')),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const [firstTeam, secondTeam] = [newId(), newId()]
/** Incompressible bytes. */
const noise = randomBytes

test('a cached page is returned unchanged, with its validators', async () => {
  await using it = await startCache()
  const here = makeKey('https://example.com/')
  await it.cache.store(here, makePage('<p>text'))

  const copy = await it.cache.find(here)
  assert.deepEqual(copy?.validators, { etag: '"1"', lastModified: undefined })
  assert.deepEqual(copy?.fetchedAt, new Date('2026-01-01T00:00:00Z'))
  const page = await copy?.load()
  assert.deepEqual(
    { ...page, body: Buffer.from(page?.body ?? []).toString() },
    {
      ...makePage(''),
      headers: { 'content-type': 'text/html', etag: '"1"' },
      body: '<p>text',
    },
  )
})

test('every option that changes the response of a site changes the key', () => {
  const key = cacheKey(request).toString('hex')
  const others: Partial<PageRequest>[] = [
    { url: 'https://example.com/other' },
    { mobile: true },
    { location: { country: 'DE' } },
    { location: { country: 'US', languages: ['de'] } },
    { waitFor: 100 },
    { blockAds: false },
    { proxy: 'enhanced' },
    { skipTlsVerification: false },
  ]
  const keys = others.map((other) => cacheKey({ ...request, ...other }).toString('hex'))
  assert.equal(new Set([key, ...keys]).size, others.length + 1)
  for (const same of [{ url: 'https://EXAMPLE.com:443/#part' }, { proxy: 'basic' as const }]) {
    assert.equal(cacheKey({ ...request, ...same }).toString('hex'), key)
  }
})

test('pages fetched with credentials of any kind are not cacheable', () => {
  assert.equal(isCacheable(request), true)
  assert.equal(isCacheable({ ...request, headers: { 'x-a': 'b' } }), false)
  assert.equal(isCacheable({ ...request, url: 'https://user@example.com/' }), false)
  assert.equal(isCacheable({ ...request, screenshot: { fullPage: true } }), true)
  assert.equal(isCacheable({ ...request, screenshot: { fullPage: true, quality: 5 } }), false)
  const viewport = { width: 100, height: 100 }
  assert.equal(isCacheable({ ...request, screenshot: { fullPage: false, viewport } }), false)
  assert.equal(isCacheable({ ...request, profile: { name: 'x', saveChanges: false } }), false)
  assert.equal(isCacheable({ ...request, actions: [{ type: 'scrape' }] }), false)
})

test('teams do not see the pages of others and share only disk space', async () => {
  await using it = await startCache()
  const url = 'https://example.com/'
  await it.cache.store(makeKey(url, firstTeam), makePage('same'))
  assert.equal(await it.read(url, secondTeam), undefined)
  await it.cache.store(makeKey(url, secondTeam), makePage('same'))
  assert.equal((await it.files()).length, 1)

  await it.cache.store(makeKey(url, secondTeam), makePage('other'))
  await it.pass(hourMs)
  await it.cache.sweep()
  assert.deepEqual(
    [await it.read(url, firstTeam), await it.read(url, secondTeam)],
    ['same', 'other'],
  )
})

test('only successful responses are stored', async () => {
  await using it = await startCache()
  for (const status of [199, 301, 304, 400, 404, 410, 500, 503]) {
    await it.cache.store(makeKey('https://example.com/'), makePage('text', { status }))
  }
  assert.equal(await it.read('https://example.com/'), undefined)
})

test('a revalidated copy counts as fetched at the time of its revalidation', async () => {
  await using it = await startCache()
  const here = makeKey('https://example.com/')
  await it.cache.store(here, makePage('text'))
  const fetchedAt = new Date('2026-01-02T00:00:00Z')
  await it.cache.renew(here, makePage('', { status: 304, headers: { etag: '"2"' }, fetchedAt }))
  const copy = await it.cache.find(here)
  assert.deepEqual([copy?.fetchedAt, copy?.validators.etag], [fetchedAt, '"2"'])
  assert.equal(await it.read('https://example.com/'), 'text')
})

test('the least recently used pages are evicted with their files', async () => {
  await using it = await startCache(100_000)
  for (const name of ['a', 'b', 'c']) {
    await it.cache.store(makeKey(`https://example.com/${name}`), makePage(noise(30_000)))
    await it.pass(hourMs)
  }
  await it.read('https://example.com/a')
  await it.pass(hourMs)
  await it.cache.store(makeKey('https://example.com/d'), makePage(noise(30_000)))
  await it.cache.store(makeKey('https://example.com/huge'), makePage(noise(100_000)))

  const left = []
  for (const name of ['a', 'b', 'c', 'd', 'huge']) {
    if ((await it.read(`https://example.com/${name}`)) !== undefined) left.push(name)
  }
  assert.deepEqual(left, ['a', 'c', 'd'])
  await it.pass(hourMs)
  await it.cache.sweep()
  assert.equal((await it.files()).length, left.length)
})

test('no file is left behind by a killed process', async () => {
  await using it = await startCache()
  const here = makeKey('https://example.com/')
  await it.cache.store(here, makePage('text'))
  // State after a kill between the writing of the file and of its page.
  await it.database.query('delete from cached_pages')
  await it.cache.sweep()
  assert.equal((await it.files()).length, 1, 'protected: a writer may be about to refer to it')
  await it.pass(hourMs)
  await it.cache.sweep()
  assert.equal((await it.files()).length, 0)
  assert.deepEqual(await it.database.query('select blob from cached_bodies'), [])
})

test('copies that are too old for any request are deleted', async () => {
  await using it = await startCache()
  await it.cache.store(makeKey('https://example.com/'), makePage('text'))
  await it.pass(2 * 365 * 24 * hourMs + hourMs)
  await it.cache.sweep()
  assert.equal((await it.files()).length, 0)
})

test('concurrent stores and sweeps lose nothing', async () => {
  await using it = await startCache()
  const urls = Array.from({ length: 40 }, (_, n) => `https://example.com/${n}`)
  const stored = urls.map(async (url, n) => {
    await it.cache.store(makeKey(url), makePage(`shared ${n % 4}`))
    await it.cache.store(makeKey(url), makePage(`shared ${(n + 1) % 4}`))
  })
  const swept = Array.from({ length: 10 }, () => it.cache.sweep())
  await Promise.all([...stored, ...swept])
  await it.pass(hourMs)
  await it.cache.sweep()
  for (const [n, url] of urls.entries()) assert.equal(await it.read(url), `shared ${(n + 1) % 4}`)
  assert.equal((await it.files()).length, 4)
})

test('a look-up under zero data retention writes nothing', async () => {
  await using it = await startCache()
  const here = makeKey('https://example.com/')
  await it.cache.store(here, makePage('text'))
  await it.pass(hourMs)
  const used = () => it.database.query('select used_at from cached_pages')
  const before = await used()
  await it.cache.find(here, { zeroDataRetention: true })
  assert.deepEqual(await used(), before)
  await it.cache.find(here)
  assert.notDeepEqual(await used(), before)
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Firecrawl } from 'firecrawl'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

/** What the pages say now, by path. */
const said = new Map<string, string>()
const statuses = new Map<string, number>()
const pageAt = (path: string) => ({
  status: statuses.get(path) ?? 200,
  headers: { 'content-type': 'text/html' },
  body: article('Weirs').replace('</main>', `<p>${said.get(path) ?? 'Built in 1820.'}</p></main>`),
})
const paths = ['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h', '/crawled/', '/crawled/1']

const service = await startService()
const apiUrl = await service.listen()
const pages = paths.map((path) => [path, () => pageAt(path)] as const)
const site = await startPages({
  ...Object.fromEntries(pages),
  '/quoted': () => ({
    ...pageAt('/quoted'),
    body: pageAt('/quoted').body.replace('</main>', `<p>${quotes[quote++ % 3]}</p></main>`),
  }),
  '/crawled/': () => ({
    ...pageAt('/crawled/'),
    body: pageAt('/crawled/').body.replace('</main>', '<a href="/crawled/1">1</a></main>'),
  }),
})
disposeAfterTests(service, site)

let quote = 0
/** A guest is quoted, another one at each visit. */
const quotes = [
  'Wonderful rooms by the water.',
  'We come every summer.',
  'The best eel of the coast.',
]

interface Tracking {
  readonly tag?: string
  readonly modes?: readonly string[]
}

async function track(path: string, tracking: Tracking = {}, more: { key?: string } = {}) {
  const { key, ...options } = more
  const { status, body } = await service.ask('POST', '/v2/scrape', {
    ...(key !== undefined && { key }),
    body: {
      url: site.url + path,
      formats: ['markdown', { type: 'changeTracking', ...tracking }],
      ...options,
    },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

test('what differs again seconds later is no change', async () => {
  await track('/quoted')
  assert.equal((await track('/quoted')).changeTracking.changeStatus, 'same')
  said.set('/quoted', 'Built in 1821.')
  const visits = quote
  assert.equal((await track('/quoted')).changeTracking.changeStatus, 'changed')
  assert.equal(quote, visits + 2, 'a change is confirmed by one more visit')
})

test('a page is new, then the same, then changed', async () => {
  const first = await track('/a')
  assert.deepEqual(first.changeTracking, {
    previousScrapeAt: null,
    changeStatus: 'new',
    visibility: 'visible',
  })
  said.set('/a', 'Built in 1820. <!-- nonce 8f3a --><span></span>')
  const second = await track('/a', { modes: ['git-diff'] })
  assert.equal(second.changeTracking.changeStatus, 'same')
  assert.ok(Date.parse(second.changeTracking.previousScrapeAt) <= Date.now())
  assert.equal(second.changeTracking.diff, undefined)
  said.set('/a', 'Built in 1802.')
  const third = await track('/a', { modes: ['git-diff'] })
  assert.ok(third.changeTracking.previousScrapeAt > second.changeTracking.previousScrapeAt)
  assert.equal(third.changeTracking.changeStatus, 'changed')
  assert.match(third.changeTracking.diff, /\n-Built in 1820\.\n\+Built in 1802\.\n/)
  const [file] = third.changeTracking.diffJson.files
  assert.deepEqual(
    file.chunks[0].changes
      .filter(({ type }: { type: string }) => type !== 'normal')
      .map(({ type, content }: { type: string; content: string }) => [type, content]),
    [
      ['del', '-Built in 1820.'],
      ['add', '+Built in 1802.'],
    ],
  )
  assert.equal(third.metadata.cacheState, undefined)
  assert.equal(third.metadata.creditsUsed, 1)
  assert.equal((await track('/a', { modes: ['git-diff'] })).changeTracking.changeStatus, 'same')
})

test('without a mode only the status is returned', async () => {
  await track('/b')
  said.set('/b', 'Built in 1999.')
  const { changeTracking } = await track('/b')

  assert.equal(changeTracking.changeStatus, 'changed')
  assert.equal(changeTracking.diff, undefined)
})

test('versions are kept per tag and team', async () => {
  await track('/c')
  said.set('/c', 'Built in 1999.')
  assert.equal((await track('/c', { tag: 'weekly' })).changeTracking.changeStatus, 'new')
  const { key } = await addTeam(service.database)
  assert.equal((await track('/c', {}, { key })).changeTracking.changeStatus, 'new')
  assert.equal((await track('/c')).changeTracking.changeStatus, 'changed')
})

test('a page that returns 404 is removed, and compared again when it returns', async () => {
  await track('/d')
  statuses.set('/d', 404)
  const removed = await track('/d')
  assert.equal(removed.changeTracking.changeStatus, 'removed')
  assert.notEqual(removed.changeTracking.previousScrapeAt, null)
  statuses.set('/d', 200)
  assert.equal((await track('/d')).changeTracking.changeStatus, 'same')
})

test('a page with a temporary error is not compared', async () => {
  await track('/e')
  statuses.set('/e', 503)
  const failing = await track('/e')
  assert.equal(failing.changeTracking, undefined)
  assert.match(
    failing.warning,
    /^Comparing failed, please try again later\. The page returned status 503/,
  )
  statuses.set('/e', 200)
  assert.equal((await track('/e')).changeTracking.changeStatus, 'same')
})

test('zero data retention neither compares nor stores versions', async () => {
  const { key } = await addTeam(service.database, { zeroDataRetention: 'forced' })
  const { changeTracking, warning } = await track('/f', {}, { key })

  assert.equal(changeTracking, undefined)
  assert.equal(warning, 'Change tracking is not supported with zero data retention.')
  const rows = await service.database.query('select 1 from page_snapshots where url = $1', [
    `${site.url}/f`,
  ])
  assert.deepEqual(rows, [])
})

test('comparing extracted data requires a language model', async () => {
  const { status, body } = await service.ask('POST', '/v2/scrape', {
    body: {
      url: `${site.url}/a`,
      formats: ['markdown', { type: 'changeTracking', modes: ['git-diff', 'json'] }],
    },
  })

  assert.equal(status, 200)
  assert.equal(body.data.changeTracking.json, undefined)
})

test('a tracked page is not read from the cache, and stored in it', async () => {
  const plain = { body: { url: `${site.url}/g` } }
  await track('/g')
  const { body } = await service.ask('POST', '/v2/scrape', plain)
  assert.equal(body.data.metadata.cacheState, 'hit')
  assert.equal((await track('/g')).metadata.cacheState, undefined)
})

const listStatuses = (data: readonly object[]): string[] =>
  data
    .map((it) => (it as { changeTracking?: { changeStatus: string } }).changeTracking)
    .map((tracking) => tracking?.changeStatus ?? 'none')
    .toSorted((one, other) => one.localeCompare(other))

test('the SDK tracks changes in scrapes, batches and crawls', async () => {
  const client = new Firecrawl({ apiKey: firstKey, apiUrl, maxRetries: 1 })
  const formats = ['markdown', { type: 'changeTracking', modes: ['git-diff'] }] as never
  const batch = () =>
    client.batchScrape([`${site.url}/g`, `${site.url}/h`], {
      options: { formats },
      pollInterval: 0.1,
    })
  const crawl = () =>
    client.crawl(`${site.url}/crawled/`, { scrapeOptions: { formats }, pollInterval: 0.1 })

  assert.deepEqual(listStatuses((await batch()).data), ['new', 'same'])
  assert.deepEqual(listStatuses((await crawl()).data), ['new', 'new'])
  said.set('/h', 'Rebuilt.')
  said.set('/crawled/1', 'Rebuilt.')
  assert.deepEqual(listStatuses((await batch()).data), ['changed', 'same'])
  assert.deepEqual(listStatuses((await crawl()).data), ['changed', 'same'])
  const scraped = await client.scrape(`${site.url}/h`, { formats })
  assert.deepEqual(listStatuses([scraped]), ['same'])
})

test('the requests in docs/change-tracking.md get the documented responses', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/change-tracking.md'), 'utf8')
  const bodies = [...guide.matchAll(/-d '(\{.*?\})'/gs)].map(([, body = '']) => body)
  assert.equal(bodies.length, 3)
  for (const text of bodies) {
    const here = text.replaceAll('https://example.com', site.url).replaceAll('/pricing', '/a')
    const body = JSON.parse(here) as { url?: string; urls?: unknown; scrapeOptions?: unknown }
    const path = body.urls ? '/v2/batch/scrape' : body.scrapeOptions ? '/v2/crawl' : '/v2/scrape'
    const { status, body: answer } = await service.ask('POST', path, { body })
    assert.equal(status, 200, JSON.stringify(answer))
    if (path === '/v2/scrape') assert.ok(answer.data.changeTracking.changeStatus)
  }
})

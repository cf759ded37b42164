import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Firecrawl } from 'firecrawl'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

/** Together more than the 10 MiB that one answer of the status holds. */
const large = Array.from({ length: 24 }, (_, n) => `/large/${n}`)
const padding = `<!--${'x'.repeat(600_000)}-->`

const service = await startService()
const links = large.map((path) => `<a href="${path}">${path}</a>`).join(' ')
const site = await startPages({
  ...Object.fromEntries(large.map((path) => [path, article(path) + padding])),
  '/large/': article('Large').replace('</main>', `${links}</main>`),
  '/small': article('Small'),
  '/binary': {
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.alloc(64, 1),
  },
})
const apiUrl = await service.listen()
const client = new Firecrawl({ apiKey: firstKey, apiUrl })
const stranger = new Firecrawl({ apiKey: (await addTeam(service.database)).key, apiUrl })
disposeAfterTests(service, site)

test('a crawl over 10 MiB is paged, and the SDK joins the pages', async () => {
  const crawl = await client.crawl(`${site.url}/large/`, {
    sitemap: 'skip',
    scrapeOptions: { formats: ['rawHtml'] },
    pollInterval: 1,
  })
  assert.deepEqual([crawl.status, crawl.data.length], ['completed', large.length + 1])
  const urls = new Set(crawl.data.map(({ metadata }) => metadata?.sourceURL))
  assert.equal(urls.size, large.length + 1)

  const first = await client.getCrawlStatus(crawl.id ?? '', { autoPaginate: false })
  assert.ok(first.data.length < large.length)
  assert.ok(JSON.stringify(first.data).length <= 10 * 1024 * 1024)
  assert.match(first.next ?? '', new RegExp(`skip=${first.data.length}$`))
  const two = await client.getCrawlStatus(crawl.id ?? '', { autoPaginate: true, maxPages: 1 })
  assert.ok(two.data.length > first.data.length)
})

test('invalid URLs are listed or refuse the batch, and failed pages have a reason', async () => {
  const urls = [`${site.url}/small`, 'no url', `${site.url}/binary`]
  const { id, invalidURLs } = await client.startBatchScrape(urls, { ignoreInvalidURLs: true })
  assert.deepEqual(invalidURLs, ['no url'])
  await assert.rejects(client.startBatchScrape(urls, { ignoreInvalidURLs: false }), /Invalid URL/)
  let status = await client.getBatchScrapeStatus(id)
  while (status.status === 'scraping') status = await client.getBatchScrapeStatus(id)
  assert.deepEqual([status.total, status.completed], [2, 1])
  const { errors } = await client.getBatchScrapeErrors(id)
  assert.deepEqual(
    errors.map(({ url }) => url),
    [`${site.url}/binary`],
  )
})

test('every endpoint reports a job of another team as unknown', async () => {
  const { id } = await client.startCrawl(`${site.url}/large/`, { delay: 10 })
  for (const ask of [
    () => stranger.getCrawlStatus(id),
    () => stranger.getCrawlErrors(id),
    () => stranger.cancelCrawl(id),
    () => stranger.getBatchScrapeStatus(id),
  ]) {
    await assert.rejects(ask, /Job not found/)
  }
  assert.deepEqual((await stranger.getActiveCrawls()).crawls, [])
  assert.equal((await client.getActiveCrawls()).crawls.length, 1)
  assert.equal(await client.cancelCrawl(id), true)
  assert.deepEqual((await client.getActiveCrawls()).crawls, [])
})

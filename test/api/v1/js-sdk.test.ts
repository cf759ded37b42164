import assert from 'node:assert/strict'
import { test } from 'node:test'
import FirecrawlApp from 'firecrawl-v1'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startChangingEngine } from '#test/fixtures/search/changing-engine.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const engine = await startChangingEngine()
const service = await startService({
  env: { WEIR_SEARCH: 'web', WEIR_SEARXNG_URL: engine.url, WEIR_SEARCH_PROVIDERS: 'searxng' },
})
const apiUrl = await service.listen()
const kettle = '{"@context":"https://schema.org","@type":"Product","name":"Kettle"}'
const links = '<a href="/docs/a">A</a> <a href="/docs/a/b/c">C</a> <a href="/above">Above</a>'
const site = await startPages({
  '/kettle': article('Kettle').replace(
    '</head>',
    `<script type="application/ld+json">${kettle}</script></head>`,
  ),
  '/docs/': article('Documents').replace('</main>', `${links}</main>`),
  '/docs/a': article('Page A'),
  '/docs/a/b/c': article('Page C'),
  '/above': article('Above'),
})
engine.results.set('kettles', [`${site.url}/kettle`])
disposeAfterTests(engine, service, site)

const client = (apiKey = firstKey) => new FirecrawlApp({ apiKey, apiUrl })
const app = client()

/** The answer of a call, which the client also resolves with for failures. */
function succeeded<Answer extends { success: boolean }>(answer: Answer) {
  assert.ok(answer.success, JSON.stringify(answer))
  return answer as Extract<Answer, { success: true }>
}

const schema = { type: 'object', properties: { name: { type: 'string' } } }

test('the SDK of version 1 scrapes, with formats and options of that time', async () => {
  const page = succeeded(
    await app.scrapeUrl(`${site.url}/kettle`, {
      formats: ['markdown', 'links', 'rawHtml', 'extract', 'changeTracking'],
      extract: { schema, systemPrompt: '' } as never,
      changeTrackingOptions: { modes: ['git-diff'], tag: null },
      onlyMainContent: true,
      headers: { 'x-mine': '1' },
      location: { country: 'DE', languages: ['de'] },
      parsePDF: false,
      proxy: 'stealth',
      timeout: 30_000,
    }),
  )
  assert.match(page.markdown ?? '', /^# Kettle/)
  assert.ok(page.links?.includes(`${site.url}/next`))
  assert.deepEqual([page.extract, page.json], [{ name: 'Kettle' }, { name: 'Kettle' }])
  assert.equal(page.changeTracking?.changeStatus, 'new')
  assert.deepEqual(
    [page.metadata?.title, page.metadata?.statusCode, page.metadata?.sourceURL],
    ['Kettle', 200, `${site.url}/kettle`],
  )
  assert.equal(site.requests.at(-1)?.headers['x-mine'], '1')
})

test('of two options for data, that called extract counts, as in version 1', async () => {
  const extract = { schema }
  const jsonOptions = { schema: { type: 'object', properties: { url: { type: 'string' } } } }
  for (const formats of [['json'], ['extract'], ['json', 'extract'], undefined]) {
    const body = { url: `${site.url}/kettle`, ...(formats && { formats }), extract, jsonOptions }
    const { status, body: answer } = await service.ask('POST', '/v1/scrape', { body })
    assert.equal(status, 200, JSON.stringify(answer))
    assert.deepEqual(answer.data.json, { name: 'Kettle' })
    assert.deepEqual(answer.data.extract, { name: 'Kettle' })
  }
})

const search = (sources: readonly unknown[]) =>
  service.ask('POST', '/v1/search', { body: { query: 'kettles', sources } })

test('a search of version 1 refuses sources that its list has no place for', async () => {
  for (const sources of [['web', 'news'], [{ type: 'images' }], ['alexandria']]) {
    const { status, body } = await search(sources)
    assert.deepEqual([status, body.success], [400, false])
    assert.match(JSON.stringify(body), /Version 1 returns web pages alone\. Use \/v2\/search/)
  }
  for (const sources of [['web'], [{ type: 'web' }]])
    assert.equal((await search(sources)).body.data[0].url, `${site.url}/kettle`)
})

test('version 1 reads no cached copy unless it is asked to', async () => {
  const url = `${site.url}/docs/a`
  const before = site.requests.length
  await app.scrapeUrl(url)
  await app.scrapeUrl(url)
  assert.equal(site.requests.length - before, 2)
  const cached = succeeded(await app.scrapeUrl(url, { maxAge: 3_600_000 }))
  assert.equal(cached.metadata?.cacheState, 'hit')
})

test('a diff has its text and its parsed form in one object', async () => {
  let text = 'It was written first.'
  await using changing = await startPages({ '/': () => article('Changing', text) })
  const options = { formats: ['markdown' as const, 'changeTracking' as const] }
  const track = { ...options, changeTrackingOptions: { modes: ['git-diff' as const] } }
  await app.scrapeUrl(changing.url, track)
  text = 'It was written a second time.'
  const { changeTracking } = succeeded(await app.scrapeUrl(changing.url, track))
  assert.equal(changeTracking?.changeStatus, 'changed')
  assert.match(changeTracking?.diff?.text ?? '', /^\+It was written a second time/m)
  assert.ok((changeTracking?.diff?.json.files.length ?? 0) > 0)
})

test('the SDK of version 1 crawls, reads errors and cancels', async () => {
  const crawl = succeeded(
    await app.crawlUrl(
      `${site.url}/docs/`,
      {
        ignoreSitemap: true,
        maxDepth: 1,
        limit: 10,
        allowBackwardLinks: false,
        scrapeOptions: { formats: ['markdown'] },
      },
      1,
    ),
  )
  const found = crawl.data
    .map(({ metadata }) => String(metadata?.sourceURL))
    .toSorted((a, b) => a.localeCompare(b))
  assert.deepEqual(
    found,
    ['/docs/', '/docs/a'].map((path) => site.url + path),
  )

  const whole = succeeded(await app.asyncCrawlUrl(`${site.url}/docs/`, { crawlEntireDomain: true }))
  assert.match(whole.url ?? '', /\/v1\/crawl\//)
  const status = succeeded(await app.checkCrawlStatus(whole.id))
  assert.ok(['scraping', 'completed'].includes(status.status))
  assert.ok('robotsBlocked' in (await app.checkCrawlErrors(whole.id ?? '')))
  await finished(whole.id)

  const slow = succeeded(await app.asyncCrawlUrl(`${site.url}/docs/`, { delay: 10 }))
  assert.equal(
    ((await app.cancelCrawl(slow.id ?? '')) as unknown as { status: string }).status,
    'cancelled',
  )
  await assert.rejects(client().crawlUrl('nonsense'), /Invalid URL|top-level domain/)
})

async function finished(id: string | undefined) {
  for (;;) {
    const status = succeeded(await app.checkCrawlStatus(id, true))
    if (status.status !== 'scraping') return status
  }
}

test('the SDK of version 1 reads a status in pages of its own version', async () => {
  const { id } = succeeded(
    await app.asyncCrawlUrl(`${site.url}/docs/`, { crawlEntireDomain: true, ignoreSitemap: true }),
  )
  const all = await finished(id)
  const first = succeeded(await app.checkCrawlStatus(id, false, undefined, 0, 1))
  assert.equal(first.data.length, 1)
  assert.match(first.next ?? '', /\/v1\/crawl\/.*skip=1/)
  const second = succeeded(await app.checkCrawlStatus(id, false, first.next))
  assert.equal(second.data[0]?.metadata?.sourceURL, all.data[1]?.metadata?.sourceURL)
})

const urls = [`${site.url}/docs/a`, `${site.url}/above`]

test('the SDK of version 1 scrapes batches, whose status it reads as that of a crawl', async () => {
  const batch = succeeded(await app.batchScrapeUrls(urls, { formats: ['markdown'] }, 1))
  assert.equal(batch.data.length, 2)
  const started = succeeded(
    await app.asyncBatchScrapeUrls([...urls, 'no url'], {}, undefined, undefined, true),
  )
  assert.deepEqual(started.invalidURLs, ['no url'])
  const status = succeeded(await app.checkBatchScrapeStatus(started.id))
  assert.equal(status.total, 2)
  assert.deepEqual(await app.checkBatchScrapeErrors(started.id ?? ''), {
    errors: [],
    robotsBlocked: [],
  })
  await assert.rejects(app.asyncBatchScrapeUrls([...urls, 'no url']), /Invalid URL/)
})

test('the SDK of version 1 watches crawls and batches', async () => {
  const starts = [
    () => app.crawlUrlAndWatch(`${site.url}/docs/`, { limit: 2, ignoreSitemap: true }),
    () => app.batchScrapeUrlsAndWatch(urls, { formats: ['markdown'] }),
  ]
  for (const start of starts) {
    // Its events are lost unless they are listened to at once.
    const watcher = await start()
    let documents = 0
    watcher.addEventListener('document', () => {
      documents += 1
    })
    await new Promise((resolve, reject) => {
      watcher.addEventListener('done', resolve)
      watcher.addEventListener('error', ({ detail }) => reject(new Error(detail.error)))
    })
    assert.equal(documents, 2)
    watcher.close()
  }
})

test('the SDK of version 1 maps, searches and extracts', async () => {
  const map = succeeded(await app.mapUrl(`${site.url}/docs/`, { ignoreSitemap: true, limit: 10 }))
  assert.ok(map.links?.includes(`${site.url}/docs/a`), String(map.links))

  const found = succeeded(
    (await app.search('kettles', { limit: 1 })) as { success: true; data: object[] },
  )
  assert.deepEqual(
    found.data.map((item) => (item as { url: string }).url),
    [`${site.url}/kettle`],
  )
  const read = await app.search('kettles', { scrapeOptions: { formats: ['markdown'] } })
  assert.match(read.data[0]?.markdown ?? '', /^# Kettle/)

  const extracted = await app.extract([`${site.url}/kettle`], { schema })
  assert.deepEqual('data' in extracted && extracted.data, { name: 'Kettle' })
  const started = succeeded(await app.asyncExtract([`${site.url}/kettle`], { schema }))
  const { id } = started as unknown as { id: string }
  assert.equal((await app.getExtractStatus(id)).success, true)
})

test('the SDK of version 1 makes an llms.txt', async () => {
  const made = await app.generateLLMsText(`${site.url}/docs/`, { showFullText: true })
  assert.ok('data' in made, JSON.stringify(made))
  assert.equal(made.status, 'completed')
  assert.match(made.data.llmstxt, /^# .*\n\n## Pages\n\n- \[Documents\]/)
  assert.match(made.data.llmsfulltxt ?? '', /^# Documents\nURL: /)
})

test('the SDK of version 1 reports failures, and that deep research is missing', async () => {
  const { key } = await addTeam(service.database, { credits: 0 })
  await assert.rejects(client(key).scrapeUrl(`${site.url}/above`), /credits/i)
  await assert.rejects(client('fc-unknown').scrapeUrl(`${site.url}/above`), /401/)
  const url = `${site.url}/above`
  await assert.rejects(app.scrapeUrl(url, { formats: ['nothing'] as never }), /400/)
  await assert.rejects(app.deepResearch('weirs', {}), /501/)
  const { body } = await service.ask('POST', '/v1/scrape', {
    body: { url, agent: { model: 'FIRE-1' } },
  })
  assert.match(JSON.stringify(body), /The agent of a scrape is not available/)
  assert.equal((await service.ask('POST', '/v1/scrape', { body: { url, more: 1 } })).status, 400)
})

test('a key for batches reads them at the address of crawls, and no crawls', async () => {
  const { id: crawl } = succeeded(await app.asyncCrawlUrl(`${site.url}/docs/`, { limit: 1 }))
  await finished(crawl)
  const restricted = await service.ask('POST', '/v1/batch/scrape', { body: { urls } })
  const batches = {
    key: (await addTeam(service.database, { allowedEndpoints: ['batch-scrape'] })).key,
  }
  const started = await service.ask('POST', '/v1/batch/scrape', { ...batches, body: { urls } })
  const ask = (id: string) => service.ask('GET', `/v1/crawl/${id}`, batches)
  assert.equal((await ask(started.body.id)).status, 200)
  assert.equal((await ask(crawl ?? '')).status, 404)
  assert.equal((await ask(restricted.body.id)).status, 404)
  const maps = { key: (await addTeam(service.database, { allowedEndpoints: ['map'] })).key }
  assert.equal((await service.ask('GET', `/v1/crawl/${crawl}`, maps)).status, 403)
})

test('version 1 has the usage of the team', async () => {
  const { body: credits } = await service.ask('GET', '/v1/team/credit-usage')
  assert.deepEqual(Object.keys(credits.data).slice(0, 2), ['remaining_credits', 'plan_credits'])
  const { body: tokens } = await service.ask('GET', '/v1/team/token-usage')
  assert.equal(typeof tokens.data.remaining_tokens, 'number')
  const { body: slots } = await service.ask('GET', '/v1/concurrency-check')
  assert.deepEqual(Object.keys(slots), ['success', 'concurrency', 'maxConcurrency'])
  assert.deepEqual((await service.ask('GET', '/v1/crawl/active')).body.success, true)
})

const startToDepth = (path: string, maxDepth: number) =>
  service.ask('POST', '/v1/crawl', { body: { url: site.url + path, maxDepth, limit: 1 } })

test('a start URL below the depth of a crawl is refused as in version 1', async () => {
  const { status, body } = await startToDepth('/a/b/c?x=/y/', 2)
  const error = 'URL depth exceeds the specified maxDepth'
  assert.deepEqual(
    [status, body.error, body.details[0].message, body.details[0].path],
    [400, error, error, ['url']],
  )
  assert.equal((await startToDepth('/docs/', 1)).status, 200)
})

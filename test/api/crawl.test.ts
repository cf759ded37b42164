import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Firecrawl } from 'firecrawl'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { article, startPages, type Pages } from '#test/fixtures/pages.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

/** A page with links, long enough to have main content. */
const page = (title: string, links: readonly string[]) =>
  article(title).replace(
    '</main>',
    `${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main>`,
  )
const numbers = Array.from({ length: 40 }, (_, index) => index)
/** A closed ring in which every page links two others. */
const ring = Object.fromEntries(
  numbers.map((n) => [
    `/ring/${n}`,
    page(`Ring ${n}`, [`${(n * 3 + 1) % 40}`, `/ring/${(n + 7) % 40}`]),
  ]),
)
let countedVisits = 0
const service = await startService()
const site: Pages = await startPages({
  ...ring,
  '/ring/': page('Ring', ['/ring/0', '/elsewhere', 'https://other.invalid/x']),
  '/robots.txt': () => ({
    headers: { 'content-type': 'text/plain' },
    body: `User-agent: *\nDisallow: /small/closed\nSitemap: ${site.url}/map.xml`,
  }),
  '/map.xml': () => ({
    headers: { 'content-type': 'application/xml' },
    body: `<urlset><url><loc>${site.url}/small/unlinked</loc></url><url><loc>${site.url}/small/closed</loc></url></urlset>`,
  }),
  '/small/': page('Small', [
    '/small/a',
    '/small/closed',
    '/small/moved',
    '/small/a/',
    '/small/gone',
  ]),
  '/small/a': page('A', ['/small/b#one', '/small/b#two', '/small/index.html#top']),
  '/small/b': page('B', ['/small/c']),
  '/small/c': page('C', []),
  '/small/unlinked': page('Unlinked', []),
  '/small/closed': page('Closed', []),
  '/small/moved': { status: 302, headers: { location: '/small/a' } },
  '/counted/': () => {
    countedVisits += 1
    return article('Counted')
  },
  '/slow/': page(
    'Slow',
    numbers.map((n) => `/slow/${n}`),
  ),
  '/file.bin': {
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.alloc(64, 1),
  },
})
const apiUrl = await service.listen()
disposeAfterTests(service, site)

async function start(path: string, options: object = {}, key = firstKey): Promise<string> {
  const body = { url: site.url + path, ...options }
  const answer = await service.ask('POST', '/v2/crawl', { body, key })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.match(answer.body.url, new RegExp(`/v2/crawl/${answer.body.id}$`))
  return answer.body.id
}

const finished = (path: string, key = firstKey) => finishedJob(service, path, key)

async function crawl(path: string, options: object = {}, key = firstKey) {
  const id = await start(path, options, key)
  const body = await finished(`/v2/crawl/${id}`, key)
  const urls = (body.data as { metadata: { sourceURL: string } }[]).map(({ metadata }) =>
    metadata.sourceURL.replace(site.url, ''),
  )
  return { id, body, urls: urls.toSorted() }
}

test('a crawl visits every page of its site once and no other', async () => {
  const { body, urls } = await crawl('/ring/', { sitemap: 'skip' })
  assert.deepEqual(urls, ['/ring/', ...numbers.map((n) => `/ring/${n}`)].toSorted())
  assert.deepEqual(
    [body.status, body.total, body.completed, body.creditsUsed],
    ['completed', 41, 41, 41],
  )
  assert.match(body.data[0].markdown, /^# Ring/)
  assert.ok(Date.parse(body.completedAt) <= Date.parse(body.expiresAt))
  assert.equal(body.next, undefined)
})

test('limit and credits are exact', async () => {
  const { key } = await addTeam(service.database, { credits: 100 })
  const { body } = await crawl('/ring/', { limit: 13 }, key)
  assert.deepEqual([body.total, body.completed, body.creditsUsed], [13, 13, 13])
  const { body: usage } = await service.ask('GET', '/v2/team/credit-usage', { key })
  assert.equal(usage.data.remainingCredits, 87)
})

test('few credits lower the limit, and an empty balance refuses the crawl', async () => {
  const { key } = await addTeam(service.database, { credits: 5 })
  const { body } = await crawl('/ring/', {}, key)
  assert.deepEqual([body.total, body.completed], [5, 5])
  assert.match(body.warning, /^The remaining credits pay for 5 pages/)
  const refused = await service.ask('POST', '/v2/crawl', { body: { url: site.url }, key })
  assert.equal(refused.status, 402)
})

test('a crawl that finds almost nothing suggests other options', async () => {
  const { body: lonely } = await crawl('/small/c', { sitemap: 'skip' })
  assert.match(lonely.warning, /^1 page was found below this URL\. Set crawlEntireDomain/)
  const { body: closed } = await crawl('/small/closed', { sitemap: 'skip' })
  assert.match(closed.warning, /^robots\.txt of the site disallows every page/)
  const { body: unread } = await crawl('/file.bin', { sitemap: 'skip' })
  assert.match(unread.warning, /^No page could be loaded\. See the errors of this crawl\./)
  const { body: unfit } = await crawl('/small/', { sitemap: 'skip', includePaths: ['^/nothing'] })
  assert.match(unfit.warning, /^No page matches includePaths and excludePaths/)
})

test('sitemaps and fragment links add pages, robots.txt excludes pages, duplicates count once', async () => {
  const { id, body, urls } = await crawl('/small/')
  assert.deepEqual(urls, [
    '/small/',
    '/small/a',
    '/small/b',
    '/small/c',
    '/small/gone',
    '/small/unlinked',
  ])
  assert.equal(body.status, 'completed')
  const { body: errors } = await service.ask('GET', `/v2/crawl/${id}/errors`)
  assert.deepEqual(errors, { errors: [], robotsBlocked: [`${site.url}/small/closed`] })
  assert.match(body.warning, /^robots\.txt of the site disallows some pages .* robotsBlocked/)
})

test('Crawl-delay is obeyed', async () => {
  const pauseMs = 1_000
  const visits: number[] = []
  await using patient = await startPages({
    '/robots.txt': { body: `User-agent: *\nCrawl-delay: ${pauseMs / 1_000}` },
    ...Object.fromEntries(
      ['/', '/1', '/2', '/3', '/4'].map((path) => [
        path,
        () => {
          visits.push(performance.now())
          return page(path, ['/1', '/2', '/3', '/4'])
        },
      ]),
    ),
  })
  const { body } = await service.ask('POST', '/v2/crawl', {
    body: { url: `${patient.url}/`, sitemap: 'skip' },
  })
  await finishedJob(service, `/v2/crawl/${body.id}`)
  assert.equal(visits.length, 5)
  // The first pages may have been taken before robots.txt was read. One late visit makes the next pause shorter.
  const twoPauses = (visits[4] ?? 0) - (visits[2] ?? 0)
  assert.ok(twoPauses > pauseMs, `${twoPauses} ms`)
})

test('depth, sitemap mode and patterns select the pages', async () => {
  const near = await crawl('/small/', { maxDiscoveryDepth: 1, sitemap: 'skip' })
  assert.deepEqual(near.urls, ['/small/', '/small/a', '/small/gone'])
  const only = await crawl('/small/', { sitemap: 'only' })
  assert.deepEqual(only.urls, ['/small/', '/small/unlinked'])
  const some = await crawl('/small/', { includePaths: ['/$', '/[ab]$'], sitemap: 'skip' })
  assert.deepEqual(some.urls, ['/small/', '/small/a', '/small/b'])
  const none = await crawl('/small/', { includePaths: ['^/nothing'], sitemap: 'skip' })
  assert.deepEqual([none.body.status, none.body.total], ['completed', 0])
})

test('unreadable pages are listed with the reason', async () => {
  const { id, body } = await crawl('/file.bin', { sitemap: 'skip' })
  assert.deepEqual([body.status, body.completed, body.creditsUsed], ['completed', 0, 0])
  const { body: errors } = await service.ask('GET', `/v2/crawl/${id}/errors`)
  assert.equal(errors.errors.length, 1)
  assert.equal(errors.errors[0].code, 'SCRAPE_UNSUPPORTED_FILE_ERROR')
  assert.equal(errors.errors[0].url, `${site.url}/file.bin`)
})

test('status pages are contiguous', async () => {
  const { id, urls } = await crawl('/ring/', { sitemap: 'skip' })
  const seen: string[] = []
  let next: string | undefined = `${apiUrl}/v2/crawl/${id}?limit=7`
  while (next !== undefined) {
    const { pathname, search } = new URL(next)
    const { body } = await service.ask('GET', pathname + search)
    assert.ok(body.data.length <= 7)
    seen.push(...body.data.map((document: never) => document['metadata']['sourceURL']))
    next = body.next
  }
  assert.deepEqual(seen.map((url) => url.replace(site.url, '')).toSorted(), urls)
})

test('a delay crawls one page at a time', async () => {
  const before = site.requests.length
  const started = Date.now()
  const scrapeOptions = { maxAge: 0 }
  await crawl('/ring/', { delay: 0.2, limit: 3, sitemap: 'skip', scrapeOptions })
  const pages = site.requests.slice(before).filter(({ url }) => url?.startsWith('/ring/'))
  assert.equal(pages.length, 3)
  assert.ok(Date.now() - started >= 400)
})

test('a cancelled crawl stops and reports its state', async () => {
  const id = await start('/ring/', { delay: 5 })
  const first = await service.ask('DELETE', `/v2/crawl/${id}`)
  assert.deepEqual(first.body, { success: true, status: 'cancelled' })
  assert.equal((await service.ask('DELETE', `/v2/crawl/${id}`)).status, 200)
  const { body } = await service.ask('GET', `/v2/crawl/${id}`)
  assert.equal(body.status, 'cancelled')
  const { id: done } = await crawl('/small/c')
  const late = await service.ask('DELETE', `/v2/crawl/${done}`)
  assert.deepEqual([late.status, late.body.error], [409, 'Crawl is already completed'])
})

test('running crawls are listed with their options to their team only', async () => {
  const { key, teamId } = await addTeam(service.database)
  const id = await start('/ring/', { delay: 60, limit: 3 }, key)
  for (const path of ['/v2/crawl/active', '/v2/crawl/ongoing']) {
    const { body } = await service.ask('GET', path, { key })
    assert.equal(body.crawls.length, 1)
    const [{ options, ...rest }] = body.crawls
    assert.deepEqual(
      { ...rest, created_at: undefined },
      { id, teamId, url: `${site.url}/ring/`, created_at: undefined },
    )
    assert.deepEqual([options.limit, options.scrapeOptions.onlyMainContent], [3, true])
  }
  for (const path of [`/v2/crawl/${id}`, `/v2/crawl/${id}/errors`, `/v2/batch/scrape/${id}`]) {
    const { status, body } = await service.ask('GET', path)
    assert.deepEqual([status, body.error], [404, 'Job not found'])
  }
  assert.equal((await service.ask('DELETE', `/v2/crawl/${id}`)).status, 404)
  await service.ask('DELETE', `/v2/crawl/${id}`, { key })
  assert.deepEqual((await service.ask('GET', '/v2/crawl/active', { key })).body.crawls, [])
})

async function refused(options: object) {
  const { status, body } = await service.ask('POST', '/v2/crawl', {
    body: { url: site.url, ...options },
  })
  return `${status} ${body.error}`
}

test('an invalid crawl request is refused with the reason', async () => {
  assert.match(await refused({ delay: 61 }), /^400 The delay parameter is measured in seconds/)
  assert.match(await refused({ excludePaths: ['(?<=a)'] }), /^400 Invalid excludePaths pattern/)
  assert.match(await refused({ scrapeOptions: { formats: ['nonsense'] } }), /^400 /)
  for (const name of ['ignoreRobotsTxt', 'robotsUserAgent']) {
    assert.match(
      await refused({ [name]: name === 'ignoreRobotsTxt' || 'Bot' }),
      new RegExp(`^403 The ${name} parameter is an enterprise feature\\.`),
    )
  }
  assert.match(await refused({ zeroDataRetention: true }), /^403 Zero Data Retention/)
})

test('a crawl prompt is refused without a language model, a blank one is no prompt', async () => {
  const body = { url: site.url, prompt: 'Only the blog' }
  const answer = await service.ask('POST', '/v2/crawl/params-preview', { body })
  assert.deepEqual([answer.status, answer.body.code], [503, 'SERVICE_UNAVAILABLE'])
  const started = await service.ask('POST', '/v2/crawl', { body })
  assert.deepEqual([started.status, started.body.code], [503, 'SERVICE_UNAVAILABLE'])
  const wrong = await service.ask('POST', '/v2/crawl/params-preview', { body: { url: site.url } })
  assert.equal(wrong.status, 400)
  const { body: blank } = await crawl('/small/a', { limit: 1, prompt: ' ' })
  assert.equal(blank.completed, 1)
})

test('json with a prompt alone fails a page once without a language model, and is free', async () => {
  const before = countedVisits
  const scrapeOptions = { formats: [{ type: 'json', prompt: 'The price' }], maxAge: 0 }
  const body = { url: `${site.url}/counted/`, limit: 1, scrapeOptions }
  const { body: crawl } = await service.ask('POST', '/v2/crawl', { body })
  const { completed, creditsUsed } = await finishedJob(service, `/v2/crawl/${crawl.id}`)
  const { body: failed } = await service.ask('GET', `/v2/crawl/${crawl.id}/errors`)
  const codes = failed.errors.map(({ code }: { code: string }) => code)
  assert.deepEqual([completed, creditsUsed, codes], [0, 0, ['UNPROCESSABLE']])
  assert.equal(countedVisits - before, 1)
})

test('the same idempotency key starts one crawl', async () => {
  const headers = { 'x-idempotency-key': 'b1f6a1de-0d3c-4f0e-9f0a-1e5f2c1a7b11' }
  const ask = { body: { url: `${site.url}/small/c` }, headers }
  const [first, second] = [
    await service.ask('POST', '/v2/crawl', ask),
    await service.ask('POST', '/v2/crawl', ask),
  ]
  assert.equal(first.body.id, second.body.id)
})

test('the public SDK crawls, follows pages of the status, batches and cancels', async () => {
  const client = new Firecrawl({ apiKey: firstKey, apiUrl })
  const job = await client.crawl(`${site.url}/ring/`, {
    limit: 30,
    sitemap: 'skip',
    pollInterval: 1,
  })
  assert.deepEqual([job.status, job.total, job.data.length], ['completed', 30, 30])
  const batch = await client.batchScrape([`${site.url}/small/a`, `${site.url}/small/b`], {
    options: { formats: ['markdown'] },
    pollInterval: 1,
  })
  assert.equal(batch.data.length, 2)
  const { id } = await client.startCrawl(`${site.url}/ring/`, { delay: 5 })
  assert.ok((await client.getActiveCrawls()).crawls.some((crawl) => crawl.id === id))
  assert.equal(await client.cancelCrawl(id), true)
  assert.deepEqual(await client.getCrawlErrors(id), { errors: [], robotsBlocked: [] })
  await assert.rejects(
    client.getCrawlStatus('00000000-0000-7000-8000-000000000000'),
    /Job not found/,
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { article, startPages, type Pages } from '#test/fixtures/pages.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const page = (title: string, links: readonly string[] = []) =>
  article(title).replace(
    '</main>',
    `${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main>`,
  )
const listing = (...urls: readonly string[]) => ({
  headers: { 'content-type': 'application/xml' },
  body: `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`,
})
const service = await startService()
const neighbour = await startPages({
  '/': page('Neighbour'),
  '/in': page('Inside', ['/deeper']),
  '/rooms/first': page('First', ['second', '/in']),
  '/rooms/second': page('Second', ['third']),
  '/rooms/third': page('Third'),
})
const site: Pages = await startPages({
  '/': () => page('Home', [neighbour.url, `${neighbour.url}/in`, '/leave', '/home']),
  '/home': () => page('Again', [`${neighbour.url}/`]),
  '/leave': () => ({ status: 302, headers: { location: `${neighbour.url}/` } }),
  '/part': page('Part', ['/part/a']),
  '/manual': { status: 302, headers: { location: '/en/manual/start.html' } },
  '/en/manual/start.html': page('Start', ['second', '/en/news']),
  '/en/manual/second': page('Second', ['third', '/en/news', '/manual']),
  '/en/manual/third': page('Third'),
  '/en/news': page('News'),
  '/shop': { status: 301, headers: { location: '/store' } },
  '/store': page('Store', ['/store/a', '/en/news']),
  '/store/a': page('Ware', ['/store/b']),
  '/store/b': page('Other ware'),
  '/away': () => ({ status: 302, headers: { location: `${neighbour.url}/rooms/first` } }),
  '/links/': page(
    'Links',
    Array.from({ length: 10_500 }, (_, n) => `/links/closed/${n}`),
  ),
  '/robots.txt': {
    headers: { 'content-type': 'text/plain' },
    body: 'User-agent: *\nDisallow: /links/closed/',
  },
  '/part/a': page('A'),
  '/part/unlinked': page('Unlinked'),
  '/part/sitemap.xml': () => listing(`${site.url}/part/unlinked`),
})
disposeAfterTests(service, neighbour, site)

const post = (body: object, key = firstKey) => service.ask('POST', '/v2/crawl', { body, key })

async function crawl(path: string, options: object = {}) {
  const { body } = await post({ url: site.url + path, ...options })
  const job = await finishedJob(service, `/v2/crawl/${body.id}`)
  const urls = job.data.map((one: { metadata: { sourceURL: string } }) => one.metadata.sourceURL)
  return { id: body.id as string, job, urls: (urls as string[]).toSorted() }
}

test('with external links, home pages of other sites are reported once instead of crawled', async () => {
  const { id, urls } = await crawl('/', { allowExternalLinks: true, sitemap: 'skip' })
  assert.deepEqual(
    urls,
    [`${neighbour.url}/in`, `${site.url}/`, `${site.url}/home`, `${site.url}/menu`]
      .concat(`${site.url}/next`)
      .toSorted(),
  )
  const { body } = await service.ask('GET', `/v2/crawl/${id}/errors`)
  const listed = body.errors.map((one: { url: string; code: string }) => `${one.code} ${one.url}`)
  assert.deepEqual(
    listed.toSorted(),
    [`EXTERNAL_LINK ${neighbour.url}/`, `EXTERNAL_LINK ${site.url}/leave`].toSorted(),
  )
  const alone = await crawl('/home', { sitemap: 'skip' })
  const { body: quiet } = await service.ask('GET', `/v2/crawl/${alone.id}/errors`)
  assert.deepEqual(quiet.errors, [])
})

test('a start URL that is redirected out of its scope leads to the pages beside its target', async () => {
  const starts = [
    ['/manual', ['second', 'third']],
    ['/shop', ['a', 'b']],
    ['/away', ['second', 'third']],
  ] as const
  for (const [path, names] of starts) {
    const { job, urls } = await crawl(path, { sitemap: 'skip' })
    const others = urls.filter((url) => url !== site.url + path)
    assert.deepEqual(
      others.map((url) => url.split('/').at(-1)),
      names,
      path,
    )
    assert.equal(job.warning, undefined)
  }
})

test('the sitemap next to the start URL is read, and the start URL can be a sitemap', async () => {
  const { urls } = await crawl('/part')
  assert.deepEqual(urls, [`${site.url}/part`, `${site.url}/part/a`, `${site.url}/part/unlinked`])
  const listed = await crawl('/part/sitemap.xml', { sitemap: 'only' })
  assert.ok(listed.urls.includes(`${site.url}/part/unlinked`))
})

test('unknown fields and values out of bounds are refused', async () => {
  const refusals: readonly (readonly [object, string])[] = [
    [{ maxDepth: 2 }, 'Unrecognized key in body -- please review the v2 API documentation'],
    [{ ignoreSitemap: true }, 'Unrecognized key in body -- please review the v2 API documentation'],
    [{ scrapeOptions: { depth: 1 } }, 'Unrecognized key in body'],
    [{ limit: 0 }, 'limit: '],
    [{ limit: 1.5 }, 'limit: '],
    [{ limit: '5' }, 'limit: '],
    [{ maxDiscoveryDepth: -1 }, 'maxDiscoveryDepth: '],
    [{ maxConcurrency: 0 }, 'maxConcurrency: '],
    [{ sitemap: true }, 'sitemap: '],
    [{ delay: 0 }, 'delay: '],
    [{ delay: 60.1 }, 'The delay parameter is measured in seconds and cannot exceed 60 seconds.'],
    [{ prompt: 'x'.repeat(10_001) }, 'prompt: '],
    [{ includePaths: [`${'('.repeat(51)}a${')'.repeat(51)}`] }, 'Invalid includePaths pattern'],
    [{ excludePaths: ['(?!a)'] }, 'Invalid excludePaths pattern "(?!a)": '],
  ]
  for (const [options, error] of refusals) {
    const { status, body } = await post({ url: site.url, ...options })
    assert.deepEqual([status, body.code], [400, 'BAD_REQUEST'], JSON.stringify(options))
    assert.ok(body.error.startsWith(error), `${body.error} for ${JSON.stringify(options)}`)
    assert.ok(body.details.length > 0)
  }
  const most = {
    limit: Number.MAX_SAFE_INTEGER,
    maxConcurrency: 4_000_000_000,
    maxDiscoveryDepth: 0,
    delay: 60,
    sitemap: 'skip',
    includePaths: [`${'('.repeat(50)}nothing${')'.repeat(50)}`],
  }
  const { status, body } = await post({ url: site.url, ...most })
  assert.equal(status, 200)
  await service.ask('DELETE', `/v2/crawl/${body.id}`)
})

test('a skip beyond the documents returns an empty page, and an invalid skip is refused', async () => {
  const { id } = await crawl('/part/a', { sitemap: 'skip' })
  const { body } = await service.ask('GET', `/v2/crawl/${id}?skip=1000000000000&limit=4000000000`)
  assert.deepEqual([body.data, body.next], [[], undefined])
  for (const query of ['skip=-1', 'skip=x', 'limit=0', 'limit=1.5']) {
    const { status, body: refused } = await service.ask('GET', `/v2/crawl/${id}?${query}`)
    assert.equal(status, 400)
    assert.ok(refused.error.startsWith(`${query.split('=')[0]}: `), refused.error)
  }
})

test('next is set while the crawl runs and keeps the requested limit', async () => {
  const { body } = await post({ url: `${site.url}/part`, delay: 30 })
  const first = await service.ask('GET', `/v2/crawl/${body.id}?limit=5`)
  const shown: number = first.body.data.length
  assert.equal(first.body.next, `${body.url}?skip=${shown}&limit=5`)
  assert.deepEqual(Object.keys(first.body).toSorted(), [
    'completed',
    'createdAt',
    'creditsUsed',
    'data',
    'duration',
    'expiresAt',
    'next',
    'status',
    'success',
    'total',
  ])
  const day = Date.parse(first.body.expiresAt) - Date.parse(first.body.createdAt)
  assert.equal(day, 86_400_000)
  await service.ask('DELETE', `/v2/crawl/${body.id}`)
})

const failure = (error: string) => ({ success: false, error, code: 'NOT_FOUND' })

test('every endpoint reports an expired crawl until it is deleted', async () => {
  const { id } = await crawl('/part/a', { sitemap: 'skip' })
  await service.database.query(`update jobs set expires_at = now() where id = $1`, [id])
  const asked = async () => [
    await service.ask('GET', `/v2/crawl/${id}`),
    await service.ask('GET', `/v2/crawl/${id}/errors`),
    await service.ask('DELETE', `/v2/crawl/${id}`),
  ]
  for (const { status, body } of await asked()) {
    assert.deepEqual([status, body], [404, failure('Job expired')])
  }
  const { key } = await addTeam(service.database)
  const other = await service.ask('GET', `/v2/crawl/${id}`, { key })
  assert.deepEqual(other.body, failure('Job not found'))
  await service.database.query('delete from jobs where id = $1', [id])
  for (const { status, body } of await asked()) {
    assert.deepEqual([status, body], [404, failure('Job not found')])
  }
})

const preview = (body: object) => service.ask('POST', '/v2/crawl/params-preview', { body })

test('params-preview lists the invalid parameters in its error', async () => {
  const { status, body } = await preview({ url: 'ftp://example.com', prompt: 'The blog' })
  assert.deepEqual(
    [status, body.code, body.error],
    [400, 'BAD_REQUEST', 'Invalid request parameters: URL uses unsupported protocol'],
  )
  const { body: both } = await preview({})
  assert.match(both.error, /^Invalid request parameters: .*expected string.*, .*expected string/)
  const { body: long } = await preview({ url: site.url, prompt: 'x'.repeat(10_001) })
  assert.match(long.error, /^Invalid request parameters: .*10000 characters/)
  const fine = { url: site.url, prompt: 'x', origin: 'api', integration: null }
  assert.equal((await preview(fine)).status, 503)
})

test('a password in a URL is sent to the site and shown nowhere', async () => {
  const secret = 'hunter2'
  const url = (path: string) => `${site.url.replace('//', `//reader:${secret}@`)}${path}`
  const { body } = await post({ url: url('/part'), delay: 30, sitemap: 'skip' })
  const { body: active } = await service.ask('GET', '/v2/crawl/active')
  await service.ask('DELETE', `/v2/crawl/${body.id}`)
  const urls = [url('/part/a'), url('/part/a').replace(String(site.port), '1')]
  const { body: batch } = await service.ask('POST', '/v2/batch/scrape', { body: { urls } })
  const job = await finishedJob(service, `/v2/batch/scrape/${batch.id}`)
  const { body: failed } = await service.ask('GET', `/v2/batch/scrape/${batch.id}/errors`)
  const { body: map } = await service.ask('POST', '/v2/map', { body: { url: url('/part') } })
  const { body: activity } = await service.ask('GET', '/v2/team/activity')

  assert.deepEqual([active.crawls.length, job.completed, failed.errors.length], [1, 1, 1])
  assert.ok(map.links.length > 0)
  const shown = JSON.stringify([active, job, failed, map, activity])
  assert.equal(shown.includes(secret), false)
  assert.ok(site.requests.some(({ headers }) => headers.authorization?.startsWith('Basic ')))
})

test('omitted URLs are listed, up to ten thousand', async () => {
  const { id, job } = await crawl('/links/', { sitemap: 'skip' })
  assert.equal(job.total, 1)
  const { body } = await service.ask('GET', `/v2/crawl/${id}/errors`)
  assert.equal(body.robotsBlocked.length, 10_000)
})

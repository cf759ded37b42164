import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedCheck, finishedJob } from '#test/fixtures/finished-job.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { html } from '#fixtures/refusals/refusal-page.ts'
import { firstKey, startService } from '#test/service.ts'

const challenge = html(
  'Just a moment...',
  '<script>window._cf_chl_opt={}</script><a href="/of-the-refusal">Help</a>',
)
const mill = 'The mill beside the weir was built of oak and stone.'

/** Whether the site refuses, with status 200, as many do. */
let refuses = true
const service = await startService()
const site = await startPages({
  '/': '<h1>Mills</h1><a href="/checked">One</a> <a href="/denied">Two</a> <a href="/open">Three</a>',
  '/checked': () => (refuses ? challenge : article('Mills', mill)),
  '/denied': { status: 403, body: '<h1>403 Forbidden</h1>' },
  '/open': article('Open'),
  '/refused': challenge,
  '/members': html(
    'Sign in',
    '<form><h1>Sign in</h1><input name="user"><input type="password" name="password"><button>Sign in</button></form><a href="/members/about">About</a>',
  ),
  '/members/about': article('About'),
  '/lynx': () => (refuses ? challenge : article('The lynx', 'A lynx hunts at dusk.')),
})
disposeAfterTests(service, site)

async function scrape(path: string, options: object = {}) {
  const { body } = await service.ask('POST', '/v2/scrape', {
    body: { url: `${site.url}${path}`, ...options },
  })
  return body.data
}

const count = async (table: string) => {
  const [row] = await service.database.query<{ count: number }>(
    `select count(*)::integer as count from ${table}`,
  )
  return row?.count
}

test('a refusal has its status, a warning and its kind, costs a page, and is neither cached nor indexed', async () => {
  for (const [path, status, kind] of [
    ['/checked', 200, 'challenge'],
    ['/denied', 403, 'block'],
  ] as const) {
    const { metadata, warning } = await scrape(path)
    assert.deepEqual(
      [metadata.statusCode, metadata.refusal, metadata.creditsUsed],
      [status, kind, 1],
    )
    assert.match(warning, /^The site did not return this page/)
    const asked = site.requests.length
    assert.equal((await scrape(path)).metadata.cacheState, 'miss')
    assert.ok(site.requests.length > asked)
  }
  assert.deepEqual([await count('cached_pages'), await count('search_pending')], [0, 0])
})

test('change tracking does not take a refusal for a version of the page', async () => {
  const formats = ['markdown', 'changeTracking']
  refuses = false
  const url = '/checked?tracked'
  assert.equal((await scrape(url, { formats })).changeTracking.changeStatus, 'new')
  refuses = true
  const refused = await scrape(url, { formats })
  assert.equal(refused.changeTracking, undefined)
  assert.match(refused.warning, /Comparing failed.*challenge/)
  refuses = false
  assert.equal((await scrape(url, { formats })).changeTracking.changeStatus, 'same')
  refuses = true
})

test('a crawl counts the pages that the site did not return, and follows no links of checks for robots', async () => {
  const { body } = await service.ask('POST', '/v2/crawl', {
    body: { url: site.url, sitemap: 'skip' },
    key: firstKey,
  })
  const crawl = await finishedJob(service, `/v2/crawl/${body.id}`)
  // Two links of the article lead nowhere.
  assert.equal(crawl.completed, 6)
  assert.match(crawl.warning, /did not return 2 of 6 pages/)
})

test('a monitor reports a refusal as an error and keeps its baseline', async () => {
  const target = { type: 'scrape', urls: [`${site.url}/checked?watched`] }
  const { body } = await service.ask('POST', '/v2/monitor', {
    body: { name: 'Mills', schedule: { text: 'daily' }, targets: [target] },
  })
  const states: unknown[] = []
  for (const isRefused of [false, true, false]) {
    refuses = isRefused
    const check = await finishedCheck(service, body.data.id)
    states.push(check.pages.map((page: { status: string }) => page.status))
  }
  assert.deepEqual(states, [['new'], ['error'], ['same']])
})

/** What the caller of an operation learns of one page. */
interface Met {
  readonly status?: number | undefined
  readonly refusal?: string | undefined
  readonly warning?: string | undefined
  readonly credits?: number | undefined
}

const readMet = ({ metadata, warning }: Scraped): Met => ({
  status: metadata.statusCode,
  refusal: metadata.refusal,
  warning,
  credits: metadata.creditsUsed,
})
type Scraped = Awaited<ReturnType<typeof scrape>>

/** The page of a job of one page. */
async function pageOfJob(path: string, body: object): Promise<Met> {
  const started = await service.ask('POST', path, { body })
  const job = await finishedJob(service, `${path}/${started.body.id}`)
  const [page] = job.data
  return { ...readMet(page), warning: job.warning, credits: job.creditsUsed }
}

const operations: Readonly<Record<string, (url: string) => Promise<Met>>> = {
  scrape: async (url) => readMet(await scrape(new URL(url).pathname)),
  batch: (url) => pageOfJob('/v2/batch/scrape', { urls: [url] }),
  crawl: (url) => pageOfJob('/v2/crawl', { url, limit: 1, sitemap: 'skip' }),
  async extract(url) {
    const started = await service.ask('POST', '/v2/extract', { body: { urls: [url], schema } })
    const done = await finishedJob(service, `/v2/extract/${started.body.id}`)
    const said = `${done.error ?? ''} ${done.warning ?? ''}`
    const isRefused = done.status === 'failed'
    return {
      status: 200,
      refusal: isRefused ? 'challenge' : undefined,
      warning: isRefused ? said : undefined,
      credits: 1,
    }
  },
}
const schema = { type: 'object', properties: { title: { type: 'string' } } }

for (const [name, operation] of Object.entries(operations)) {
  test(`a refusal is not the page: ${name}`, async () => {
    const content = await operation(`${site.url}/open`)
    assert.deepEqual(
      [content.status, content.refusal, content.warning],
      [200, undefined, undefined],
    )
    const refused = await operation(`${site.url}/refused`)
    assert.deepEqual([refused.status, refused.refusal, refused.credits], [200, 'challenge', 1])
    assert.match(refused.warning ?? '', /did not return|challenge/)
    assert.deepEqual(await countStored('/refused'), [0, 0])
    const [cached = 0] = await countStored('/open')
    assert.ok(cached > 0)
  })
}

/** How often a page is in the cache and in the search index. */
async function countStored(path: string): Promise<number[]> {
  const counts = ['cached_pages', 'search_pages'].map(async (table) => {
    const [row] = await service.database.query<{ count: number }>(
      `select count(*)::integer as count from ${table} where url = $1`,
      [site.url + path],
    )
    return row?.count ?? 0
  })
  return Promise.all(counts)
}

test('a map lists a refusing page without the title and the links of its refusal', async () => {
  const { body } = await service.ask('POST', '/v2/map', {
    body: { url: `${site.url}/refused`, sitemap: 'skip' },
  })
  assert.doesNotMatch(JSON.stringify(body.links), /moment|of-the-refusal/)
  assert.match(body.warning, /^The site did not return this page/)
  const members = await service.ask('POST', '/v2/map', {
    body: { url: `${site.url}/members`, sitemap: 'skip' },
  })
  assert.match(JSON.stringify(members.body.links), /about/)
  assert.match(members.body.warning, /^The site did not return this page/)
  const open = await service.ask('POST', '/v2/map', {
    body: { url: `${site.url}/open`, sitemap: 'skip' },
  })
  assert.match(JSON.stringify(open.body.links), /"Open"/)
})

test('a crawl follows the links of a page that asks for a login', async () => {
  const { body } = await service.ask('POST', '/v2/crawl', {
    body: { url: `${site.url}/members`, sitemap: 'skip' },
  })
  const { data } = await finishedJob(service, `/v2/crawl/${body.id}`)
  const pages = data.map(({ metadata }: Scraped) => [metadata.sourceURL, metadata.refusal])
  assert.deepEqual(pages.toSorted(), [
    [`${site.url}/members`, 'login_wall'],
    [`${site.url}/members/about`, undefined],
  ])
})

async function search() {
  const { body } = await service.ask('POST', '/v2/search', {
    body: { query: 'lynx', scrapeOptions: { formats: ['markdown'], maxAge: 0 } },
  })
  return body.data?.web ?? []
}

test('a search result that refuses keeps its place and says so', async () => {
  refuses = false
  await scrape('/lynx')
  const content = await eventually(search, (found) => found.length === 1)
  assert.deepEqual([content[0].warning, content[0].metadata.refusal], [undefined, undefined])
  refuses = true
  const [refused] = await search()
  assert.equal(refused.metadata.refusal, 'challenge')
  assert.match(refused.warning, /did not return this page/)
  const [again] = await search()
  assert.match(again.title, /lynx/i)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startSearxng } from '#test/fixtures/search/searxng-server.ts'
import { startService } from '#test/service.ts'

const engine = await startSearxng()
const service = await startService({
  env: { WEIR_SEARCH: 'web', WEIR_SEARXNG_URL: engine.url, WEIR_SEARCH_PROVIDERS: 'searxng' },
})
disposeAfterTests(engine, service)

const search = (body: object) => service.ask('POST', '/v2/search', { body })
const cost = async (body: object) => (await search(body)).body.creditsUsed

async function error(body: object): Promise<string> {
  const { status, body: reply } = await search({ query: 'rivers', ...body })
  assert.equal(status, 400)
  return reply.error
}

const lastAsked = () => new URL(engine.requests.at(-1)?.url ?? '', 'http://site').searchParams

test('a search returns results in the groups of its sources, numbered from 1', async () => {
  const { status, body } = await search({
    query: 'rivers',
    limit: 3,
    sources: ['web', { type: 'news' }, 'images'],
  })

  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body.data), ['web', 'news', 'images'])
  const [first] = body.data.web
  assert.deepEqual(
    { ...first, url: undefined },
    {
      url: undefined,
      title: 'About rivers, part 1',
      description: 'Part 1 of what there is to know about rivers.',
      position: 1,
    },
  )
  assert.deepEqual(
    body.data.web.map(({ position }: { position: number }) => position),
    [1, 2, 3],
  )
  assert.match(body.data.news[0].date, /^\d{4}-/)
  assert.equal(body.data.news[0].snippet, first.description)
  assert.deepEqual(Object.keys(body.data.images[0]).toSorted(), [
    'imageHeight',
    'imageUrl',
    'imageWidth',
    'position',
    'title',
    'url',
  ])
  assert.match(body.id, /^[0-9a-f-]{36}$/)
})

test('a search costs 2 credits for every ten results it returned', async () => {
  assert.deepEqual(
    [
      await cost({ query: 'rivers', limit: 10 }),
      await cost({ query: 'rivers', limit: 11 }),
      await cost({ query: 'nothinglikeit' }),
      await cost({ query: 'rivers', sources: ['alexandria'] }),
    ],
    [2, 4, 0, 0],
  )
})

test('more results than a page holds are read from several pages', async () => {
  const { body } = await search({ query: 'part', limit: 45 })
  const urls = body.data.web.map(({ url }: { url: string }) => url)
  assert.equal(new Set(urls).size, 45)
})

test('domains and categories are written into the query, and every result obeys them', async () => {
  const hosts = async (options: object) => {
    const { body } = await search({ query: 'rivers bridges', limit: 30, ...options })
    return new Set(body.data.web.map(({ url }: { url: string }) => new URL(url).hostname))
  }
  assert.deepEqual(
    await hosts({ includeDomains: ['water.example', 'wheels.example'] }),
    new Set(['water.example', 'docs.wheels.example']),
  )
  assert.match(lastAsked().get('q') ?? '', /site:water\.example OR site:wheels\.example$/)
  assert.ok(!(await hosts({ excludeDomains: ['water.example'] })).has('water.example'))
  const { body } = await search({
    query: 'rivers',
    categories: ['pdf', { type: 'github', sites: ['coast.example'] }],
    limit: 30,
  })
  for (const { url, category } of body.data.web) {
    assert.equal(category, url.endsWith('.pdf') ? 'pdf' : 'github')
    assert.ok(category === 'pdf' || new URL(url).hostname === 'coast.example')
  }
})

test('results outside the requested time range are left out', async () => {
  const { body } = await search({ query: 'rivers', sources: ['news'], tbs: 'qdr:w' })
  assert.equal(body.data.news.length, 4)
  const web = await search({ query: 'rivers', tbs: 'qdr:w' })
  assert.equal(web.body.data.web.length, 4)
  assert.equal(lastAsked().get('time_range'), 'week')
})

test('options that a provider does not support are reported', async () => {
  const { body } = await search({ query: 'rivers', country: 'de', tbs: 'qdr:d,odd:1', safe: true })
  assert.match(body.warning, /searxng, does not know: country\./)
  assert.match(body.warning, /Unknown in tbs, and ignored: odd:1\./)
  assert.equal(lastAsked().get('safesearch'), '2')
})

test('an invalid request is refused with the text of the API', async () => {
  assert.equal(
    await error({ includeDomains: ['a.example'], excludeDomains: ['b.example'] }),
    'includeDomains and excludeDomains cannot both be specified',
  )
  assert.equal(
    await error({ includeDomains: ['https://a.example/x'] }),
    'Domain must be a valid hostname without protocol or path',
  )
  assert.equal(
    await error({ categories: ['repo', 'pdf'] }),
    'the developer category cannot be combined with other categories',
  )
  assert.match(await error({ surprise: 1 }), /^Unrecognized key in body/)
  for (const body of [{ query: ' ' }, { limit: 0 }, { limit: 101 }, { sources: ['x'] }]) {
    await error(body)
  }
})

test('the request of the MCP server and of the CLI is accepted', async () => {
  const { status, body } = await search({
    query: 'rivers',
    sources: ['web', 'alexandria'],
    domainTools: true,
    toolDetail: 'compact',
    origin: 'mcp-client@1',
    categories: [{ type: 'pdf' }],
    scrapeOptions: {},
  })
  assert.equal(status, 200)
  assert.equal(body.data.tools, undefined)
})

test('zero data retention needs the permission of the team', async () => {
  const { status, body } = await search({ query: 'rivers', enterprise: ['zdr'] })
  assert.equal(status, 403)
  assert.match(body.error, /^Zero Data Retention \(ZDR\) search is not enabled for your team\./)
})

test('without a provider and without pages the error names the setting', async () => {
  await using alone = await startService({ env: { WEIR_SEARCH: 'local' } })
  const { status, body } = await alone.ask('POST', '/v2/search', { body: { query: 'rivers' } })
  assert.equal(status, 503)
  assert.match(body.error, /WEIR_SEARXNG_URL/)
})

test('a SearXNG server without JSON is named with what is missing', async () => {
  await using closed = await startSearxng({ json: false })
  await using other = await startService({
    env: { WEIR_SEARCH: 'web', WEIR_SEARXNG_URL: closed.url, WEIR_SEARCH_PROVIDERS: 'searxng' },
  })
  const { status, body } = await other.ask('POST', '/v2/search', { body: { query: 'rivers' } })
  assert.equal(status, 503)
  assert.match(body.error, /searxng: JSON is not enabled/)
})

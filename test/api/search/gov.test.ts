import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startChangingEngine } from '#test/fixtures/search/changing-engine.ts'
import { startService } from '#test/service.ts'

const engine = await startChangingEngine()
const service = await startService({
  env: { WEIR_SEARCH: 'web', WEIR_SEARXNG_URL: engine.url, WEIR_SEARCH_PROVIDERS: 'searxng' },
})
disposeAfterTests(engine, service)

/** Results for every query that begins with these words. */
const results = [
  'https://www.irs.gov/forms',
  'https://taxes.example/forms',
  'https://www.gov.uk/tax',
]
engine.results.get = (query) => (query.startsWith('tax forms') ? results : undefined)

const listUrls = (body: { data: { web: { url: string; category?: string }[] } }) =>
  body.data.web.map(({ url, category }) => [url, category])

test('a search for government sites drops other sites, and can be of one site', async () => {
  const { status, body } = await service.ask('POST', '/v2/search', {
    body: { query: 'tax forms', categories: ['gov'] },
  })
  assert.equal(status, 200, JSON.stringify(body))
  const official = [
    ['https://www.irs.gov/forms', 'gov'],
    ['https://www.gov.uk/tax', 'gov'],
  ]
  assert.deepEqual(listUrls(body), official)
  const own = await service.ask('POST', '/v2/search/gov', { body: { query: 'tax forms', k: 5 } })
  assert.deepEqual(listUrls(own.body), official)
  const one = await service.ask('POST', '/v2/search/gov', {
    body: { query: 'tax forms', domain: 'irs.gov' },
  })
  assert.deepEqual(listUrls(one.body), official.slice(0, 1))
  const got = await service.ask('GET', '/v2/search/gov?query=tax+forms&domain=irs.gov&origin=mcp')
  assert.deepEqual(listUrls(got.body), official.slice(0, 1))
  for (const query of ['query=tax&magic=true', 'query=tax&k=101', 'k=3'])
    assert.equal((await service.ask('GET', `/v2/search/gov?${query}`)).status, 400, query)
})

test('the category of governments stands alone, and its search checks its options', async () => {
  for (const [path, body] of [
    ['/v2/search', { query: 'a', categories: ['gov', 'pdf'] }],
    ['/v2/search/gov', { query: ' ' }],
    ['/v2/search/gov', { query: 'a', k: 101 }],
    ['/v2/search/gov', { query: 'a', domain: 'https://irs.gov/' }],
    ['/v2/search/gov', { query: 'a', more: 1 }],
  ] as const)
    assert.equal((await service.ask('POST', path, { body })).status, 400, JSON.stringify(body))
})

test('parameters of papers and developer searches that do not exist are refused', async () => {
  for (const path of [
    '/v2/search/research/papers?query=a&magic=true',
    '/v2/search/research/papers/1706.03762?magic=true',
    '/v2/search/research/papers/1706.03762?k=1',
    '/v2/search/research/papers/1706.03762/similar?intent=a&magic=true',
    '/v2/search/developer?query=a&magic=true',
  ]) {
    const { status, body } = await service.ask('GET', path)
    assert.deepEqual([status, body.code], [400, 'BAD_REQUEST'], path)
    assert.match(body.error, /^(?:magic: Unrecognized|k needs a query)/, path)
  }
})

test('a search takes what clients say about the task of their agent', async () => {
  const said = { objective: 'Find forms.', sessionId: 'task-1', clientModel: 'm' }
  const { status } = await service.ask('POST', '/v2/search', { body: { query: 'tax', ...said } })
  assert.equal(status, 200)
})

test('a site that is none is refused in the query too', async () => {
  const { status, body } = await service.ask('GET', '/v2/search/gov?query=tax&domain=not+a+site')
  assert.deepEqual([status, body.code], [400, 'BAD_REQUEST'])
})

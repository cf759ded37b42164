import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const service = await startService({
  env: { WEIR_SEARCH: 'local', WEIR_FEEDBACK_REFUNDS_PER_DAY: '3' },
})
const site = await startPages({ '/ibis': article('The ibis', 'An ibis wades.') })
disposeAfterTests(service, site)

const good = { rating: 'good', valuableSources: [{ url: 'https://a.example/' }] }

const scrape = (key: string) =>
  service.ask('POST', '/v2/scrape', { body: { url: `${site.url}/ibis`, maxAge: 0 }, key })

async function searchId(key: string): Promise<string> {
  await scrape(key)
  const { body } = await eventually(
    () => service.ask('POST', '/v2/search', { body: { query: 'ibis' }, key }),
    ({ status, body: reply }) => status === 200 && reply.data.web.length > 0,
  )
  return body.id as string
}

const rate = (id: string, body: object = good, key = firstKey) =>
  service.ask('POST', `/v2/search/${id}/feedback`, { body, key })
const generic = (body: object) => service.ask('POST', '/v2/feedback', { body })
const balance = async (key: string) =>
  (await service.ask('GET', '/v2/team/credit-usage', { key })).body.data.remainingCredits as number

test('the first rating of a search refunds a credit, however many race for it', async () => {
  const { key } = await addTeam(service.database)
  const id = await searchId(key)
  const before = await balance(key)
  const replies = await Promise.all(Array.from({ length: 20 }, () => rate(id, good, key)))
  const refunds = replies.map(({ body }) => body.creditsRefunded as number)
  assert.equal(
    refunds.reduce((sum, refund) => sum + refund, 0),
    1,
  )
  assert.equal(replies.filter(({ body }) => body.alreadySubmitted === true).length, 19)
  assert.equal(new Set(replies.map(({ body }) => body.feedbackId)).size, 1)
  assert.equal((await balance(key)) - before, 1)
})

test('refunds are limited per day', async () => {
  const { key } = await addTeam(service.database)
  const replies = []
  for (let round = 0; round < 4; round++)
    replies.push((await rate(await searchId(key), good, key)).body)
  assert.deepEqual(
    replies.map(({ creditsRefunded }) => creditsRefunded),
    [1, 1, 1, 0],
  )
  const last = replies.at(-1)
  assert.deepEqual(
    [last?.dailyCapReached, last?.creditsRefundedToday, last?.dailyRefundCap],
    [true, 3, 3],
  )
  assert.match(last?.warning, /^The daily refund cap/)
})

test('a rating without substance is refused with its code', async () => {
  const id = await searchId(firstKey)
  const missingContent = [{ topic: 'nests' }]
  for (const [body, error] of [
    [
      { rating: 'bad', valuableSources: good.valuableSources },
      /^Feedback must be substantive: a bad/,
    ],
    [{ rating: 'partial' }, /^Feedback must be substantive: a partial/],
    [{ rating: 'good', missingContent }, /^Feedback must be substantive: a good/],
    [{ rating: 'x' }, /^Invalid request body$/],
    [{}, /^Invalid request body$/],
  ] as const) {
    const { status, body: reply } = await rate(id, body)
    assert.deepEqual([status, reply.feedbackErrorCode], [400, 'INVALID_BODY'])
    assert.match(reply.error, error)
  }
})

test('searches of other teams and unknown ones get the same response', async () => {
  const { key } = await addTeam(service.database)
  const id = await searchId(firstKey)
  for (const unknown of [id, '01a202b2-cbf1-7b70-aedf-477b350b1e1d']) {
    const { status, body } = await rate(unknown, good, key)
    assert.equal(status, 404)
    assert.deepEqual(
      [body.error, body.feedbackErrorCode],
      ['search job not found for this team.', 'SEARCH_NOT_FOUND'],
    )
  }
})

test('scrapes and failed searches: one is rated, the other refused', async () => {
  const { body } = await scrape(firstKey)
  const jobId = body.data.metadata.scrapeId
  const first = await generic({
    endpoint: 'scrape',
    jobId,
    rating: 'bad',
    issues: ['missing-text'],
  })
  assert.deepEqual([first.status, first.body.creditsRefunded], [200, 1])
  const wrong = await generic({ endpoint: 'map', jobId, rating: 'bad', note: 'x' })
  assert.deepEqual([wrong.status, wrong.body.feedbackErrorCode], [404, 'JOB_NOT_FOUND'])
  assert.equal((await generic({ endpoint: 'scrape', jobId, rating: 'bad' })).status, 400)
})

const needed = {
  endpoint: 'alexandria',
  rating: 'partial',
  requestedWebsite: { url: 'https://a.example/', requestedFunctionality: 'Lists of weirs.' },
  rationale: 'Names alone.',
}

test('what data providers lack is stored without an operation, and gives nothing back', async () => {
  const { key, teamId } = await addTeam(service.database)
  const ask = (body: object) => service.ask('POST', '/v2/feedback', { body, key })
  const gap = { name: 'weirs', provider: 'a.example', issue: 'new_capability_request', why: 'x' }
  const { status, body } = await ask({
    ...needed,
    providerFeedback: [{ name: 'a.example', issue: 'other', why: 'It is slow.' }],
    capabilityFeedback: [{ ...gap, requestedFunctionality: 'Heights.' }],
    origin: 'mcp',
  })
  assert.deepEqual([status, body.creditsRefunded, body.creditsRefundedToday], [200, 0, 0])
  const rows = await service.database.query('select endpoint from feedback where team_id = $1', [
    teamId,
  ])
  assert.deepEqual(rows, [{ endpoint: 'alexandria' }])
  for (const lacking of [
    { ...needed, requestedWebsite: undefined },
    { ...needed, rationale: ' ' },
    { ...needed, objective: ' ' },
    { ...needed, capabilityFeedback: [gap] },
  ]) {
    const refused = await ask(lacking)
    assert.deepEqual([refused.status, refused.body.feedbackErrorCode], [400, 'INVALID_BODY'])
  }
})

test('for teams that keep nothing, nothing is stored', async () => {
  const { key, teamId } = await addTeam(service.database, { zeroDataRetention: 'forced' })
  const { body } = await scrape(key)
  const { status, body: reply } = await service.ask('POST', '/v2/feedback', {
    body: { endpoint: 'scrape', jobId: body.data.metadata.scrapeId, rating: 'bad', note: 'x' },
    key,
  })
  assert.deepEqual(
    [status, reply.feedbackId, reply.creditsRefunded],
    [200, '00000000-0000-0000-0000-000000000000', 0],
  )
  const rows = await service.database.query('select from feedback where team_id = $1', [teamId])
  assert.equal(rows.length, 0)
})

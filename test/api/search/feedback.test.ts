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
})

test('a rating without substance is refused with its code', async () => {
  const id = await searchId(firstKey)
  for (const body of [{ rating: 'bad' }, { rating: 'partial' }, { rating: 'x' }, {}]) {
    const { status, body: reply } = await rate(id, body)
    assert.equal(status, 400)
    assert.deepEqual(
      [reply.error, reply.feedbackErrorCode],
      ['Invalid request body', 'INVALID_BODY'],
    )
    assert.ok(reply.details.length > 0)
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

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedCheck } from '#test/fixtures/finished-job.ts'
import { modelPage, startModelService } from '#test/fixtures/model-service.ts'
import { html } from '#fixtures/refusals/refusal-page.ts'
import { startChangingEngine } from '#test/fixtures/search/changing-engine.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { startReceiver } from '#test/fixtures/webhook-receiver.ts'
import type { Script } from '#test/scripted-model.ts'
import { startService } from '#test/service.ts'

/** Status 200, as many checks for robots have; its text fits the goal. */
const challenge = html(
  'Just a moment...',
  '<script>window._cf_chl_opt={}</script><p>The flood reached</p>',
)
let refuses = true
/** Pages that mention a flood are of interest. */
const judging: Script = ({ texts }) => {
  const page = texts.map(({ text }) => text).join(' ')
  if (page.includes('unclear')) return { text: 'no json' }
  const judgment = {
    meaningful: page.includes('flood reached'),
    confidence: 'high',
    reason: 'It mentions a flood.',
    meaningfulChanges: [],
  }
  return { text: JSON.stringify(judgment) }
}
const engine = await startChangingEngine()
const receiver = await startReceiver()
const started = await startModelService(
  judging,
  {
    '/flood': modelPage('<p>The flood reached the mill.</p>'),
    '/fair': modelPage('<p>The fair was opened.</p>'),
    '/unclear': modelPage('<p>It is unclear what happened.</p>'),
    '/guarded': () => (refuses ? challenge : modelPage('<p>The flood reached the gate.</p>')),
    '/dry': modelPage('<p>The river is dry.</p>'),
  },
  { WEIR_SEARCH: 'web', WEIR_SEARXNG_URL: engine.url, WEIR_SEARCH_PROVIDERS: 'searxng' },
)
disposeAfterTests(engine, receiver, started)
beforeEach(() => {
  engine.results.clear()
  engine.broken.clear()
})

const schedule = { text: 'daily' }
type Asking = Pick<(typeof started)['service'], 'ask'>

async function create(body: object, service: Asking = started.service): Promise<string> {
  const reply = await service.ask('POST', '/v2/monitor', {
    body: { name: 'Test', schedule, ...body },
  })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body.data.id
}

/** Runs a check to its end. */
const check = (id: string, service: Asking = started.service) => finishedCheck(service, id)

/** Path, page status and search status of each result. */
const shown = (checked: {
  pages: { url: string; status: string; metadata: { searchStatus: string } }[]
}) =>
  checked.pages
    .map(({ url, status, metadata }) =>
      [new URL(url).pathname, status, metadata.searchStatus].join(' '),
    )
    .toSorted()

const target = { type: 'search', queries: ['mill news'], searchWindow: '7d' }
const at = (path: string) => `${started.site.url}${path}`

test('without a judge each new result is reported once, whatever its spelling', async () => {
  const webhook = { url: receiver.url }
  const queries = ['mill news', 'river news']
  const id = await create({ targets: [{ ...target, queries }], judgeEnabled: false, webhook })
  engine.results.set('mill news', [at('/flood'), at('/fair')])
  engine.results.set('river news', [`${at('/flood')}/?utm_source=x`])

  const first = await check(id)
  assert.equal(first.status, 'completed')
  assert.deepEqual(shown(first), ['/fair new alert', '/flood new alert'])
  const flood = first.pages.find(({ url }: { url: string }) => url === at('/flood'))
  assert.deepEqual(flood.metadata.matchedQueries, queries)
  assert.deepEqual(
    [first.actualCredits, first.billingStatus, first.summary.new],
    [2, 'confirmed', 2],
  )
  const [result] = first.targetResults
  assert.deepEqual(
    { ...result, targetId: undefined },
    {
      targetId: undefined,
      type: 'search',
      searchCompleted: true,
      resultCount: 3,
      matches: 2,
      summary: '2 new of 3 results.',
      judgeDegraded: false,
      searchCredits: 2,
      judgeCredits: 0,
      resultsJudged: 0,
    },
  )

  engine.results.set('mill news', [at('/dry'), at('/fair')])
  const second = await check(id)
  assert.deepEqual(shown(second), [
    '/dry new alert',
    '/fair same already_seen',
    '/flood/ same already_seen',
  ])
  await eventually(
    async () => receiver.messages.filter(({ type }) => type === 'monitor.page').length,
    (told) => told >= 3,
  )
  const told = receiver.messages.filter(({ type }) => type === 'monitor.page')
  assert.equal(told.length, 3)
})

test('with a goal new results are scraped and judged, and only those that fit are reported', async () => {
  const id = await create({ targets: [target], goal: 'floods at the mill' })
  engine.results.set('mill news', [at('/flood'), at('/fair'), at('/unclear'), at('/gone')])
  const first = await check(id)
  assert.deepEqual(shown(first), [
    '/fair same ignored',
    '/flood new alert',
    '/gone error skipped',
    '/unclear same watching',
  ])
  assert.equal(first.status, 'partial')
  // 2 for the search, 1 for each judgment.
  assert.equal(first.actualCredits, 4)
  const flood = first.pages.find(({ status }: { status: string }) => status === 'new')
  assert.equal(flood.judgment.meaningful, true)
  assert.deepEqual(
    [flood.metadata.judgedThisRun, flood.metadata.rationale],
    [true, 'It mentions a flood.'],
  )
  assert.deepEqual(
    [first.targetResults[0].resultsJudged, first.targetResults[0].judgeDegraded],
    [2, true],
  )

  const asked = started.model.requests.length
  const second = await check(id)
  assert.deepEqual(shown(second), [
    '/fair same already_seen',
    '/flood same already_seen',
    '/gone error skipped',
    '/unclear same watching',
  ])
  assert.equal(second.actualCredits, 2)
  assert.ok(
    started.model.requests
      .slice(asked)
      .every(({ texts }) => !JSON.stringify(texts).includes('flood reached')),
  )

  await started.service.ask('PATCH', `/v2/monitor/${id}`, { body: { goal: 'fairs' } })
  const third = await check(id)
  assert.ok(shown(third).includes('/flood new alert'), 'another goal judges anew')
})

test('a result that the site refuses is neither judged nor seen, and is judged when the site returns it', async () => {
  const id = await create({ targets: [target], goal: 'floods at the mill' })
  engine.results.set('mill news', [at('/guarded')])
  refuses = true
  const asked = started.model.requests.length
  const first = await check(id)
  const [page] = first.pages
  assert.deepEqual([first.status, shown(first)], ['partial', ['/guarded error skipped']])
  assert.match(page.error, /did not return the page: challenge/)
  assert.deepEqual(
    [page.metadata.title, page.judgment, first.targetResults[0].resultsJudged],
    [null, null, 0],
  )
  assert.equal(started.model.requests.length, asked)
  const stored = await started.service.database.query(
    'select from cached_pages where url = $1 union all select from search_pages where url = $1',
    [at('/guarded')],
  )
  assert.equal(stored.length, 0)
  refuses = false
  assert.deepEqual(shown(await check(id)), ['/guarded new alert'])
  refuses = true
  assert.deepEqual(shown(await check(id)), ['/guarded same already_seen'])
})

test('at most maxResults new results are judged in a check; the others wait', async () => {
  const id = await create({ targets: [{ ...target, maxResults: 1 }], goal: 'floods' })
  engine.results.set('mill news', [at('/flood'), at('/dry')])
  const first = await check(id)
  assert.deepEqual(shown(first), ['/flood new alert'])
  await started.service.ask('PATCH', `/v2/monitor/${id}`, {
    body: { targets: [{ ...target, queries: ['mill news', 'dry mills'], maxResults: 1 }] },
  })
  engine.results.set('dry mills', [at('/dry')])
  const second = await check(id)
  assert.deepEqual(shown(second), ['/dry same watching', '/flood new alert'])
})

test('a query that fails makes the check partial, and all of them make it fail free of charge', async () => {
  const queries = ['mill news', 'river news']
  const id = await create({ targets: [{ ...target, queries }], judgeEnabled: false })
  engine.results.set('river news', [at('/flood')])
  engine.broken.add('mill news')
  const one = await check(id)
  assert.deepEqual([one.status, one.actualCredits], ['partial', 2])
  assert.match(one.error, /searxng: answered with status 500/)
  engine.broken.add('river news')
  const none = await check(id)
  assert.deepEqual([none.status, none.actualCredits], ['failed', 0])
  assert.equal(none.billingStatus, 'released')
})

test('a goal is needed unless judging is switched off, and a PATCH is held to it', async () => {
  const { ask } = started.service
  const id = await create({ targets: [target], goal: 'floods' })
  const refused = await ask('PATCH', `/v2/monitor/${id}`, { body: { goal: ' ' } })
  assert.deepEqual(
    [refused.status, refused.body.error],
    [400, 'A search target requires a non-empty goal'],
  )
  const off = await ask('PATCH', `/v2/monitor/${id}`, { body: { goal: null, judgeEnabled: false } })
  assert.equal(off.status, 200)
  const on = await ask('PATCH', `/v2/monitor/${id}`, { body: { judgeEnabled: true } })
  assert.equal(on.status, 400)
  const { body } = await ask('GET', `/v2/monitor/${id}`)
  assert.equal(body.data.targets[0].searchWindow, '7d')
})

test('without a language model new results are reported, and the check says so', async () => {
  await using service = await startService({
    env: { WEIR_SEARCH: 'web', WEIR_SEARXNG_URL: engine.url, WEIR_SEARCH_PROVIDERS: 'searxng' },
  })
  const id = await create({ targets: [target], goal: 'floods' }, service)
  engine.results.set('mill news', [at('/fair')])
  const checked = await check(id, service)
  assert.deepEqual(shown(checked), ['/fair new alert'])
  assert.equal(checked.targetResults[0].judgeDegraded, true)
  assert.match(checked.targetResults[0].degradedReason, /WEIR_LLM_PROVIDER/)
})

test('where no query leaves the service the check fails with the reason', async () => {
  await using service = await startService({ env: { WEIR_SEARCH: 'local' } })
  const id = await create({ targets: [target], judgeEnabled: false }, service)
  const checked = await check(id, service)
  assert.deepEqual([checked.status, checked.actualCredits], ['failed', 0])
  assert.match(checked.error, /No search provider is configured/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  agentRuns,
  call,
  inTurn,
  millPages,
  millSchema as schema,
} from '#test/fixtures/agent-runs.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { modelPage, startModelService } from '#test/fixtures/model-service.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import type { Script } from '#test/scripted-model.ts'

/** What the model does; each test sets it. */
let script: Script = () => ({})

const started = await startModelService((request, index) => script(request, index), millPages, {
  WEIR_LLM_CONTEXT: '16384',
  WEIR_AGENT_FREE_RUNS_PER_DAY: '2',
})
disposeAfterTests(started)
const { run, loadTrace } = agentRuns(started.service)

const mill = () => `${started.site.url}/mill`

test('a run never costs more than its cap; what was noted is the partial result', async () => {
  script = inTurn(
    call('scrape', { url: mill() }),
    call('note', { records: [{ builder: 'John Carter' }], sources: [1] }),
    call('scrape', { url: `${started.site.url}/town` }),
    call('scrape', { url: mill() }),
  )
  const { key, teamId } = await addTeam(started.service.database, { credits: 100 })
  const ended = await run({ prompt: 'The mill', schema, maxCredits: 12 }, { key })
  assert.deepEqual(
    [ended.status, ended.stopReason, ended.creditsUsed, ended.data],
    ['failed', 'credit_limit_reached', 0, undefined],
  )
  assert.deepEqual(ended.partial, { builder: 'John Carter', year: null, owner: null })
  assert.equal(ended.partialSchemaValid, false)
  const usage = await started.service.ask('GET', '/v2/team/credit-usage', { key })
  assert.equal(usage.body.data.remainingCredits, 100)
  const open = await started.service.database.query(
    'select from credit_reservations where team_id = $1',
    [teamId],
  )
  assert.equal(open.length, 0)
})

test('an answer in words that is too long ends the run with that reason', async () => {
  let asked = 0
  script = () => {
    asked += 1
    return { text: 'A long story. '.repeat(8_000) }
  }
  const { key } = await addTeam(started.service.database, { credits: 100 })
  const ended = await run({ prompt: 'All about the mill' }, { key })
  assert.equal(ended.status, 'failed')
  assert.match(String(ended.error), /more than 100,000 characters/)
  assert.equal(asked, 1)
})

test('when a run has ended, nothing is reserved for it any more', async () => {
  const { database } = started.service
  // Counts at the commit that shows the end.
  await database.query('create table reserved_at_end (count bigint)')
  await database.query(`create function count_reserved() returns trigger language plpgsql as $$ begin
    insert into reserved_at_end select count(*) from credit_reservations where team_id = new.team_id;
    return null; end $$`)
  await database.query(`create constraint trigger count_reserved after update on agent_runs
    deferrable initially deferred for each row
    when (old.state = 'processing' and new.state <> 'processing') execute function count_reserved()`)
  script = inTurn(call('scrape', { url: mill() }))
  const { key } = await addTeam(database, { credits: 100 })
  const { status } = await run({ prompt: 'The mill', maxCredits: 12 }, { key })
  assert.equal(status, 'failed')
  await database.query('drop trigger count_reserved on agent_runs')
  const counts = await database.query<{ count: number }>('select count::int from reserved_at_end')
  assert.deepEqual(counts, [{ count: 0 }])
})

test('a strict run reads the named pages alone, and offers no search', async () => {
  script = inTurn(
    call('scrape', { url: `${started.site.url}/town` }),
    call('scrape', { url: mill() }),
    call('search', { query: 'mill' }),
    call('finish', { answer: 'done', sources: [] }),
  )
  const asked = started.model.requests.length
  const reads = started.site.requests.length
  const { id } = await run({ prompt: 'Read.', urls: [mill()], strictConstrainToURLs: true })
  const [first, ...rest] = started.model.requests.slice(asked)
  assert.deepEqual(first?.tools.includes('search'), false)
  assert.match(rest.at(-1)?.results[0] ?? '', /may read these pages alone/)
  assert.ok((await loadTrace(id)).some(({ type }) => type === 'error.occurred'))
  assert.match(rest.at(-1)?.results[2] ?? '', /There is no tool of this name/)
  assert.ok(started.site.requests.slice(reads).every(({ url }) => url !== '/town'))
})

test('a strict run does not follow redirects to other sites: their servers are never dialled', async () => {
  await using other = await startSite((_request, response) => response.end('secret'))
  await using site = await startPages({
    '/away': { status: 302, headers: { location: `${other.url}/` } },
    '/refresh': `<meta http-equiv="refresh" content="0;url=${other.url}/"><p>Moved.</p>`,
    '/scripts': `<div id="app"></div><script>location = '${other.url}/'</script>`,
    '/frame': modelPage(`<p>In a frame.</p><iframe src="${other.url}/"></iframe>`),
    '/moved': { status: 301, headers: { location: '/here' } },
    '/here': modelPage('<p>The page has moved here.</p>'),
  })
  const urls = ['/away', '/refresh', '/scripts', '/frame', '/moved'].map((path) => site.url + path)
  const steps = [
    ...urls.map((url) => call('scrape', { url })),
    call('finish', { answer: 'done', sources: [] }),
  ]
  script = inTurn(...steps)
  const asked = started.model.requests.length
  await run({ prompt: 'Read.', urls, strictConstrainToURLs: true })
  assert.equal(other.connections.total, 0)
  const results = started.model.requests.slice(asked).at(-1)?.results ?? []
  for (const result of results.slice(0, 2)) assert.match(result, /may not be visited/)
  assert.match(results[4] ?? '', /moved here/)
  script = inTurn(...steps)
  await run({ prompt: 'Read.', urls })
  assert.ok(other.connections.total > 0)
})

test('at the credit limit the model is asked once more, and what it gives is checked like a result', async () => {
  const reading = inTurn(call('scrape', { url: mill() }), call('scrape', { url: mill() }))
  const closing = {
    data: { builder: 'John Carter', year: 1820, owner: 'Ada Byron' },
    sources: [1],
  }
  script = (request, index) =>
    request.tools.length === 1 ? call('finish', closing) : reading(request, index)
  const earlier = started.model.requests.length
  const { partial, partialSchemaValid, status } = await run({ prompt: 'x', schema, maxCredits: 12 })
  assert.deepEqual(
    [status, partial],
    ['failed', { builder: 'John Carter', year: 1820, owner: null }],
  )
  assert.equal(partialSchemaValid, false)
  const asked = started.model.requests.slice(earlier)
  assert.equal(asked.filter(({ tools }) => tools.length === 1).length, 1)
  const free = { type: 'object', properties: { builder: { type: 'string' } } }
  const valid = await run({ prompt: 'x', schema: free, maxCredits: 12 })
  assert.deepEqual([valid.partial, valid.partialSchemaValid], [{ builder: 'John Carter' }, true])
  script = (request, index) =>
    request.tools.length === 1
      ? call('finish', { answer: 'John Carter built it.', sources: [1] })
      : reading(request, index)
  const answer = await run({ prompt: 'x', maxCredits: 12 })
  assert.deepEqual(answer.partial, {
    answer: 'John Carter built it.',
    sources: [{ url: mill(), title: 'Weir Mill' }],
  })
})

test('a team has free runs on each day; failed and expensive runs use none', async () => {
  const { key } = await addTeam(started.service.database, { credits: 10_000 })
  const goal = { prompt: 'Read.' }
  const spent = async (body: object) => {
    script = inTurn(call('scrape', { url: mill() }), call('finish', { answer: 'x', sources: [] }))
    return (await run(body, { key })).creditsUsed > 0
  }
  assert.equal(await spent({ ...goal, maxCredits: 2_501 }), true)
  script = () => ({ refusal: 'no', finish: 'filter' })
  await run(goal, { key })
  assert.deepEqual([await spent(goal), await spent(goal)], [false, false])
  assert.equal(await spent(goal), true)
})

test('a thread offers what may follow, expires, and can be switched off', async () => {
  const suggestions = [{ label: 'When', prompt: 'When was it built?' }]
  script = inTurn(call('finish', { answer: 'John Carter', sources: [], suggestions }))
  const first = await run({ prompt: 'Who built it?', mode: 'chat' })
  assert.deepEqual(first.suggestions, suggestions)
  const { database, ask } = started.service
  const path = `/v2/agent/threads/${first.threadId}`
  const { body } = await ask('GET', path)
  assert.deepEqual(body.thread.runs[0].suggestions, suggestions)
  await database.query(`update agent_threads set updated_at = now() - interval '25 hours'`)
  const again = { prompt: 'And when?', threadId: first.threadId }
  const late = await ask('POST', '/v2/agent', { body: again })
  assert.deepEqual([late.status, late.body.code], [409, 'thread_expired'])
  assert.equal((await ask('GET', path)).body.code, 'thread_not_found')
  await using other = await startModelService(
    inTurn(call('finish', { answer: 'x' })),
    {},
    {
      WEIR_AGENT_THREADS: 'off',
    },
  )
  const off = await other.service.ask('POST', '/v2/agent', { body: again })
  assert.deepEqual([off.status, off.body.code], [403, 'threads_disabled'])
  const alone = await other.service.ask('POST', '/v2/agent', { body: { prompt: 'x' } })
  assert.deepEqual([alone.status, alone.body.threadId], [200, undefined])
})

test('a run that cannot be read can be cancelled', async () => {
  const { database, ask } = started.service
  for (const request of ['AAAA', '', 'not base64 at all']) {
    const { key } = await addTeam(database, { credits: 1_000 })
    const { promise, resolve } = Promise.withResolvers<void>()
    script = () => {
      resolve()
      return { hangs: true }
    }
    const start = await ask('POST', '/v2/agent', { body: { prompt: 'Wait.' }, key })
    await promise
    const { id, threadId } = start.body
    await database.query('update agent_runs set request = $2 where id = $1', [id, request])
    const cancel = async (asKey: string) =>
      (await ask('DELETE', `/v2/agent/${id}`, { key: asKey })).status
    assert.equal(await cancel((await addTeam(database)).key), 404)
    assert.deepEqual([await cancel(key), await cancel(key)], [200, 409], request)
    const [run] = await database.query('select state, error from agent_runs where id = $1', [id])
    assert.deepEqual(run, { state: 'cancelled', error: 'The agent was cancelled.' })
    const last = await database.query<{ key: string }>(
      'select key from agent_events where run_id = $1 order by position desc limit 1',
      [id],
    )
    assert.deepEqual(last, [{ key: 'run.finished' }])
    // Its thread goes on.
    const next = await ask('POST', '/v2/agent', { body: { prompt: 'Next.', threadId }, key })
    assert.equal(next.status, 200)
  }
})

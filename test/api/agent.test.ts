import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Firecrawl } from 'firecrawl'
import {
  agentRuns,
  call,
  inTurn,
  millPages,
  millSchema as schema,
} from '#test/fixtures/agent-runs.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startModelService } from '#test/fixtures/model-service.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startReceiver } from '#test/fixtures/webhook-receiver.ts'
import type { Script } from '#test/scripted-model.ts'
import { firstKey, startService } from '#test/service.ts'

/** What the model does; each test sets it. */
let script: Script = () => ({})

const started = await startModelService(
  (request, index) => script(request, index),
  {
    ...millPages,
    '/leads-away': '<meta http-equiv="refresh" content="0;url=http://localhost:1/">',
  },
  { WEIR_LLM_CONTEXT: '16384' },
)
disposeAfterTests(started)
const runs = agentRuns(started.service)
const { run, loadTrace } = runs

const mill = () => `${started.site.url}/mill`

const wholeRun = () =>
  inTurn(
    call('plan', { steps: ['Read the page.'] }),
    call('scrape', { url: mill() }),
    call('note', { records: [{ builder: 'John Carter' }], sources: [1] }),
    call('finish', { data: { builder: 'John Carter', year: 1820 }, sources: [1] }),
  )

test('a run reads, notes and finishes; the SDK gets data, trace and snapshots', async () => {
  script = wholeRun()
  await using receiver = await startReceiver()
  const apiUrl = await started.service.listen()
  const sdk = new Firecrawl({ apiKey: firstKey, apiUrl, maxRetries: 1 })
  const begun = await sdk.startAgent({
    prompt: 'Who built the mill?',
    urls: [mill()],
    schema,
    webhook: receiver.url,
  })
  const id = begun.id ?? ''
  await runs.finished(id)
  const status = await sdk.getAgentStatus(id)
  assert.deepEqual(status.data, { builder: 'John Carter', year: 1820, owner: null })
  assert.deepEqual(
    [status.success, status.status, status.model],
    [true, 'completed', 'spark-1-pro'],
  )
  assert.ok((status.creditsUsed ?? 0) >= 1)

  const trace = await sdk.getAgentTrace(id)
  const types = (trace.events ?? []).map(({ type }) => type)
  assert.equal(types[0], 'run.started')
  assert.equal(types.at(-1), 'run.finished')
  for (const type of ['agent.started', 'progress.reported', 'tool_call.started'])
    assert.ok(types.includes(type as never), type)
  const events = await loadTrace(id)
  const artifacts = events.flatMap((one) => (one.type === 'artifact.updated' ? [one.artifact] : []))
  assert.deepEqual(
    artifacts.map(({ kind }) => kind),
    ['markdown', 'json'],
  )
  const page = await sdk.getAgentSnapshot(id, artifacts[0]?.snapshotId ?? '')
  assert.match(page.snapshot ?? '', /built in 1820/)
  const result = await sdk.getAgentSnapshot(id, artifacts[1]?.snapshotId ?? '')
  assert.match(result.snapshot ?? '', /"sources":\[\{"url":/)

  const { agents = [] } = await sdk.listAgents()
  assert.equal(agents[0]?.id, id)
  assert.equal(agents[0].options?.prompt, 'Who built the mill?')

  while (receiver.messages.length < 6) await sleep(20)
  const notified = receiver.messages.map(({ type }) => type)
  assert.equal(notified[0], 'agent.started')
  assert.equal(notified.filter((type) => type === 'agent.action').length, 4)
  assert.equal(notified.at(-1), 'agent.completed')

  const charged = await started.service.database.query<{ amount: number }>(
    `select -amount as amount from credit_entries where operation_id = $1`,
    [id],
  )
  assert.deepEqual(
    charged.map(({ amount }) => amount),
    [status.creditsUsed],
  )
})

test('a value that is on no named page is sent back, then null, and the trace says so', async () => {
  const invented = { data: { builder: 'John Carter', owner: 'Ada Byron' }, sources: [1] }
  script = inTurn(call('scrape', { url: mill() }), call('finish', invented))
  const { id, status, data } = await run({ prompt: 'The owner?', schema })
  assert.equal(status, 'completed')
  assert.deepEqual(data, { builder: 'John Carter', year: null, owner: null })
  const events = await loadTrace(id)
  const messages = events.flatMap((one) => (one.type === 'progress.reported' ? [one.message] : []))
  assert.equal(messages.filter((text) => /sent back.*owner/.test(text)).length, 2)
  assert.ok(messages.some((text) => text.startsWith('owner is null')))
})

test('without a schema the answer comes with its sources', async () => {
  script = inTurn(
    call('scrape', { url: mill() }),
    call('finish', { answer: 'John Carter built it.', sources: [1] }),
  )
  const { data, message } = await run({ prompt: 'Who?', mode: 'chat' })
  assert.equal(data.answer, 'John Carter built it.')
  assert.deepEqual(data.sources, [{ url: mill(), title: 'Weir Mill' }])
  assert.equal(message, 'John Carter built it.')
})

test('readers work at the same time, each with its own events', async () => {
  script = (request) => {
    const { tools, results, texts } = request
    if (tools.includes('report')) {
      const path = texts.some(({ text }) => text.includes('/town')) ? '/town' : '/mill'
      return inTurn(
        call('scrape', { url: `${started.site.url}${path}` }),
        call('report', { text: `Read ${path}.` }),
      )(request, 0)
    }
    const tasks = ['/mill', '/town'].map((path) => ({
      goal: 'Read.',
      urls: [`${started.site.url}${path}`],
    }))
    return results.length === 0
      ? call('delegate', { tasks })
      : call('finish', {
          answer: `${results[0] ?? ''} John Carter built the mill. The town has 236 people.`,
          sources: [1, 2],
        })
  }
  const { id, data } = await run({ prompt: 'Read both.' })
  assert.match(data.answer, /Task 1: Read \/mill\.\n\nTask 2: Read \/town\./)
  assert.equal(data.sources.length, 2)
  const events = await loadTrace(id)
  const readers = new Set(
    events.filter(({ agent }) => agent.role === 'subagent').map(({ agent }) => agent.id),
  )
  assert.equal(readers.size, 2)
})

test('a run can be cancelled once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  script = () => {
    resolve()
    return { hangs: true }
  }
  const { id } = await runs.start({ prompt: 'Wait.' })
  await promise
  const cancel = async () => {
    const { status, body } = await started.service.ask('DELETE', `/v2/agent/${id}`)
    return [status, body.error]
  }
  assert.deepEqual(await cancel(), [200, undefined])
  assert.deepEqual(await cancel(), [409, 'Agent is already cancelled'])
  const ended = await runs.finished(id)
  assert.deepEqual(
    [ended.status, ended.error, ended.creditsUsed],
    ['failed', 'The agent was cancelled.', 0],
  )
  const events = await loadTrace(id)
  assert.deepEqual(
    events.slice(-3).map(({ type }) => type),
    ['run.cancel_requested', 'agent.finished', 'run.finished'],
  )
  while (started.model.aborted.length === 0) await sleep(20)
})

test('a thread continues with what came before, one run at a time', async () => {
  script = inTurn(
    call('scrape', { url: mill() }),
    call('finish', { answer: 'John Carter', sources: [1] }),
  )
  const first = await runs.start({ prompt: 'Who built it?' })
  await runs.finished(first.id)
  const { promise, resolve } = Promise.withResolvers<void>()
  script = () => ({ ...call('finish', { answer: '1820', sources: [] }), waitsFor: promise })
  const { threadId } = first
  const second = await runs.start({ prompt: 'And when?', threadId })
  assert.deepEqual([second.threadId, second.threadTurn], [threadId, 2])
  const busy = await started.service.ask('POST', '/v2/agent', {
    body: { prompt: 'Now?', threadId },
  })
  assert.deepEqual([busy.status, busy.body.code, busy.body.runId], [409, 'thread_busy', second.id])
  resolve()
  await runs.finished(second.id)
  assert.ok(started.model.requests.at(-1)?.texts.some(({ text }) => /Who built it\?/.test(text)))
  const path = `/v2/agent/threads/${threadId}?includeData=true`
  const { body } = await started.service.ask('GET', path)
  assert.equal(body.thread.status, 'idle')
  assert.deepEqual(
    body.thread.runs.map((one: { turn: number; status: string; data: { answer: string } }) => [
      one.turn,
      one.status,
      one.data.answer,
    ]),
    [
      [1, 'succeeded', 'John Carter'],
      [2, 'succeeded', '1820'],
    ],
  )
  const none = await started.service.ask('GET', '/v2/agent/threads/nonsense')
  assert.deepEqual([none.status, none.body.code], [404, 'thread_not_found'])
})

test('a run that cannot be read is left out of the list, and its thread goes on', async () => {
  script = inTurn(call('finish', { answer: 'x', sources: [] }))
  const { database } = started.service
  const { key } = await addTeam(database, { credits: 1_000 })
  const first = await runs.start({ prompt: 'First' }, { key })
  await runs.finished(first.id, { key })
  const { threadId } = first
  const second = await runs.start({ prompt: 'Second', threadId }, { key })
  await runs.finished(second.id, { key })
  // Written under another secret.
  await database.query(`update agent_runs set request = 'AAAA' where id = $1`, [second.id])

  const list = await started.service.ask('GET', '/v2/agent', { key })
  assert.equal(list.status, 200)
  assert.deepEqual(
    list.body.agents.map(({ id }: { id: string }) => id),
    [first.id],
  )
  const third = await runs.start({ prompt: 'Third', threadId }, { key })
  assert.equal(third.threadTurn, 3)
  await runs.finished(third.id, { key })
  const path = `/v2/agent/threads/${threadId}`
  const { status, body } = await started.service.ask('GET', path, { key })
  assert.equal(status, 200)
  assert.deepEqual(
    body.thread.runs.map(({ turn }: { turn: number }) => turn),
    [1, 3],
  )
})

test('a model that declines, or never finishes, fails the run without cost', async () => {
  script = () => ({ refusal: 'no', finish: 'filter' })
  const refused = await run({ prompt: 'Something bad.' })
  assert.deepEqual([refused.status, refused.creditsUsed], ['failed', 0])
  assert.match(refused.error, /declined/)
  script = () => call('plan', { steps: ['again'] })
  const endless = await run({ prompt: 'Loop.', effort: 'low' })
  assert.match(endless.error, /took all its steps/)
})

test('requests that cannot be met are refused', async () => {
  const refused = async (body: object, key = firstKey) => {
    const answer = await started.service.ask('POST', '/v2/agent', { body, key })
    return [answer.status, answer.body.code ?? answer.body.error]
  }
  assert.equal((await refused({}))[0], 400)
  assert.equal((await refused({ prompt: 'x', schema: { type: 'no' } }))[0], 422)
  assert.deepEqual(await refused({ prompt: 'x', exchange: { enabled: true } }), [
    403,
    'exchange_not_enabled',
  ])
  assert.deepEqual(
    await refused({ prompt: 'x', threadId: '0199b0a0-0000-7000-8000-000000000000' }),
    [404, 'thread_not_found'],
  )
  const forced = await addTeam(started.service.database, { zeroDataRetention: 'forced' })
  assert.equal((await refused({ prompt: 'x' }, forced.key))[0], 400)
  const poor = await addTeam(started.service.database, { credits: 19 })
  assert.equal((await refused({ prompt: 'x' }, poor.key))[0], 402)
  const list = await started.service.ask('GET', '/v2/agent?before=soon')
  assert.deepEqual([list.status, list.body.error], [400, 'Invalid before timestamp.'])
})

test('runs of other teams do not exist', async () => {
  script = inTurn(call('finish', { answer: 'x', sources: [] }))
  const { id } = await run({ prompt: 'x' })
  const { key } = await addTeam(started.service.database)
  for (const path of ['', '/trace', '/snapshots/0199b0a0-0000-7000-8000-000000000000']) {
    const { status, body } = await started.service.ask('GET', `/v2/agent/${id}${path}`, { key })
    assert.deepEqual([status, body.error], [404, 'Agent job not found'])
  }
  const { status } = await started.service.ask('DELETE', `/v2/agent/${id}`, { key })
  assert.equal(status, 404)
})

test('without a model the agent answers 503, names the setting, and writes nothing', async () => {
  await using service = await startService()
  const { key } = await addTeam(service.database, { credits: 0 })
  const { status, body } = await service.ask('POST', '/v2/agent', { body: { prompt: 'x' }, key })
  assert.equal(status, 503)
  assert.match(body.error, /WEIR_LLM_PROVIDER/)
  const rows = await service.database.query('select from agent_runs')
  assert.equal(rows.length, 0)
})

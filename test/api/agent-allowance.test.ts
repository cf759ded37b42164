import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAllowance } from '#features/agent/runs/allowance.ts'
import { newId } from '#kernel/ids.ts'
import { agentRuns, call, inTurn } from '#test/fixtures/agent-runs.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { modelPage, startModelService } from '#test/fixtures/model-service.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import type { Script } from '#test/scripted-model.ts'

const limits = { unbilledPagesPerDay: 30, unbilledTokensPerDay: 100_000 }
const pages = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`/${index}`, modelPage(`<p>Page ${index}.</p>`)]),
)

/** What the model does; each test sets it. */
let script: Script = () => ({})

const started = await startModelService((request, index) => script(request, index), pages, {
  WEIR_LLM_CONTEXT: '16384',
  WEIR_LLM_OUTPUT_MAX: '512',
  WEIR_AGENT_UNBILLED_PAGES_PER_DAY: String(limits.unbilledPagesPerDay),
  WEIR_AGENT_UNBILLED_TOKENS_PER_DAY: String(limits.unbilledTokensPerDay),
})
disposeAfterTests(started)
const { service, site } = started
const { database } = service
const runs = agentRuns(service)

const newTeam = () => addTeam(database, { credits: 100_000 })
const ask = (key: string, body: object = { prompt: 'Read.' }) =>
  service.ask('POST', '/v2/agent', { key, body })

/** Reads another page in each step, and never ends. */
const reading: Script = ({ results }) =>
  call('scrape', { url: `${site.url}/${results.length % 60}` })

async function held(teamId: string) {
  const [row] = await database.query<{ pages: number; tokens: number }>(
    `select sum(pages_held)::integer as pages, sum(tokens_held)::integer as tokens from agent_runs where team_id = $1`,
    [teamId],
  )
  return row ?? { pages: 0, tokens: 0 }
}

async function assertUsed(key: string) {
  const { status, body, headers } = await ask(key)
  assert.deepEqual([status, body.code, body.success], [429, 'UNBILLED_ALLOWANCE_USED', false])
  assert.match(body.error, /WEIR_AGENT_UNBILLED_PAGES_PER_DAY/)
  assert.ok(Number(headers['retry-after']) >= 1)
}

/** Starts runs until one is refused; returns the states of those that were accepted. */
async function exhaust(key: string, body: object = { prompt: 'Read.', maxCredits: 12 }) {
  const states: unknown[] = []
  for (;;) {
    const { status, body: answer } = await ask(key, body)
    if (status !== 200) return states
    const { stopReason, error } = await runs.finished(answer.id, { key })
    states.push(stopReason ?? error)
    assert.ok(states.length < 40)
  }
}

test('runs that reach their limit use up the pages of the day, and no more', async () => {
  script = reading
  const { key, teamId } = await newTeam()
  const read = site.requests.length
  const states = await exhaust(key)
  assert.equal(states[0], 'credit_limit_reached')
  assert.match(String(states.at(-1)), /not charged/)
  await assertUsed(key)
  assert.ok(site.requests.length - read <= limits.unbilledPagesPerDay)
  assert.ok((await held(teamId)).pages <= limits.unbilledPagesPerDay)
  // Another team has its own, and so has this one on the next day.
  const other = await newTeam()
  assert.equal((await ask(other.key)).status, 200)
  await database.query(
    `update agent_runs set finished_at = date_trunc('day', now(), 'UTC') - interval '1 minute' where team_id = $1`,
    [teamId],
  )
  assert.equal((await ask(key)).status, 200)
})

test('tokens of the model are limited alike', async () => {
  script = () => ({ ...call('plan', { steps: ['x'] }), usage: { input: 6_000, output: 200 } })
  const { key, teamId } = await newTeam()
  const states = await exhaust(key, { prompt: 'Think.', effort: 'low' })
  assert.match(String(states.at(-1)), /not charged/)
  const { tokens } = await held(teamId)
  assert.ok(tokens <= limits.unbilledTokensPerDay + 7_000, String(tokens))
  await assertUsed(key)
})

test('cancelled runs count, and runs in work at the same time as well', async () => {
  script = reading
  const { key, teamId } = await newTeam()
  const read = site.requests.length
  const accepted = await Promise.all(Array.from({ length: 8 }, () => ask(key)))
  const ids = accepted.filter(({ status }) => status === 200).map(({ body }) => body.id as string)
  await Promise.all(ids.slice(0, 4).map((id) => service.ask('DELETE', `/v2/agent/${id}`, { key })))
  for (const id of ids) await runs.finished(id, { key })
  assert.ok(site.requests.length - read <= limits.unbilledPagesPerDay)
  assert.ok((await held(teamId)).pages <= limits.unbilledPagesPerDay)
})

test('runs whose model fails count', async () => {
  script = (asked, index) => (asked.results.length < 3 ? reading(asked, index) : { status: 400 })
  const { key, teamId } = await newTeam()
  await exhaust(key)
  await assertUsed(key)
  assert.ok((await held(teamId)).pages <= limits.unbilledPagesPerDay)
})

test('pages that cannot be read count', async () => {
  script = ({ results }) => call('scrape', { url: `${site.url}/missing/${results.length}` })
  const { key, teamId } = await newTeam()
  const states = await exhaust(key, { prompt: 'Read.', effort: 'high' })
  assert.match(String(states.at(-1)), /not charged|steps/)
  assert.ok((await held(teamId)).pages >= limits.unbilledPagesPerDay)
})

test('runs that succeed use nothing of the allowance', async () => {
  const { key } = await newTeam()
  const steps = Array.from({ length: 7 }, (_, index) =>
    call('scrape', { url: `${site.url}/${index}` }),
  )
  script = inTurn(...steps, call('finish', { answer: 'Done.', sources: [1] }))
  for (let count = 0; count < 6; count += 1) {
    const { status } = await runs.run({ prompt: 'Read.' }, { key })
    assert.equal(status, 'completed')
  }
})

test('extractions that fail count, and are refused as well', async () => {
  const { key, teamId } = await newTeam()
  const body = {
    urls: Array.from({ length: 9 }, (_, index) => `${site.url}/missing/${index}`),
    prompt: 'x',
  }
  const start = () => service.ask('POST', '/v2/extract', { key, body })
  let last = await start()
  for (let count = 0; count < 20 && last.status === 200; count += 1) {
    await finishedJob(service, `/v2/extract/${last.body.id}`, key)
    last = await start()
  }
  assert.deepEqual([last.status, last.body.code], [429, 'UNBILLED_ALLOWANCE_USED'])
  assert.ok((await held(teamId)).pages <= limits.unbilledPagesPerDay)
})

test('what runs hold is known to every process, and after a restart', async () => {
  const { teamId } = await newTeam()
  const run = { id: newId(), teamId }
  await database.query(
    `insert into agent_runs (id, team_id, kind, state, request, created_at, deadline_at, expires_at)
     values ($1, $2, 'agent', 'processing', '', now(), now(), now() + interval '1 day')`,
    [run.id, teamId],
  )
  const [first, second] = [1, 2].map(() => createAllowance({ database, ...limits }))
  assert.equal(await first?.hold(run, { pages: 20, tokens: 1 }), true)
  const other = { id: newId(), teamId }
  assert.equal(await second?.hold(other, { pages: 11, tokens: 1 }), false)
  assert.equal(await second?.hold(other, { pages: 1, tokens: 100_000 }), false)
  assert.equal(await second?.hold(run, { pages: 30, tokens: 1 }), true)
  await assert.rejects(second?.assertLeft(teamId) ?? Promise.resolve(), {
    code: 'UNBILLED_ALLOWANCE_USED',
    retryAfterSeconds: 60,
  })
  await database.query(
    `update agent_runs set state = 'failed', finished_at = now() where id = $1`,
    [run.id],
  )
  await assert.rejects(first?.assertLeft(teamId) ?? Promise.resolve(), ({ retryAfterSeconds }) => {
    return retryAfterSeconds > 0 && retryAfterSeconds <= 86_400
  })
  await database.query(`update agent_runs set state = 'succeeded' where id = $1`, [run.id])
  await first?.assertLeft(teamId)
})

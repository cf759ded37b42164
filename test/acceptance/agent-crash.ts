// acceptance: quick
/**
 * Runs of the agent with readers, in a service that is killed again and again: every run ends with its data, no step is stored or charged
 * twice, at most the tools in work are run again, and the events of every agent are numbered without gaps. The leases of the killed
 * process are ended by hand, as their time would end them. Control: tools were run again.
 * RUNS=10 KILLS=20 node test/acceptance/agent-crash.ts
 */
import { setTimeout } from 'node:timers/promises'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { call, inTurn } from '#test/fixtures/agent-runs.ts'
import { ask } from '#test/fixtures/ask.ts'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { createHold } from '#test/fixtures/hold.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { until } from '#test/fixtures/until.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'
import { startScriptedModel, type Script } from '#test/scripted-model.ts'

const runCount = Number(process.env['RUNS'] ?? (isQuick ? 3 : 10))
const kills = Number(process.env['KILLS'] ?? (isQuick ? 2 : 20))
const answerMs = 40
const patienceMs = 300_000
const readers = 3
const pagesPerReader = 3

const site = await startPages(
  Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `/${at}`,
      `<title>Mill ${at}</title><main><h1>Mill ${at}</h1><p>Mill ${at} was built by John Carter.</p></main>`,
    ]),
  ),
)
const readerScript: Script = (asked, index) => {
  const first = Number(
    /begin at (\d+)/.exec(asked.texts.map(({ text }) => text).join('\n'))?.[1] ?? 0,
  )
  const steps = Array.from({ length: pagesPerReader }, (_, at) => [
    call('scrape', { url: `${site.url}/${(first + at) % 12}` }),
    call('note', { records: [{ mills: [`Mill ${(first + at) % 12}`] }], sources: [1] }),
  ]).flat()
  return inTurn(...steps, call('report', { text: 'Read.' }))(asked, index)
}
const tasks = Array.from({ length: readers }, (_, at) => ({ goal: `Read, begin at ${at * 4}.` }))
const orchestratorScript = inTurn(
  call('plan', { steps: ['Read the mills.'] }),
  call('delegate', { tasks }),
  { calls: [1, 2, 3].map((at) => ({ name: 'scrape', input: { url: `${site.url}/${at}` } })) },
  call('finish', { answer: 'John Carter built the mills.', sources: [1] }),
)
/** A kill comes while the model is asked: otherwise all runs may have ended before it. */
const hold = createHold()
await using model = await startScriptedModel((asked, index) => ({
  ...(asked.tools.includes('report') ? readerScript : orchestratorScript)(asked, index),
  waitsFor: setTimeout(answerMs).then(() => hold.pass()),
}))
await using postgres = await startExternalPostgres({ fsync: 'off' })
const env = {
  DATABASE_URL: postgres.url,
  WEIR_BROWSER_PAGES_MAX: '0',
  WEIR_LLM_PROVIDER: 'compatible',
  WEIR_LLM_MODEL: 'scripted',
  WEIR_LLM_URL: model.urls.compatible,
  WEIR_LLM_CONTEXT: '32768',
  WEIR_LLM_TEAM_SLOTS: '8',
  WEIR_AGENT_RUNS_MAX: '16',
  WEIR_AGENT_FREE_RUNS_PER_DAY: '0',
  WEIR_LOG_LEVEL: 'error',
}
await using weir = await startWeir({ env })
await using database = postgres.connect()

async function count(query: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::integer as count ${query}`,
  )
  return row?.count ?? 0
}
const stepCount = () => count('from agent_steps')

for (let at = 0; at < runCount; at++) {
  await ask(weir, 'POST /v2/agent', { prompt: 'Who built the mills?' })
}
const unfinished = () => count(`from agent_runs where state = 'processing'`)

/** Steps of a run without kills: answers and results of the orchestrator and its readers. */
const stepsPerRun = 4 + 6 + readers * (2 * pagesPerReader + 1) * 2
const answers = runCount * (4 + readers * (2 * pagesPerReader + 1))
let killed = 0
for (let kill = 1; kill <= kills; kill++) {
  await hold.after(Math.floor(answers / (kills + 1)))
  await weir.kill()
  hold.release()
  killed += 1
  await database.query(`update queue_items set ready_at = now() where queue = 'agent-runs'`)
  await database.query('delete from slots')
  await weir.restart()
}
await until(async () => (await unfinished()) === 0, { withinMs: patienceMs })
const completed = await count(`from agent_runs where state = 'succeeded'`)
const steps = await stepCount()
const charges = await count(`from credit_entries where kind = 'agent'`)
const doubled = await count(
  `from (select run_id, key from agent_events group by run_id, key having count(*) > 1) twice`,
)
const gaps = await count(
  `from (select from agent_events group by run_id, agent having max(sequence) <> count(*)) gap`,
)
const findings = await count('from agent_findings')
await weir[Symbol.asyncDispose]()
const asked = model.requests.length
const again = asked - answers
const reads = site.requests.length
await site[Symbol.asyncDispose]()

report(
  'agent-crash',
  completed === runCount &&
    steps === runCount * stepsPerRun &&
    charges === runCount &&
    doubled === 0 &&
    gaps === 0 &&
    findings === runCount * readers * pagesPerReader &&
    killed >= Math.min(kills, 2) &&
    again > 0 &&
    again <= killed * runCount * (readers + 1),
  `${completed} of ${runCount} runs completed after ${killed} kills, ${steps} of ${runCount * stepsPerRun} steps, ${findings} of ${runCount * readers * pagesPerReader} notes, ${charges} charges, ${doubled} events doubled, ${gaps} gaps, ${reads} pages fetched; control: ${again} calls of the model were made again`,
)

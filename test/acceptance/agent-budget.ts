// acceptance: quick, together
/**
 * Scripted runs of the agent with caps of 5 to 200 credits, each of which would read pages without end: none spends more than its
 * cap, failed runs are free, and every run that had noted something returns it as its partial result. Control: the same run with
 * a high cap spends more than the highest of them.
 * RUNS=200 node test/acceptance/agent-budget.ts
 */
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { agentRuns, call } from '#test/fixtures/agent-runs.ts'
import { modelPage, startModelService } from '#test/fixtures/model-service.ts'
import { addTeam } from '#test/fixtures/team-key.ts'

const count = Number(process.env['RUNS'] ?? (isQuick ? 8 : 200))
const [capMin, capMax] = [5, isQuick ? 40 : 200]
const atOnce = 6

const pages = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [
    `/${index}`,
    modelPage(`<p>Mill number ${index} was built by John Carter.</p>`),
  ]),
)
const url = (results: readonly string[]) => `${started.site.url}/${results.length % 60}`
await using started = await startModelService(
  ({ results }) =>
    results.length % 3 === 2
      ? call('note', { records: [{ mills: [`Mill number ${results.length}`] }], sources: [1] })
      : call('scrape', { url: url(results) }),
  pages,
  {
    WEIR_LLM_CONTEXT: '65536',
    WEIR_LLM_OUTPUT_MAX: '4096',
    WEIR_AGENT_UNBILLED_PAGES_PER_DAY: '1000000',
    WEIR_AGENT_UNBILLED_TOKENS_PER_DAY: '1000000000',
  },
)
const { key, teamId } = await addTeam(started.service.database, { credits: 1_000_000 })
const runs = agentRuns(started.service)
const schema = {
  type: 'object',
  properties: { mills: { type: 'array', items: { type: 'string' } } },
}

/** Runs to the end; returns what it spent, and whether notes and partial result fit together. */
async function spend(maxCredits: number) {
  const body = { prompt: 'List the mills.', schema, maxCredits, effort: 'high' }
  const { id, ...ended } = await runs.run(body, { key })
  const [steps] = await started.service.database.query<{ credits: number; tokens: number }>(
    `select sum(credits)::float8 as credits, sum(tokens)::float8 as tokens from agent_steps where run_id = $1`,
    [id],
  )
  const notes = await started.service.database.query(
    'select from agent_findings where run_id = $1',
    [id],
  )
  const { credits = 0, tokens = 0 } = steps ?? {}
  const isWhole = notes.length > 0 === (ended.partial !== undefined)
  return { spent: credits + tokens / 1_000, isWhole, notes: notes.length, ...ended }
}

const caps = Array.from({ length: count }, (_, index) =>
  Math.round(capMin + ((capMax - capMin) * index) / Math.max(1, count - 1)),
)
const results: Awaited<ReturnType<typeof spend>>[] = []
const left = caps.entries()
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (const [index, cap] of left) results[index] = await spend(cap)
  }),
)
const control = await spend(100_000)

const above = results.filter(({ spent }, index) => spent > (caps[index] ?? 0)).length
const limited = results.filter(({ stopReason }) => stopReason === 'credit_limit_reached').length
const charged = await started.service.database.query(
  `select from credit_entries where team_id = $1 and kind = 'agent'`,
  [teamId],
)
const noted = results.filter(({ notes }) => notes > 0).length
const lost = results.filter(({ isWhole }) => !isWhole).length
report(
  'agent-budget',
  above === 0 &&
    lost === 0 &&
    charged.length === 0 &&
    limited > count / 4 &&
    noted > count / 4 &&
    control.spent > 50,
  `${above} of ${count} runs above their cap, ${limited} ended by it; ${lost} of ${noted} partial results lost, ${charged.length} charges for failed runs; control: ${Math.round(control.spent)} credits without a cap`,
)

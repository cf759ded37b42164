/**
 * Time of 1,000 concurrent reads of the status beside ten runs of the agent, compared with the same reads while no run is in work.
 * node benchmarks/agent/status/run.ts
 */
import { setTimeout } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { agentRuns, call } from '#test/fixtures/agent-runs.ts'
import { modelPage, startModelService } from '#test/fixtures/model-service.ts'
import { addTeam } from '#test/fixtures/team-key.ts'

const reads = 1_000
const connections = 100
const runCount = 10
const answerMs = 200

const pages = Object.fromEntries(
  Array.from({ length: 50 }, (_, at) => [
    `/${at}`,
    modelPage(`<p>Mill ${at} stands at the river.</p>`),
  ]),
)
await using started = await startModelService(
  ({ results }) => ({
    ...(results.length < 50
      ? call('scrape', { url: `${started.site.url}/${results.length}` })
      : call('finish', { answer: 'done', sources: [] })),
    waitsFor: setTimeout(answerMs),
  }),
  pages,
  { WEIR_LLM_CONTEXT: '65536', WEIR_AGENT_RUNS_MAX: '16', WEIR_LLM_TEAM_SLOTS: '16' },
)
const { key } = await addTeam(started.service.database, {
  credits: 1_000_000,
  requestsPerMinute: 1_000_000,
})
const url = await started.service.listen()
const runs = agentRuns(started.service)
const agent = new Agent({ connections })
const body = { prompt: 'Read the mills.', effort: 'high' }

/** All reads at once; milliseconds of each. */
async function read(id: string): Promise<number[]> {
  return Promise.all(
    Array.from({ length: reads }, async () => {
      const began = performance.now()
      const answer = await request(`${url}/v2/agent/${id}`, {
        dispatcher: agent,
        headers: { authorization: `Bearer ${key}` },
      })
      await answer.body.dump()
      if (answer.statusCode !== 200) throw new Error(`Status ${answer.statusCode}.`)
      return performance.now() - began
    }),
  )
}
const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
const shown = (times: readonly number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`

const { id: first } = await runs.start({ ...body, maxCredits: 5 }, { key })
await runs.finished(first, { key })
await read(first)
const alone = await read(first)
const ids: string[] = []
for (let at = 0; at < runCount; at++) ids.push((await runs.start(body, { key })).id)
await setTimeout(answerMs * 3)
const beside = await read(ids[0] ?? '')
const last = await started.service.ask('GET', `/v2/agent/${ids[0]}`, { key })
for (const id of ids) await started.service.ask('DELETE', `/v2/agent/${id}`, { key })
const ratio = percentile(beside, 0.95) / percentile(alone, 0.95)
console.log(
  `${reads} reads over ${connections} connections beside ${runCount} runs (${last.body.status}): ${shown(beside)}; alone: ${shown(alone)}; ratio of p95 ${ratio.toFixed(2)}`,
)
await agent.destroy()

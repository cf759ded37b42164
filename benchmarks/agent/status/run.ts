/**
 * Time of reads of the status by 1,000 clients beside ten runs of the agent, compared with the same reads while no run is in work.
 * node benchmarks/agent/status/run.ts
 */
import { execFile } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { agentRuns, call } from '#test/fixtures/agent-runs.ts'
import { modelPage, startModelService } from '#test/fixtures/model-service.ts'
import { addTeam } from '#test/fixtures/team-key.ts'

const runCount = 10
const answerMs = 500

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
const body = { prompt: 'Read the mills.', effort: 'high', maxCredits: 100_000 }

/** Milliseconds of each read, by a process of its own. */
async function read(id: string, mode: 'at-once' | 'clients'): Promise<number[]> {
  const program = new URL('read.ts', import.meta.url).pathname
  const args = [program, `${url}/v2/agent/${id}`, key, mode]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 16_000_000 })
  return JSON.parse(stdout) as number[]
}
const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
const shown = (times: readonly number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`

const { id: first } = await runs.start({ ...body, maxCredits: 5 }, { key })
await runs.finished(first, { key })
await read(first, 'at-once')
const alone = { burst: await read(first, 'at-once'), clients: await read(first, 'clients') }
const ids: string[] = []
for (let at = 0; at < runCount; at++) ids.push((await runs.start(body, { key })).id)
await setTimeout(answerMs * 3)
const beside = {
  clients: await read(ids[0] ?? '', 'clients'),
  burst: await read(ids[0] ?? '', 'at-once'),
}
const last = await started.service.ask('GET', `/v2/agent/${ids[0]}`, { key })
for (const id of ids) await started.service.ask('DELETE', `/v2/agent/${id}`, { key })
console.log(
  `1,000 clients that read every two seconds beside ${runCount} runs (${last.body.status}): ${shown(beside.clients)}; alone: ${shown(alone.clients)}`,
)
console.log(
  `1,000 reads at once over 100 connections beside ${runCount} runs: ${shown(beside.burst)}; alone: ${shown(alone.burst)}`,
)

/**
 * Five times the capacity of an HTTP server: its throughput stays constant, the rest is refused with `Retry-After`, and health
 * checks respond throughout. Calm and overloaded rounds alternate with those of a server without a limit, which is the control.
 * On a machine so busy that the calm server is slow, throughput is not meaningful: then only the CPU time of a refusal is
 * compared with that of a response.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { serveBusyEdge } from '#test/fixtures/busy-edge.ts'
import {
  openLoad,
  percentile,
  steadyLoad,
  type LoadResult,
  type Target,
} from '#test/fixtures/load.ts'

const rounds = Number(process.env['ROUNDS'] ?? 4)
const healthMsMax = 100
const calmSeconds = 2
const loadedSeconds = 3
const headers = { authorization: 'Bearer fc-1', 'content-type': 'application/json' }

interface Service {
  readonly child: ChildProcess
  readonly work: Target
  readonly health: Target
  readonly calm: LoadResult[]
  readonly loaded: LoadResult[]
  readonly after: LoadResult[]
  readonly calmProbes: LoadResult[]
  readonly probes: LoadResult[]
  readonly cpuMs: { calm: number; loaded: number }
}

async function startEdge(requestsMax: number): Promise<Service> {
  const child = fork(import.meta.filename, [String(requestsMax)])
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  const work: Target = { url: `${url}/v2/echo`, method: 'POST', headers, body: '{"url":"x"}' }
  const health: Target = { url: `${url}/health/live`, method: 'GET', headers: {} }
  await steadyLoad(work, 16, 1)
  const results = { calm: [], loaded: [], after: [], calmProbes: [], probes: [] }
  return { child, work, health, ...results, cpuMs: { calm: 0, loaded: 0 } }
}

async function playRound(service: Service): Promise<void> {
  const { work, health } = service
  const before = await measureCpuMs(service)
  const [calm, calmProbes] = await Promise.all([
    steadyLoad(work, 16, calmSeconds),
    openLoad(health, 20, calmSeconds),
  ])
  const between = await measureCpuMs(service)
  const [loaded, probes] = await Promise.all([
    openLoad(work, (5 * calm.ok) / calm.seconds, loadedSeconds),
    openLoad(health, 20, loadedSeconds),
  ])
  service.cpuMs.calm += between - before
  service.cpuMs.loaded += (await measureCpuMs(service)) - between
  await sleep(500)
  const after = await steadyLoad(work, 16, 1)
  service.calm.push(calm)
  service.calmProbes.push(calmProbes)
  service.loaded.push(loaded)
  service.probes.push(probes)
  service.after.push(after)
}

async function measureCpuMs({ child }: Service): Promise<number> {
  child.send('cpu')
  const [cpuMs] = (await once(child, 'message')) as [number]
  return cpuMs
}

const sum = (results: readonly LoadResult[], figure: 'ok' | 'refused' | 'wrong' | 'seconds') =>
  results.reduce((total, result) => total + result[figure], 0)
const rate = (results: readonly LoadResult[]) => sum(results, 'ok') / sum(results, 'seconds')
const listTimes = (results: readonly LoadResult[]) => results.flatMap(({ okMs }) => okMs)

function computeFigures({ calm, loaded, after, calmProbes, probes, cpuMs }: Service) {
  const answerMs = cpuMs.calm / sum(calm, 'ok')
  const refusalMs = (cpuMs.loaded - answerMs * sum(loaded, 'ok')) / sum(loaded, 'refused')
  return {
    refusalCost: refusalMs / answerMs,
    goodput: rate(loaded) / rate(calm),
    refused: sum(loaded, 'refused'),
    wrong: sum([...loaded, ...probes, ...after], 'wrong'),
    examples: [...loaded, ...probes].flatMap(({ examples }) => examples),
    healthMs: percentile(listTimes(probes), 0.99),
    calmHealthMs: percentile(listTimes(calmProbes), 0.99),
    okMs: percentile(listTimes(loaded), 0.99),
    afterRatio: percentile(listTimes(after), 0.5) / percentile(listTimes(calm), 0.5),
  }
}

const say = ({ goodput, refused, wrong, healthMs, calmHealthMs, okMs }: Figures) =>
  `goodput ${Math.round(goodput * 100)} % of calm rounds, ${refused} refused with Retry-After, ${wrong} otherwise; health p99 ${Math.round(healthMs)} ms (calm ${Math.round(calmHealthMs)} ms), answered p99 ${Math.round(okMs)} ms`
type Figures = ReturnType<typeof computeFigures>

async function measure(): Promise<void> {
  const services = [await startEdge(64), await startEdge(1_000_000)] as const
  for (let round = 0; round < rounds; round += 1) {
    for (const service of services) await playRound(service)
  }
  for (const { child } of services) child.disconnect()
  const [guarded, control] = services.map(computeFigures) as [Figures, Figures]

  for (const example of guarded.examples) process.stderr.write(`${example}\n`)
  const isStarved = guarded.calmHealthMs > healthMsMax
  const keepsPace =
    guarded.goodput >= 0.8 &&
    guarded.healthMs <= healthMsMax &&
    guarded.afterRatio < 1.5 &&
    control.okMs > 2 * guarded.okMs
  const held =
    guarded.wrong === 0 &&
    guarded.refused > 0 &&
    guarded.refusalCost < 1 &&
    (isStarved || keepsPace)
  report(
    'overload',
    held,
    `${say(guarded)}, a refusal takes ${Math.round(guarded.refusalCost * 100)} % of the processor time of an answer; back to ${guarded.afterRatio.toFixed(1)} x${isStarved ? ' (the machine is too busy to judge rates)' : ''}; control (no limit) ${say(control)}`,
  )
}

if (process.send) await serveBusyEdge(Number(process.argv[2]))
else await measure()

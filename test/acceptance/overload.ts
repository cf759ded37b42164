import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { serveBusyEdge } from '#test/fixtures/busy-edge.ts'
import { openLoad, percentile, steadyLoad, type Target } from '#test/fixtures/load.ts'

const seconds = Number(process.env['SECONDS'] ?? 15)
const headers = { authorization: 'Bearer fc-1', 'content-type': 'application/json' }

interface Figures {
  readonly goodput: number
  readonly refused: number
  readonly wrong: number
  readonly examples: readonly string[]
  readonly healthMs: number
  readonly okMs: number
  readonly afterMs: number
}

/** Five times what it can do, with somebody asking for its health all the while. */
async function overload(requestsMax: number): Promise<Figures> {
  const child = fork(import.meta.filename, [String(requestsMax)])
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  const work: Target = { url: `${url}/v2/echo`, method: 'POST', headers, body: '{"url":"x"}' }
  const health: Target = { url: `${url}/health/live`, method: 'GET', headers: {} }
  await steadyLoad(work, 16, 1)
  const peak = await steadyLoad(work, 16, 4)
  const perSecond = (5 * peak.ok) / peak.seconds
  const [loaded, probes] = await Promise.all([
    openLoad(work, perSecond, seconds),
    openLoad(health, 20, seconds),
  ])
  await sleep(1_000)
  const after = await steadyLoad(work, 16, 2)
  child.disconnect()
  return {
    goodput: loaded.ok / loaded.seconds / (peak.ok / peak.seconds),
    refused: loaded.refused,
    wrong: loaded.wrong + probes.wrong + after.wrong,
    examples: [...loaded.examples, ...probes.examples],
    healthMs: percentile(probes.okMs, 0.99),
    okMs: percentile(loaded.okMs, 0.99),
    afterMs: percentile(after.okMs, 0.5) / percentile(peak.okMs, 0.5),
  }
}

const say = ({ goodput, refused, wrong, healthMs, okMs }: Figures) =>
  `goodput ${Math.round(goodput * 100)} % of peak, ${refused} refused with Retry-After, ${wrong} otherwise; health p99 ${Math.round(healthMs)} ms, answered p99 ${Math.round(okMs)} ms`

async function measure(): Promise<void> {
  const guarded = await overload(64)
  const control = await overload(1_000_000)

  for (const example of guarded.examples) process.stderr.write(`${example}\n`)
  const held =
    guarded.goodput >= 0.8 &&
    guarded.wrong === 0 &&
    guarded.refused > 0 &&
    guarded.healthMs <= 100 &&
    guarded.afterMs < 1.5 &&
    control.okMs > 2 * guarded.okMs
  report(
    'overload',
    held,
    `${say(guarded)}; back to ${guarded.afterMs.toFixed(1)} x; control (no limit) ${say(control)}`,
  )
}

if (process.send) await serveBusyEdge(Number(process.argv[2]))
else await measure()

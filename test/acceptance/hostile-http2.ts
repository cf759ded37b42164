// acceptance: quick, alone
/** Servers that violate HTTP/2 after negotiating it cause a typed error or a timeout, never a longer wait. */
import { setTimeout as sleep } from 'node:timers/promises'
import { request as plainRequest, Agent } from 'undici'
import { ServiceError } from '#kernel/errors.ts'
import { createGuard } from '#net/guard.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { pageRequest, startFetchPage } from '#test/fixtures/fetch-page.ts'
import { startHostileHttp2 } from '#test/fixtures/hostile-http2.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const timeoutMs = 1_500
const graceMs = 1_000

await using server = await startHostileHttp2()
await using fixture = startFetchPage({ guard: createGuard({ allowedCidrs: ['127.0.0.0/8'] }) })

/** The longest time by timers of this process: work of the servers, or other work on the machine, delays them and the fetches alike. */
const patience = async () => {
  await sleep(timeoutMs)
  return sleep(graceMs, false)
}

const outcomes: Record<string, string> = {}
const taken: number[] = []
const areInTime = await Promise.all(
  server.names.map(async (name) => {
    const start = performance.now()
    const late = patience()
    const fetched = fixture
      .fetchPage(pageRequest(server.url(name)), callerUntil(AbortSignal.timeout(timeoutMs)))
      .then(({ status }) => `Page ${status}`, describeError)
    const isInTime = await Promise.race([fetched.then(() => true), late])
    outcomes[name] = await fetched
    taken.push(Math.round(performance.now() - start))
    return isInTime
  }),
)
if (process.argv.includes('--each')) process.stderr.write(`${JSON.stringify(outcomes, null, 2)}\n`)

const agent = new Agent({ connect: { rejectUnauthorized: false } })
const control = await Promise.all(server.names.map((name) => isHeld(server.url(name))))
await agent.destroy()

/** Control: a client without limits, stopped after the maximum time of the service's client. */
async function isHeld(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutMs + graceMs)
  try {
    const { body } = await plainRequest(url, { signal, dispatcher: agent })
    await body.dump({ limit: Infinity })
  } catch {
    return signal.aborted
  }
  return signal.aborted
}

function describeError(error: unknown): string {
  if (error instanceof ServiceError) return error.message
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout'
  return `Untyped ${String(error)}`
}

const total = server.names.length
const inTime = areInTime.filter(Boolean).length
const wrong = Object.values(outcomes).filter((it) => /^(Untyped|Page)/.test(it)).length
const held = control.filter(Boolean).length
report(
  'hostile-http2',
  total === 19 && inTime === total && wrong === 0 && held >= 4,
  `${inTime} of ${total} <= timeout + 1 s (longest ${Math.max(...taken)} ms), ${wrong} untyped; control ${held} held`,
)

/**
 * Watches the main thread of its process from a thread of its own. When the loop of the main thread stands, it tells the supervisor where, and kills
 * the process: nothing in it could still be stopped in order.
 */
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import type { LogLevel } from '#kernel/create-log.ts'
import { lookAtMainThread } from './look-at-main-thread.ts'
import { stopAndReadStack } from './main-stack.ts'
import { createStandstillJudge, lookMs, type Standstill } from './standstill.ts'

export interface WatchdogData {
  /** Counted up by the main thread; then whether the service has started. */
  readonly shared: Int32Array<SharedArrayBuffer>
  readonly limitMs: number
  readonly fd: number
  readonly isKilledWithSupervisor: boolean
  readonly logLevel: LogLevel
  readonly isTerminal: boolean
}

/** What the supervisor learns before the process ends. */
interface Report {
  readonly reason: Standstill
  /** For the log, which the main thread can no longer write. */
  readonly line: string
}

/** Loading the modules of the service is one long task on a slow machine. */
const startFactor = 4
/** Users do not wait longer for a service that was asked to stop. */
const askedLimitMs = 3_000
const reportMsMax = 3_000

const data = workerData as WatchdogData
let isAsked = false

const supervisor = new Socket({ fd: data.fd })
supervisor
  .on('data', () => (isAsked = true))
  .on('error', () => undefined)
  .on('close', () => {
    if (data.isKilledWithSupervisor) kill()
    isAsked = true
  })
supervisor.unref()

const look = () => ({
  atMs: performance.now(),
  beats: Atomics.load(data.shared, 0),
  ...lookAtMainThread(),
})

function limitMs(): number {
  const ms = isAsked ? Math.min(data.limitMs, askedLimitMs) : data.limitMs
  return Atomics.load(data.shared, 1) === 1 ? ms : ms * startFactor
}

async function watch(): Promise<void> {
  const standstill = createStandstillJudge(look())
  for (;;) {
    await sleep(lookMs)
    const reason = standstill.judge(look(), limitMs())
    if (reason === undefined) continue
    const line = printed(reason, standstill.stoodMs()).catch(String)
    const late = sleep(reportMsMax, 'not readable in time\n')
    const report = { reason, line: await Promise.race([line, late]) } satisfies Report
    await Promise.race([tell(report), sleep(reportMsMax)])
    kill()
  }
}

const tell = (report: Report) =>
  new Promise<void>((resolve) => supervisor.write(`${JSON.stringify(report)}\n`, () => resolve()))

async function printed(state: Standstill, stoodMs: number): Promise<string> {
  const [stack, { createLog }, { readableLine }] = await Promise.all([
    stopAndReadStack(),
    import('#kernel/create-log.ts'),
    import('#kernel/readable-line.ts'),
  ])
  let text = ''
  const log = createLog(data.logLevel, { write: (line) => (text += line) })
  const message = 'the main thread stands'
  const err = { name: 'Standstill', message, stack: stack ?? 'not readable' }
  log.error({ state, stoodMs: Math.round(stoodMs), err }, message)
  return data.isTerminal && text !== '' ? readableLine(text) : text
}

function kill(): void {
  process.kill(process.pid, 'SIGKILL')
}

await watch()

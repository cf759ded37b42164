import type { Log } from '#kernel/log.ts'
import { every, startPolling } from './poll.ts'

interface AllowedWork<Work> {
  /** Why the work must not run now; undefined while it may. */
  readonly refusal: () => Promise<string | undefined>
  readonly start: () => Work
  readonly log: Log
  readonly checkedEveryMs?: number
}

/** Work that ends when it is not allowed, and begins again when it is. */
export interface RunningWork<Work> extends AsyncDisposable {
  /** Undefined while it is not allowed. */
  current(): Work | undefined
}

/** Resolves after the first check. */
export async function runWhileAllowed<Work extends AsyncDisposable>({
  refusal,
  start,
  log,
  checkedEveryMs = 1_000,
}: AllowedWork<Work>): Promise<RunningWork<Work>> {
  let running: Work | undefined
  let hasEnded = false

  async function check(): Promise<void> {
    const reason = await refusal()
    if (reason === undefined && !running) {
      if (hasEnded) log.info({}, 'background work begins again')
      running = start()
    }
    if (reason === undefined || !running) return
    log.error({ reason }, 'background work ends')
    hasEnded = true
    const ending = running
    running = undefined
    await ending[Symbol.asyncDispose]()
  }

  await check()
  const checking = startPolling({
    ticks: [check],
    pause: every(checkedEveryMs),
    pausesFirst: true,
    log,
    failure: 'background work not checked',
  })
  return {
    current: () => running,
    async [Symbol.asyncDispose]() {
      await checking[Symbol.asyncDispose]()
      await running?.[Symbol.asyncDispose]()
    },
  }
}

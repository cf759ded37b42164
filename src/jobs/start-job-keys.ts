import type { Log } from '#kernel/log.ts'
import { every, startPolling } from '#queue/poll.ts'
import type { KeyRing } from '#storage/key-ring.ts'
import type { Jobs } from './job.ts'

const tickMs = 1_000

/**
 * Manages the keys of jobs under zero data retention, and ends jobs whose key no process has. When disposed, it discards the
 * keys of this process. Resolves when other processes can see this one.
 */
export async function startJobKeys(deps: {
  readonly keys: Pick<KeyRing, 'tick' | 'leave'>
  readonly jobs: Pick<Jobs, 'endLost'>
  readonly log: Log
}): Promise<AsyncDisposable> {
  const { keys, jobs, log } = deps

  const ticks = [() => keys.tick(), () => jobs.endLost()]
  for (const tick of ticks) await tick()
  const polling = startPolling({
    ticks,
    pause: every(tickMs),
    pausesFirst: true,
    log,
    failure: 'job keys not updated',
  })
  return {
    async [Symbol.asyncDispose]() {
      await polling[Symbol.asyncDispose]()
      try {
        await keys.leave()
        await jobs.endLost()
      } catch (err) {
        log.warn({ err }, 'job keys not discarded')
      }
    },
  }
}

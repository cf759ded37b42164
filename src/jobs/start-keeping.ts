import type { Log } from '#kernel/log.ts'
import { every, startPolling } from '#queue/poll.ts'
import type { KeyRing } from '#storage/key-ring.ts'
import type { Jobs } from './jobs.ts'

const tickMs = 1_000

/**
 * Keeps the keys of jobs under zero data retention until it is disposed: then this process gives its keys up, and jobs
 * that nobody else has the key of end. Resolves when other processes can see this one.
 */
export async function startKeeping(deps: {
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
    failure: 'keeping of job keys interrupted',
  })
  return {
    async [Symbol.asyncDispose]() {
      await polling[Symbol.asyncDispose]()
      try {
        await keys.leave()
        await jobs.endLost()
      } catch (err) {
        log.warn({ err }, 'keys of jobs not given up')
      }
    },
  }
}

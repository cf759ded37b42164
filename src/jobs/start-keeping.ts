import { setTimeout } from 'node:timers/promises'
import type { Log } from '#kernel/log.ts'
import type { KeyRing } from '#storage/key-ring.ts'
import type { Jobs } from './jobs.ts'

const pauseMs = 1_000

/**
 * Keeps the keys of jobs under zero data retention until it is disposed: then this process gives its keys up, and jobs
 * that nobody else has the key of end. Resolves when other processes can see this one.
 */
export async function startKeeping(deps: {
  readonly keys: Pick<KeyRing, 'turn' | 'leave'>
  readonly jobs: Pick<Jobs, 'endLost'>
  readonly log: Log
}): Promise<AsyncDisposable> {
  const { keys, jobs, log } = deps
  const stop = new AbortController()

  async function turn(): Promise<void> {
    await keys.turn()
    await jobs.endLost()
  }

  /** Neither keeps the other from being done. */
  async function turnAsFarAsPossible(): Promise<void> {
    await keys.turn().catch((err: unknown) => log.warn({ err }, 'keys of jobs not kept'))
    await jobs.endLost().catch((err: unknown) => log.warn({ err }, 'lost jobs not ended'))
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      await setTimeout(pauseMs, undefined, { signal: stop.signal }).catch(() => {})
      await turnAsFarAsPossible()
    }
  }

  await turn()
  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
      try {
        await keys.leave()
        await jobs.endLost()
      } catch (err) {
        log.warn({ err }, 'keys of jobs not given up')
      }
    },
  }
}

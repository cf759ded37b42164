import type { ServerResponse } from 'node:http'
import type { Account } from '#kernel/account.ts'
import { createSemaphore } from '#kernel/semaphore.ts'
import { whileClientWaits } from './observe.ts'

/** A team may begin so many requests in each `everyMs`: three times as many as a client that sends one after the other. */
const beginningsMax = 32
const everyMs = 100
const waitingMax = 1_000
const refusal = 'Too many requests of your team wait to begin. Send fewer at the same time.'

/**
 * Returns what a request awaits before it costs more than its key: a flood of requests of one team waits there, so that those of others
 * do not wait behind it. Resolves with false when its client has left meanwhile. Fails with `SERVICE_UNAVAILABLE` when too many wait.
 */
export function createRequestPace() {
  const beginnings = createSemaphore({ perTeamMax: beginningsMax, waitingMax, refusal })
  return async function mayBegin(
    { teamId }: Pick<Account, 'teamId'>,
    response: ServerResponse,
  ): Promise<boolean> {
    const signal = whileClientWaits(response)
    try {
      const slot = await beginnings.acquire({ teamId, signal })
      setTimeout(() => slot[Symbol.dispose](), everyMs)
      return true
    } catch (thrown) {
      if (signal.aborted) return false
      throw thrown
    }
  }
}

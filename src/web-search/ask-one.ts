import { setTimeout } from 'node:timers/promises'
import { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { createSemaphore } from '#kernel/semaphore.ts'
import type { Caller } from '#kernel/caller.ts'
import type { ProviderHealth } from './health.ts'
import { SearchProviderError, type SearchProvider } from './providers/provider.ts'

/** What can be asked: providers of search results, papers or repositories. */
export type Askable = Pick<SearchProvider, 'name' | 'pace' | 'isFree'>

/** What came of asking one provider: its results, or why there are none. Neither when it was aborted. */
export interface Ended<Asked extends Askable, Hit> {
  readonly provider: Asked
  readonly hits?: readonly Hit[]
  /** A clause for a warning: `brave: rate limited`. */
  readonly note?: string
}

/** Asks a provider if its health allows, and records how it went; teams share the calls. Never throws. */
export type AskOne<Asked extends Askable, Wanted, Hit> = (
  provider: Asked,
  wanted: Wanted,
  caller: Caller,
) => Promise<Ended<Asked, Hit>>

interface AskOneDeps<Asked extends Askable, Wanted, Hit> {
  /** Throws `SearchProviderError`. */
  readonly send: (provider: Asked, wanted: Wanted, signal: AbortSignal) => Promise<readonly Hit[]>
  readonly health: ProviderHealth
  readonly log: Log
}

/** Calls of one team that are made or wait for the pace of a provider; all together may be some more. */
const callsPerTeamMax = 32
const callsWaitingMax = 256
const tooMany = 'too many searches wait'
/** For the pace of a provider. */
const paceWaitMsMax = 6_000
/** Between two attempts, when another call was before. */
const againMsMin = 10

const keyRefused = 'a search provider refused its key; it is asked again in an hour'
const notRead = 'the answer of a search provider could not be read'

export function createAskOne<Asked extends Askable, Wanted, Hit>({
  send,
  health,
  log,
}: AskOneDeps<Asked, Wanted, Hit>): AskOne<Asked, Wanted, Hit> {
  /** Why it may not be called; waits for its pace, also when others that wait are called before. */
  async function refusal(provider: Askable, signal: AbortSignal): Promise<string | undefined> {
    const late = performance.now() + paceWaitMsMax
    for (let isFirst = true; ; isFirst = false) {
      const permit = await health.take(provider)
      if (permit.status === 'taken') return undefined
      if (permit.status === 'paused') return 'is paused'
      if (performance.now() + permit.waitMs > late) return isFirst ? 'is paused' : 'is busy'
      await setTimeout(Math.max(permit.waitMs, againMsMin), undefined, { signal })
    }
  }

  /** Neither the cause nor the answer is logged: both may hold the query. */
  function unexpected(provider: string, error: unknown): SearchProviderError {
    log.warn({ provider, reason: error instanceof Error ? error.name : 'unknown' }, notRead)
    return new SearchProviderError('failed', 'answered with something that cannot be read')
  }

  const calls = createSemaphore({
    perTeamMax: callsPerTeamMax,
    waitingMax: callsWaitingMax,
    refusal: tooMany,
  })

  return async function askOne(provider, wanted, caller) {
    const { name } = provider
    const { signal } = caller
    try {
      using call = await calls.acquire(caller)
      void call
      const reason = await refusal(provider, signal)
      if (reason !== undefined) return { provider, note: `${name} ${reason}` }
      const hits = await send(provider, wanted, signal)
      await health.succeeded(provider)
      return { provider, hits }
    } catch (error) {
      if (signal.aborted) return { provider }
      if (error instanceof ServiceError) return { provider, note: `${name}: ${error.message}` }
      const failure = error instanceof SearchProviderError ? error : unexpected(name, error)
      if (failure.kind === 'key') log.warn({ provider: name, reason: failure.message }, keyRefused)
      await health.failed(provider, failure)
      return { provider, note: `${name}: ${failure.message}` }
    }
  }
}

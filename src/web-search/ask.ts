import { setTimeout } from 'node:timers/promises'
import type { Caller } from '#kernel/caller.ts'
import type { Askable, AskOne, Ended } from './ask-one.ts'

/** What the providers of a source gave. */
export interface Answered<Asked extends Askable, Hit> {
  readonly hits: readonly Hit[]
  /** The provider that answered; undefined when none did. */
  readonly provider: Asked | undefined
  /** Why others did not, as clauses for a warning. */
  readonly notes: readonly string[]
}

/**
 * Asks providers in their order until one has results: the next is asked when one fails or has none, or when it is slow
 * and the next costs nothing. Those that are overtaken are aborted. Throws the reason of the signal alone.
 */
export type AskProviders<Asked extends Askable, Wanted, Hit> = (
  providers: readonly Asked[],
  wanted: Wanted,
  caller: Caller,
) => Promise<Answered<Asked, Hit>>

interface AskDeps<Asked extends Askable, Wanted, Hit> {
  readonly askOne: AskOne<Asked, Wanted, Hit>
  /** Also providers that cost money may overtake a slow one. */
  readonly hedgesPaid: boolean
  readonly hedgeMs?: number
}

/** A provider that has not answered by then is overtaken. */
const hedgeMsDefault = 2_500

export function createAskProviders<Asked extends Askable, Wanted, Hit>({
  askOne,
  hedgesPaid,
  hedgeMs = hedgeMsDefault,
}: AskDeps<Asked, Wanted, Hit>): AskProviders<Asked, Wanted, Hit> {
  return async function askProviders(providers, wanted, { teamId, signal }) {
    using race = startRace(providers, (provider, stopped) =>
      askOne(provider, wanted, { teamId, signal: AbortSignal.any([signal, stopped]) }),
    )
    const notes: string[] = []
    let empty: Asked | undefined
    race.start()
    while (race.isRunning()) {
      const next = race.next()
      const mayHedge = next !== undefined && (next.isFree || hedgesPaid)
      const ended = await race.first(mayHedge ? hedgeMs : undefined)
      signal.throwIfAborted()
      if (ended?.note !== undefined) notes.push(ended.note)
      if (ended?.hits && ended.hits.length > 0) {
        return { hits: ended.hits, provider: ended.provider, notes }
      }
      if (ended?.hits) empty ??= ended.provider
      if (!ended || !race.isRunning()) race.start()
    }
    return { hits: [], provider: empty, notes }
  }
}

/** Providers of which several may be asked at once; disposing aborts those that run. */
function startRace<Asked extends Askable, Hit>(
  providers: readonly Asked[],
  ask: (provider: Asked, stopped: AbortSignal) => Promise<Ended<Asked, Hit>>,
) {
  const waiting = [...providers]
  const running = new Map<Asked, { ended: Promise<Ended<Asked, Hit>>; stop: AbortController }>()
  return {
    isRunning: () => running.size > 0,
    next: () => waiting[0],
    /** Asks the next, when there is one. */
    start() {
      const provider = waiting.shift()
      if (!provider) return
      const stop = new AbortController()
      running.set(provider, { ended: ask(provider, stop.signal), stop })
    },
    /** The first that ends; undefined when `waitMs` are over before. */
    async first(waitMs: number | undefined): Promise<Ended<Asked, Hit> | undefined> {
      const over = new AbortController()
      const late = async () => {
        await setTimeout(waitMs, undefined, { signal: over.signal }).catch(() => undefined)
        return undefined
      }
      const ends = [...running.values()].map(({ ended }) => ended)
      const ended = await Promise.race(waitMs === undefined ? ends : [...ends, late()])
      over.abort()
      if (ended) running.delete(ended.provider)
      return ended
    },
    [Symbol.dispose]() {
      for (const { stop } of running.values()) stop.abort()
    },
  }
}

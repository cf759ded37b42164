import type { CallApi } from '#net/api-client.ts'
import type { Log } from '#kernel/log.ts'
import type { Caller } from '#kernel/caller.ts'
import { createAskOne, type Askable } from './ask-one.ts'
import { createAskProviders, type Answered } from './ask.ts'
import type { ProviderHealth } from './health.ts'

/** What is needed to ask the sources of papers or of repositories. */
export interface AskSourcesDeps<Source extends Askable> {
  readonly sources: readonly Source[]
  /** Names of sources that keep nothing: others are not asked under zero data retention. */
  readonly noRetention: readonly string[]
  readonly callApi: CallApi
  readonly health: ProviderHealth
  readonly log: Log
  readonly now: () => Date
}

interface Questions<Source extends Askable, Wanted, Hit> {
  readonly canAnswer: (source: Source, wanted: Wanted) => boolean
  /** Throws `SearchProviderError`. */
  readonly send: (source: Source, wanted: Wanted, signal: AbortSignal) => Promise<readonly Hit[]>
}

/** Returns the results of the first source that has any. Throws the reason of the signal alone. */
export type AskSources<Source extends Askable, Wanted, Hit> = (
  wanted: Wanted,
  caller: Caller,
) => Promise<Answered<Source, Hit>>

export function createAskSources<Source extends Askable, Wanted, Hit>(
  { sources, noRetention, health, log }: AskSourcesDeps<Source>,
  { canAnswer, send }: Questions<Source, Wanted, Hit>,
): AskSources<Source, Wanted, Hit> {
  const ask = createAskProviders<Source, Wanted, Hit>({
    askOne: createAskOne({ send, health, log }),
    hedgesPaid: false,
  })
  return async function askSources(wanted, { teamId, signal, zeroDataRetention }) {
    const able = sources.filter(
      (source) =>
        (zeroDataRetention === false || noRetention.includes(source.name)) &&
        canAnswer(source, wanted),
    )
    return ask(able, wanted, { teamId, signal })
  }
}

import type { CallApi } from '#net/api-client.ts'
import type { Log } from '#kernel/log.ts'
import { createAskOne } from '#features/search/ask-one.ts'
import { createAskProviders } from '#features/search/ask.ts'
import { callProvider, failureOf, isSuccess } from '#features/search/call-provider.ts'
import type { Health } from '#features/search/health.ts'
import type { Paper, PaperSource, WantedPapers } from './paper.ts'

/** What the sources gave: those of the first that has any. */
export interface AskedPapers {
  readonly papers: readonly Paper[]
  /** The source that answered; undefined when none did. */
  readonly source: string | undefined
  /** Why others did not, as clauses: `openalex: rate limited`. */
  readonly notes: readonly string[]
}

/** Asks the sources in their order, with failover. Throws the reason of the signal alone. */
export type AskPapers = (
  wanted: WantedPapers,
  caller: { readonly signal: AbortSignal; readonly zeroDataRetention: boolean },
) => Promise<AskedPapers>

const pagesMax = 5

export function createAskPapers(deps: {
  readonly sources: readonly PaperSource[]
  /** Names of sources that keep nothing: others are not asked under zero data retention. */
  readonly noRetention: readonly string[]
  readonly callApi: CallApi
  readonly health: Health
  readonly log: Log
  readonly now: () => Date
}): AskPapers {
  const { sources, noRetention, callApi, health, log, now } = deps

  async function send(
    source: PaperSource,
    wanted: WantedPapers,
    signal: AbortSignal,
  ): Promise<Paper[]> {
    const papers: Paper[] = []
    for (let page = 0; page < pagesMax; page++) {
      // The first call has been counted.
      const call = source.call(wanted, page)
      if (!call || (page > 0 && (await health.take(source)).status !== 'taken')) break
      const answer = await callProvider(call.request, { callApi, signal })
      if (answer.status === 404 && wanted.kind !== 'search') break
      if (!isSuccess(answer)) throw failureOf(answer, now())
      const read = call.read(answer)
      papers.push(...read)
      if (read.length < call.perPage || papers.length >= wanted.limit) break
    }
    return papers
  }

  const ask = createAskProviders<PaperSource, WantedPapers, Paper>({
    askOne: createAskOne({ send, health, log }),
    hedgesPaid: false,
  })
  return async function askPapers(wanted, { signal, zeroDataRetention }) {
    const able = sources.filter(
      (source) =>
        (!zeroDataRetention || noRetention.includes(source.name)) &&
        source.call(wanted, 0) !== undefined,
    )
    const { hits, provider, notes } = await ask(able, wanted, signal)
    return { papers: hits, source: provider?.name, notes }
  }
}

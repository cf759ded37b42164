import type { Caller } from '#kernel/caller.ts'
import type { AskProviders } from './ask.ts'
import type { Hit, SearchProvider } from './providers/provider.ts'
import { parseQuery } from './query.ts'
import type { Wanted } from './wanted.ts'

/** What a monitor searches for. */
export interface WebQuery {
  readonly query: string
  readonly limit: number
  readonly includeDomains: readonly string[]
  readonly excludeDomains: readonly string[]
  /** Results are published after it, as far as they have a date. */
  readonly from: Date
}

/** What the providers gave; the pages of the team are not searched. */
export interface WebAnswer {
  readonly hits: readonly Hit[]
  /** Why there is no answer, as a sentence; undefined when there is one. */
  readonly failure: string | undefined
}

/** Searches the web with the providers. Throws the reason of the signal alone. */
export type SearchWeb = (query: WebQuery, caller: Caller) => Promise<WebAnswer>

const hourMs = 3_600_000
/** For providers that take `tbs`: the smallest span that covers the wanted one. */
const spans = [
  { ms: hourMs, tbs: 'qdr:h' },
  { ms: 24 * hourMs, tbs: 'qdr:d' },
  { ms: 7 * 24 * hourMs, tbs: 'qdr:w' },
] as const

export function createSearchWeb({
  providers,
  askProviders,
  now,
}: {
  readonly providers: readonly SearchProvider[]
  readonly askProviders: AskProviders<SearchProvider, Wanted, Hit>
  readonly now: () => Date
}): SearchWeb {
  const able = providers.filter(({ sources }) => sources.includes('web'))
  return async function searchWeb({ query, limit, includeDomains, excludeDomains, from }, caller) {
    if (able.length === 0) return { hits: [], failure: 'No search provider is configured.' }
    const parsed = parseQuery(query)
    const backMs = now().getTime() - from.getTime()
    const asked = await askProviders(
      able,
      {
        source: 'web',
        query: parsed,
        sites: [...includeDomains, ...parsed.sites],
        notSites: [...excludeDomains, ...parsed.notSites],
        fileTypes: parsed.fileTypes,
        anyOf: { sites: [], fileTypes: [] },
        time: { range: { from, to: undefined }, sortsByDate: false, unknown: [] },
        tbs: spans.find(({ ms }) => ms >= backMs)?.tbs ?? 'qdr:m',
        filter: undefined,
        language: 'en',
        country: undefined,
        location: undefined,
        safe: undefined,
        limit,
      },
      caller,
    )
    const failure = asked.provider ? undefined : `No provider answered: ${asked.notes.join(', ')}.`
    return { hits: asked.hits.slice(0, limit), failure }
  }
}

import type { Caller } from '#kernel/caller.ts'
import type { AskProviders } from './ask.ts'
import { fuse } from './fuse.ts'
import type { LocalPages } from './local-pages.ts'
import type { Hit, SearchProvider, Source } from './providers/provider.ts'
import { unsupportedOptions } from './unsupported-options.ts'
import { isWanted, type Wanted } from './wanted.ts'

/** What one source gave. */
export interface SourceResult {
  readonly source: Source
  readonly hits: readonly Hit[]
  /** False when no provider answered and no page of the team is known. */
  readonly isAnswered: boolean
  readonly warnings: readonly string[]
}

/** Searches one source with the local index and the providers, at the same time. */
export type SearchSource = (
  wanted: Wanted,
  options: Caller & {
    /** Whether results show the passages that match the query. */
    readonly highlights: boolean
    /** How many passages of each page of the team are wanted. */
    readonly passages: number
    /** Ends the providers; the local index has the rest of the time. */
    readonly providersUntil: AbortSignal
  },
) => Promise<SourceResult>

export interface SearchSourceDeps {
  readonly providers: readonly SearchProvider[]
  /** Names of providers that keep nothing. */
  readonly noRetention: readonly string[]
  readonly askProviders: AskProviders<SearchProvider, Wanted, Hit>
  readonly localPages: LocalPages | undefined
}

const nobody = { hits: [], provider: undefined, notes: [] }

export function createSearchSource(deps: SearchSourceDeps): SearchSource {
  const { providers, noRetention, askProviders, localPages } = deps
  return async function searchSource(wanted, options) {
    const { source } = wanted
    const { teamId, zeroDataRetention, providersUntil, signal } = options
    const able = providers.filter(
      (provider) =>
        wanted.urls === undefined &&
        provider.sources.includes(source) &&
        (zeroDataRetention === false || noRetention.includes(provider.name)),
    )
    // The pages of a job were waited for before.
    const waitsUntil = able.length === 0 && wanted.urls === undefined ? providersUntil : undefined
    const asking = async () => {
      if (able.length === 0) return nobody
      const until = AbortSignal.any([signal, providersUntil])
      return askProviders(able, wanted, { teamId, signal: until }).catch((error: unknown) => {
        signal.throwIfAborted()
        if (!providersUntil.aborted) throw error
        return { ...nobody, notes: ['no provider answered in time'] }
      })
    }
    const local = source === 'web' ? localPages?.(wanted, { ...options, waitsUntil }) : undefined
    const [known, asked] = await Promise.all([local, asking()])
    const isSearched = known !== undefined && (known.size > 0 || wanted.urls !== undefined)
    const isAnswered = asked.provider !== undefined || isSearched
    const hits = fuse([known?.hits ?? [], asked.hits].filter((list) => list.length > 0))
    return {
      source,
      hits: source === 'images' ? hits : hits.filter(({ url }) => isWanted(url, wanted)),
      isAnswered,
      warnings: [
        ...(known?.warnings ?? []),
        ...(asked.provider ? unsupportedOptions(wanted, asked.provider) : []),
        ...(asked.provider || (able.length === 0 && isAnswered)
          ? []
          : [failed(source, asked.notes)]),
      ],
    }
  }
}

const names: Readonly<Record<Source, string>> = { web: 'The web', news: 'News', images: 'Images' }

function failed(source: Source, notes: readonly string[]): string {
  const reason = notes.length === 0 ? 'no search provider for it is configured' : notes.join(', ')
  return `${names[source]} could not be searched: ${reason}.`
}

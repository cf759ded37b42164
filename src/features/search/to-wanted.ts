import { makeRestriction } from '#web-search/categories.ts'
import type { SearchRequest } from './contract.ts'
import { sources, type Source } from '#web-search/providers/provider.ts'
import { parseQuery } from '#web-search/query.ts'
import { readTimeRange } from '#web-search/time-range.ts'
import type { Wanted } from '#web-search/wanted.ts'

const languageDefault = 'en'

/** The sources of a request, each with what is wanted of it; a source that is named twice counts once. */
export function toWanted(request: SearchRequest, now: Date): Wanted[] {
  const query = parseQuery(request.query)
  const { includeDomains = [], excludeDomains = [], categories, limit, safe } = request
  return sources.flatMap((source) => {
    const own = request.sources.find(({ type }) => type === source)
    if (!own) return []
    const tbs = source === 'images' ? undefined : (own.tbs ?? request.tbs)
    return [
      {
        source,
        query,
        sites: [...includeDomains, ...query.sites],
        notSites: [...excludeDomains, ...query.notSites],
        fileTypes: query.fileTypes,
        anyOf: source === 'images' ? { sites: [], fileTypes: [] } : makeRestriction(categories),
        time: readTimeRange(tbs, now),
        tbs,
        filter: own.filter ?? request.filter,
        language: own.lang ?? request.lang ?? languageDefault,
        country: own.country ?? request.country,
        location: own.location ?? request.location,
        safe,
        limit,
      },
    ]
  })
}

/** Sources that were asked for. */
export const listSources = (request: SearchRequest): Source[] =>
  sources.filter((source) => request.sources.some(({ type }) => type === source))

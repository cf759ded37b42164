import type { SearchRequest } from '#features/search/contract.ts'
import type { SourceResult } from '#web-search/search-source.ts'
import type { SearchDeveloper } from './developer.ts'
import { developerTypes } from './wanted.ts'

/** The developer index as the results of a search. Fails with `SERVICE_UNAVAILABLE` when it cannot be asked. */
export type DeveloperSourceOf = (
  request: SearchRequest,
  caller: Parameters<SearchDeveloper>[1],
) => Promise<SourceResult>

export const createDeveloperSource =
  (searchDeveloper: SearchDeveloper): DeveloperSourceOf =>
  async ({ query, limit, includeDomains = [] }, caller) => {
    const wanted = {
      query,
      limit,
      types: developerTypes,
      repos: [],
      sources: includeDomains,
      skillsOnly: false,
      passages: 1,
      repository: { topics: [] },
    }
    const { results, coverage } = await searchDeveloper(wanted, caller)
    const missing = Object.entries(coverage).filter(([, state]) => state === 'unavailable')
    const names = missing.map(([type]) => type.replace('_', ' ')).join(', ')
    return {
      source: 'web',
      hits: results.map(({ url, title = '', passages }) => ({
        url,
        title,
        text: passages[0]?.text ?? '',
      })),
      isAnswered: true,
      warnings: missing.length === 0 ? [] : [`These could not be searched: ${names}.`],
    }
  }

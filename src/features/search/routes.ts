import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import { ServiceError } from '#kernel/errors.ts'
import { optionRefusals } from '#pages/option-rules.ts'
import { SearchRequest, searchRefusals } from './contract.ts'
import { GovQuery, GovRequest } from './gov.ts'
import { SearchReply } from './reply.ts'
import type { Search } from './search.ts'

const gov = {
  path: '/v2/search/gov',
  summary: 'Search sites of governments',
  description:
    'The category `gov` of a search, narrowed by court, jurisdiction, citation and site.',
  isKeyless: true,
  tag: 'Search',
  group: 'search',
  bucket: 'search',
  creditsRequired: 1,
  reply: json(SearchReply),
  errors: ['SEARCH_TIMEOUT', 'NOT_IMPLEMENTED', 'UNPROCESSABLE'],
} as const

export function searchRoutes({ search }: { readonly search: Search }): Endpoint[] {
  const searchGov: Search = async (...asked) => {
    const { data, ...rest } = await search(...asked)
    return { ...rest, data: { ...data, web: data.web ?? [] } }
  }
  return [
    keyEndpoint({
      method: 'POST',
      path: '/v2/search',
      summary: 'Search the web',
      description:
        'Searches the pages that the team has read and the configured search providers, and scrapes the results when `scrapeOptions` has formats. Clients that accept `text/event-stream` get the events `results`, `answer` and `done`.',
      operationId: 'search',
      isKeyless: true,
      tag: 'Search',
      group: 'search',
      bucket: 'search',
      creditsRequired: 1,
      body: json(SearchRequest),
      reportsEvents: true,
      reply: json(SearchReply),
      errors: [
        'SEARCH_TIMEOUT',
        'NOT_IMPLEMENTED',
        'SCRAPE_ZDR_VIOLATION_ERROR',
        'UNPROCESSABLE',
        'SAFE_MODE_BLOCKED',
        'NOT_FOUND',
        'CONFLICT',
      ],
      refusals: [...searchRefusals, ...optionRefusals],
      isIdempotent: ({ enterprise }, account) =>
        account.zeroDataRetention !== 'forced' && !enterprise.includes('zdr'),
      handle: ({ body, call, baseUrl }) => search(body, call, baseUrl),
    }),
    keyEndpoint({
      ...gov,
      method: 'POST',
      operationId: 'searchGov',
      body: json(GovRequest),
      isIdempotent: (_body, account) => account.zeroDataRetention !== 'forced',
      handle: ({ body, call, baseUrl }) => searchGov(body, call, baseUrl),
    }),
    keyEndpoint({
      ...gov,
      method: 'GET',
      operationId: 'getGovSearch',
      query: GovQuery,
      handle: ({ query, call, baseUrl }) => {
        const request = GovRequest.safeParse(query)
        if (!request.success)
          throw new ServiceError('BAD_REQUEST', request.error.issues[0]?.message)
        return searchGov(request.data, call, baseUrl)
      },
    }),
  ]
}

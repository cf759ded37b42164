import { z } from 'zod'
import { strictBody } from '#kernel/strict-body.ts'
import { domainPattern, SearchRequest } from './contract.ts'

const queryCharsMax = 500
const wordsMax = 200
const words = (description: string) =>
  z.string().trim().min(1).max(wordsMax).optional().meta({ description })

const narrowing = {
  jurisdiction: words('For example California.'),
  court: words('The name of a court.'),
  courtType: words('For example federal-appellate.'),
  cites: words('A citation that results must contain.'),
  domain: words('Results of this site alone, for example irs.gov.').meta({
    pattern: domainPattern,
  }),
}
const query = z.string().trim().min(1).max(queryCharsMax).meta({ description: 'Words.' })
const resultsMax = 100
const usual = 10

/** The body of `POST /v2/search/gov` (docs/api/search.md): a search whose narrowing words are part of the query. */
export const GovRequest = strictBody({
  query,
  k: z.int().min(1).max(resultsMax).default(usual).meta({ description: 'Most results.' }),
  ...narrowing,
})
  .transform(({ k, query, jurisdiction, court, courtType, cites, domain, ...caller }): unknown => ({
    ...caller,
    query: [query, court, courtType?.replaceAll('-', ' '), jurisdiction, cites && `"${cites}"`]
      .filter(Boolean)
      .join(' '),
    limit: k,
    categories: ['gov' as const],
    ...(domain !== undefined && { includeDomains: [domain] }),
  }))
  .pipe(SearchRequest)
  .meta({ id: 'GovRequest', description: 'What to search for on sites of governments.' })

/** The same as parameters of `GET /v2/search/gov`. */
export const GovQuery = z.strictObject({
  query,
  k: z.coerce.number().int().min(1).max(resultsMax).default(usual),
  ...narrowing,
  origin: z.string().max(256).optional(),
  integration: z.string().max(128).optional(),
})

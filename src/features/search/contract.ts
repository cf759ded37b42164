import { z } from 'zod'
import type { CallerFacts } from '#operations/record-fetch.ts'
import { PageOptions } from '#pages/page-options.ts'
import { ThreatProtection } from '#threat/options.ts'
import { describeBoth } from '#kernel/describe-members.ts'
import { strictBody } from '#kernel/strict-body.ts'
import { timeLimit } from '#kernel/time-limit.ts'
import { categoryNames, developerNames, isDeveloper } from '#web-search/categories.ts'

const resultsMax = 100
const queryCharsMax = 500
const domainsMax = 50
const sitesMax = 50
const optionCharsMax = 256

const short = (description: string) =>
  z.string().max(optionCharsMax).optional().meta({ description })

/** A host name as `URL` reads it: nothing before it and nothing behind it. */
/** The usual names, for the OpenAPI document. */
export const domainPattern = String.raw`^\s*(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.){0,3}[a-zA-Z]{2,63}\s*$`
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .refine((name) => !/[\s/:?#@\\]/.test(name) && URL.canParse(`http://${name}`), {
    error: 'Domain must be a valid hostname without protocol or path',
  })
  .meta({ pattern: domainPattern })

const narrowing = {
  tbs: short(
    'Time: `qdr:h`, `qdr:d`, `qdr:w`, `qdr:m`, `qdr:y`, dates, or `sbd:1` to sort by date.',
  ),
  filter: short('Passed on to providers that know it.'),
  lang: short('Language of the results, ISO 639-1.'),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => /^[A-Z]{2}$/.test(code), {
      error: 'Invalid country code. Use a valid ISO 3166-1 alpha-2 country code.',
    })
    .optional()
    .meta({
      description:
        'Where the results should be for, ISO 3166-1 alpha-2; US when neither it nor `location` is given.',
      pattern: String.raw`^\s*[a-zA-Z]{2}\s*$`,
    }),
  location: short('A place, for example San Francisco,California,United States.'),
}

const SourceName = z.enum(['web', 'images', 'news', 'alexandria', 'exchange'])
const SourceObject = z
  .strictObject({ type: SourceName, ...narrowing })
  .meta({ id: 'SearchSource', description: 'What is searched, with options of its own.' })
const SourceInput = z.union([
  SourceName.transform((type): z.output<typeof SourceObject> => ({ type })),
  SourceObject,
])

const CategoryName = z.enum([...categoryNames, ...developerNames])
const CategoryObject = z
  .strictObject({ type: CategoryName, sites: z.array(domain).max(sitesMax).optional() })
  .meta({ id: 'SearchCategory', description: 'A kind of site, with sites of its own.' })
const CategoryInput = z.union([
  CategoryName.transform((type): z.output<typeof CategoryObject> => ({ type })),
  CategoryObject,
])

const what = {
  query: z
    .string()
    .max(queryCharsMax)
    .refine((query) => query.trim() !== '', { error: 'A query is required.' })
    .meta({
      description: 'Words, and operators such as "exact", -word, site: and filetype:.',
      pattern: String.raw`\S`,
    }),
  limit: z
    .int()
    .min(1)
    .max(resultsMax)
    .default(10)
    .meta({ description: 'Most results of each source.' }),
  sources: z
    .array(SourceInput)
    .min(1)
    .max(16)
    .default(() => [{ type: 'web' as const }])
    .meta({ description: 'What is searched: names or objects.', default: ['web'] }),
  categories: z.array(CategoryInput).max(16).default([]).meta({
    description: 'Restricts web and news results to kinds of sites: names or objects.',
  }),
  jobId: z.uuid().optional().meta({
    description:
      'Searches only the pages that this crawl or batch scrape has read; no search provider is asked.',
  }),
  includeDomains: z
    .array(domain)
    .max(domainsMax)
    .optional()
    .meta({ description: 'Hosts of which results must be; subdomains count.' }),
  excludeDomains: z
    .array(domain)
    .max(domainsMax)
    .optional()
    .meta({ description: 'Hosts that are left out.' }),
  ...narrowing,
  safe: z.boolean().optional().meta({ description: 'True leaves out explicit results.' }),
}

/** What some clients say about the task of their agent. */
const forStatistics = z.string().max(4_000).optional().meta({
  description: 'Accepted, without effect.',
})
const ofCaller = {
  objective: forStatistics,
  sessionId: forStatistics,
  clientModel: forStatistics,
}

const how = {
  timeout: timeLimit.default(60_000).meta({ description: 'Milliseconds for everything.' }),
  ignoreInvalidURLs: z
    .boolean()
    .default(false)
    .meta({ description: 'Leaves out results that other endpoints would refuse.' }),
  enterprise: z
    .array(z.enum(['default', 'anon', 'zdr']))
    .max(8)
    .default([])
    .meta({ description: '`zdr` keeps nothing of the search; the team must be allowed to.' }),
  highlights: z.boolean().default(true).meta({
    description:
      'Replaces the text of a result by what answers the query, where the page is known.',
  }),
  passages: z.int().min(0).max(5).default(0).meta({
    description:
      'How many passages each web result from the pages of the team has, with headings and score.',
  }),
  answer: z.boolean().default(false).meta({
    description:
      'Answers the query from the results, with its sources; without a language model, by their passages.',
  }),
  asyncScraping: z
    .boolean()
    .default(false)
    .meta({ description: 'Scrapes the results in the background; `scrapeIds` has the ids.' }),
  scrapeOptions: z
    .preprocess((value) => (hasFormats(value) ? value : undefined), PageOptions.optional())
    .meta({ description: 'How each result is scraped. Ignored without `formats`.' }),
  ...ofCaller,
  domainTools: z
    .boolean()
    .default(false)
    .meta({ description: 'Adds tools of data providers for the sites of the results.' }),
  toolDetail: z.enum(['compact', 'summary', 'full']).default('compact'),
  threatProtection: ThreatProtection.optional(),
  auditMetadata: z.strictObject({ username: z.string().max(1_024) }).optional(),
}

function hasFormats(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('formats' in value)) return false
  return !Array.isArray(value.formats) || value.formats.length > 0
}

const webAlone = 'jobId searches the pages of a job: sources can only be web'
const notDeveloper = 'jobId cannot be combined with the developer category'
const oneCategory = 'the … category cannot be combined with other categories'
/** What no schema refuses. */
export const searchRefusals = [webAlone, notDeveloper, oneCategory]

/** The body of `POST /v2/search` (docs/api/search.md). */
export const SearchRequest = strictBody({ ...what, ...how })
  .superRefine(
    ({ includeDomains = [], excludeDomains = [], categories, jobId, sources }, context) => {
      const add = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      if (includeDomains.length > 0 && excludeDomains.length > 0) {
        add('includeDomains', 'includeDomains and excludeDomains cannot both be specified')
      }
      const types = new Set(categories.map(({ type }) => (isDeveloper(type) ? 'developer' : type)))
      if (jobId !== undefined && sources.some(({ type }) => type !== 'web'))
        add('sources', webAlone)
      if (jobId !== undefined && types.has('developer')) add('categories', notDeveloper)
      for (const alone of ['developer', 'gov'] as const)
        if (types.has(alone) && types.size > 1) add('categories', oneCategory.replace('…', alone))
    },
  )
  .meta({
    id: 'SearchRequest',
    description: 'What to search for, and where.',
    not: describeBoth('includeDomains', 'excludeDomains'),
  })

export type SearchRequest = Omit<z.output<typeof SearchRequest>, 'origin' | 'integration'> &
  CallerFacts

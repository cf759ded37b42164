import { z } from 'zod'
import { count } from '#kernel/count-max.ts'
import { Location } from '#kernel/location.ts'
import { strictBody } from '#kernel/strict-body.ts'
import { webUrl, type UrlRules } from '#kernel/web-url.ts'
import { patternList } from './path-patterns.ts'

/** Most URLs one map can hold. */
export const linksMax = 100_000
const searchLengthMax = 2_048

const flag = (isDefault: boolean, description: string) =>
  z.boolean().default(isDefault).meta({ description })

const pages = {
  search: z
    .string()
    .max(searchLengthMax)
    .optional()
    .meta({ description: 'Puts the pages that fit these words first.' }),
  limit: z.int().min(1).max(linksMax).default(5_000).meta({ description: 'Most URLs to answer.' }),
  includeSubdomains: flag(true, 'Hosts below the host of the URL count as the site.'),
  allowSubdomains: flag(false, 'Hosts with the same registrable domain count as well.'),
  allowExternalLinks: flag(false, 'Pages of other sites that the page links to count as well.'),
  filterByPath: flag(true, 'A URL with a path asks for what lies below it.'),
  crawlEntireDomain: flag(false, 'The whole host, whatever path the URL has.'),
  includePaths: patternList('includePaths').default([]),
  excludePaths: patternList('excludePaths').default([]),
  regexOnFullURL: flag(false, 'Patterns are matched with the whole URL and not with its path.'),
  ignoreQueryParameters: flag(true, 'URLs that differ in the query alone are one page.'),
  deduplicateSimilarURLs: flag(true, 'Merges http and https, www, final slash and index.html.'),
}

const sources = {
  sitemap: z
    .enum(['include', 'skip', 'only'])
    .default('include')
    .meta({ description: 'Whether sitemaps are read, or nothing else.' }),
  useIndex: flag(true, 'Adds the pages of the site that the team has scraped.'),
  ignoreCache: flag(false, 'Reads sitemaps anew; a copy of 7 days will do otherwise.'),
  timeout: count(1).optional().meta({ description: 'Milliseconds; 300000 at most count.' }),
  location: Location.prefault({}),
  headers: z
    .record(z.string().min(1).max(8_192), z.string().max(8_192))
    .default({})
    .meta({ description: 'Sent to the site.' }),
}

const policy = {
  ignoreRobotsTxt: z.boolean().optional(),
  robotsUserAgent: z.string().max(256).optional(),
  threatProtection: z.record(z.string(), z.unknown()).optional(),
  auditMetadata: z.strictObject({ username: z.string().max(1_024) }).optional(),
}

/** The body of `POST /v2/map` (docs/api/map.md). */
export const mapRequest = (rules: UrlRules) =>
  strictBody({ url: webUrl(rules), ...pages, ...sources, ...policy }).meta({
    id: 'MapRequest',
    description: 'A site, and which of its pages to list.',
  })
export type MapRequest = Omit<z.output<ReturnType<typeof mapRequest>>, 'origin' | 'integration'>

const MapLink = z
  .object({
    url: z.string(),
    title: z.string().optional(),
    description: z.string().optional(),
  })
  .meta({ id: 'MapLink', description: 'A page of the site.' })
export type MapLink = z.output<typeof MapLink>

export const MapReply = z
  .object({
    success: z.literal(true),
    id: z.uuid(),
    links: z.array(MapLink),
    warning: z.string().optional(),
  })
  .meta({ id: 'MapReply', description: 'The pages of the site, the most fitting first.' })
export type MapReply = z.output<typeof MapReply>

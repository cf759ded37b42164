import { z } from 'zod'
import { count } from '#kernel/count-max.ts'
import { optionalText } from '#kernel/optional-text.ts'
import { Location } from '#kernel/location.ts'
import { ThreatProtection } from '#threat/options.ts'
import { strictBody } from '#kernel/strict-body.ts'
import type { CallerFacts } from '#operations/record-fetch.ts'
import { webUrl, type UrlRules } from '#kernel/web-url.ts'
import { patternList } from '#sites/path-patterns.ts'
import { flag } from '#kernel/flag.ts'

/** Maximum number of URLs in a map. */
export const linksMax = 100_000
const searchLengthMax = 2_048

const pages = {
  search: optionalText(searchLengthMax, 'Ranks URLs by relevance to these words.'),
  limit: z
    .int()
    .min(1)
    .max(linksMax)
    .default(5_000)
    .meta({ description: 'Maximum number of URLs to return.' }),
  includeSubdomains: flag(true, 'Includes subdomains of the host.'),
  allowSubdomains: flag(false, 'Includes hosts with the same registrable domain.'),
  allowExternalLinks: flag(false, 'Includes links of the page to other sites.'),
  filterByPath: flag(true, 'If the URL has a path, lists only URLs below it.'),
  crawlEntireDomain: flag(false, 'Lists the whole host, regardless of the path of the URL.'),
  includePaths: patternList('includePaths').default([]),
  excludePaths: patternList('excludePaths').default([]),
  regexOnFullURL: flag(false, 'Patterns match the full URL instead of the path.'),
  ignoreQueryParameters: flag(true, 'URLs that differ only in the query are one page.'),
  deduplicateSimilarURLs: flag(
    true,
    'URLs that differ only in http or https, www, a trailing slash or index.html are one page.',
  ),
}

/** Options of a crawl that clients send along. */
const ofCrawls = {
  maxDiscoveryDepth: z.int().min(0).optional().meta({ description: 'Accepted, without effect.' }),
  delay: z.number().min(0).max(60).optional().meta({ description: 'Accepted, without effect.' }),
}

const sources = {
  sitemap: z
    .enum(['include', 'skip', 'only'])
    .default('include')
    .meta({ description: '`skip` ignores sitemaps, `only` reads nothing else.' }),
  useIndex: flag(true, 'Adds the pages of the site that the team has scraped.'),
  ignoreCache: flag(
    false,
    'Fetches the page and sitemaps again instead of using copies of up to 2 and 7 days.',
  ),
  timeout: count(1)
    .optional()
    .meta({ description: 'Milliseconds. Above 300000, that many, with a `warning`.' }),
  location: Location.prefault({}),
  headers: z
    .record(z.string().min(1).max(8_192), z.string().max(8_192))
    .default({})
    .meta({ description: 'Headers sent to the site.' }),
}

const policy = {
  ignoreRobotsTxt: z.boolean().optional(),
  robotsUserAgent: z.string().max(256).optional(),
  threatProtection: ThreatProtection.optional(),
  auditMetadata: z.strictObject({ username: z.string().max(1_024) }).optional(),
}

/** The body of `POST /v2/map`. */
export const mapRequest = (rules: UrlRules) =>
  strictBody({ url: webUrl(rules), ...pages, ...ofCrawls, ...sources, ...policy }).meta({
    id: 'MapRequest',
    description: 'A site and the URLs to list.',
  })
export type MapRequest = Omit<z.output<ReturnType<typeof mapRequest>>, 'origin' | 'integration'> &
  CallerFacts

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
  .meta({ id: 'MapReply', description: 'The URLs of the site.' })
export type MapReply = z.output<typeof MapReply>

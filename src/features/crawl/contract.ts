import { z } from 'zod'
import { time } from '#kernel/reply.ts'
import { webhook } from '#delivery/webhook.ts'
import { maxConcurrency, listEvents } from '#job-api/contract.ts'
import { patternList } from '#sites/path-patterns.ts'
import type { CallerFacts } from '#operations/record-fetch.ts'
import { PageOptions } from '#pages/page-options.ts'
import { count } from '#kernel/count-max.ts'
import { optionalText } from '#kernel/optional-text.ts'
import { strictBody } from '#kernel/strict-body.ts'
import { webUrl, type UrlRules } from '#kernel/web-url.ts'
import { flag } from '#kernel/flag.ts'

const promptLengthMax = 10_000
const delaySecondsMax = 60

/** Options that determine which pages are crawled (docs/api/crawl.md). */
const crawlerOptions = {
  includePaths: patternList('includePaths')
    .default([])
    .meta({ description: 'RE2 patterns, of which paths must match one.' }),
  excludePaths: patternList('excludePaths')
    .default([])
    .meta({ description: 'RE2 patterns of paths that are left out.' }),
  regexOnFullURL: flag(false, 'Patterns match the full URL instead of the path.'),
  maxDiscoveryDepth: count(0).optional().meta({
    description:
      'Maximum number of links between the start URL and a page. URLs from sitemaps have depth 0.',
  }),
  sitemap: z
    .enum(['include', 'skip', 'only'])
    .default('include')
    .meta({ description: '`skip` ignores sitemaps, `only` follows no links.' }),
  crawlEntireDomain: flag(false, 'Also crawls pages outside the path of the start URL.'),
  allowSubdomains: flag(false, 'Also crawls hosts with the same registrable domain.'),
  allowExternalLinks: flag(
    false,
    'Also scrapes pages of other sites, without following their links.',
  ),
  ignoreQueryParameters: flag(false, 'URLs that differ only in the query are one page.'),
  deduplicateSimilarURLs: flag(
    true,
    'URLs that differ only in http or https, www, slashes, index.html, tracking parameters or the order of parameters are one page.',
  ),
  ignoreRobotsTxt: flag(false, 'Needs permission.'),
  robotsUserAgent: z.string().max(256).optional().meta({ description: 'Needs permission.' }),
  delay: z
    .number()
    .positive()
    .refine((seconds) => seconds <= delaySecondsMax, {
      error: 'The delay parameter is measured in seconds and cannot exceed 60 seconds.',
    })
    .optional()
    .meta({
      description: 'Seconds between two pages; sets the concurrency to 1.',
      maximum: delaySecondsMax,
    }),
  limit: count(1).default(10_000).meta({ description: 'Maximum number of pages.' }),
}

type OptionName = keyof typeof crawlerOptions
const optionNames = Object.keys(crawlerOptions) as OptionName[]

/** Without defaults, so that the options of a caller are known from the others. */
type Given<Schema extends z.ZodType> = z.ZodOptional<
  Schema extends z.ZodDefault<infer Inner> | z.ZodOptional<infer Inner>
    ? Inner extends z.ZodType
      ? Inner
      : never
    : Schema
>
const givenOptions = Object.fromEntries(
  Object.entries(crawlerOptions).map(([name, schema]) => {
    const inner: z.ZodType = schema.unwrap()
    const isDefault = schema instanceof z.ZodDefault
    const about = { ...schema.meta(), ...(isDefault && { default: schema.def.defaultValue }) }
    return [name, inner.optional().meta(about)]
  }),
) as unknown as { [Name in OptionName]: Given<(typeof crawlerOptions)[Name]> }

/** An option that is null counts as not set. */
function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(isSet))
}

const isSet = ([name, value]: readonly [string, unknown]) =>
  value !== null || !Object.hasOwn(crawlerOptions, name)

const Crawler = z.object(crawlerOptions)

/** The options that a caller has set. */
export type GivenOptions = Partial<z.output<typeof Crawler>>

/** Fills the options that neither the caller nor a description has set. */
export const withDefaults = (given: GivenOptions): z.output<typeof Crawler> => Crawler.parse(given)

/** An option of monitors only (docs/api/crawl.md). */
export const PathDepth = z.object({
  maxDepth: count(0)
    .optional()
    .meta({ description: 'Maximum number of path segments beyond those of the start URL.' }),
})

/** The options without a URL, as monitors store them. */
export const CrawlerOptions = z.looseObject({ ...crawlerOptions, ...PathDepth.shape })

/** The body of `POST /v2/crawl`. */
export const crawlRequest = (rules: UrlRules) =>
  z
    .preprocess(
      withoutNulls,
      strictBody({
        url: webUrl(rules),
        ...givenOptions,
        maxConcurrency,
        scrapeOptions: PageOptions.prefault({}),
        prompt: optionalText(
          promptLengthMax,
          'Describes which pages to crawl; a language model turns it into the options that are not set.',
        ),
        webhook: webhook(listEvents('crawl'), rules).optional(),
        zeroDataRetention: flag(
          false,
          'Encrypts all content with a key that exists only in memory. Requires the permission of the team.',
        ),
        auditMetadata: z.strictObject({ username: z.string().max(1_024) }).optional(),
      }),
    )
    .transform((body) => {
      const given: GivenOptions = Object.fromEntries(
        optionNames.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
      )
      const others = Object.entries(body).filter(([name]) => !Object.hasOwn(crawlerOptions, name))
      const rest = Object.fromEntries(others) as Omit<typeof body, OptionName>
      return { ...rest, ...withDefaults(given), given }
    })
    .meta({ id: 'CrawlRequest', description: 'A site, the pages to crawl, and scrape options.' })
export type CrawlRequest = Omit<
  z.output<ReturnType<typeof crawlRequest>>,
  'origin' | 'integration'
> &
  CallerFacts

/** The options that determine which pages are crawled. */
export type CrawlerOptions = Pick<CrawlRequest, keyof typeof crawlerOptions> &
  z.output<typeof PathDepth>

/** A crawl as its job stores it. */
export type StoredCrawl = Omit<CrawlRequest, 'given'> & z.output<typeof PathDepth>

/** The body of `POST /v2/crawl/params-preview`. */
export const previewRequest = (rules: UrlRules) =>
  strictBody({ url: webUrl(rules), prompt: z.string().min(1).max(promptLengthMax) }).meta({
    id: 'CrawlPreviewRequest',
    description: 'Description of the crawl.',
  })

const paths = z.array(z.string()).optional()
const ProposedCrawl = z.looseObject({
  url: z.string(),
  includePaths: paths,
  excludePaths: paths,
  maxDiscoveryDepth: z.int().optional(),
  crawlEntireDomain: z.boolean().optional(),
  allowSubdomains: z.boolean().optional(),
  allowExternalLinks: z.boolean().optional(),
  sitemap: z.enum(['include', 'skip', 'only']).optional(),
  limit: z.int().optional(),
})

export const CrawlPreview = z
  .object({
    success: z.literal(true),
    data: ProposedCrawl,
    warning: z.string().optional(),
  })
  .meta({ id: 'CrawlPreview', description: 'The options of the described crawl.' })

export const CrawlReply = z
  .object({
    success: z.literal(true),
    id: z.uuid(),
    url: z.string().meta({ description: 'URL of the status endpoint.' }),
    promptGeneratedOptions: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'The options that the prompt became.' }),
    finalCrawlerOptions: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'The options of the crawl, those of the caller included.' }),
    warning: z.string().optional(),
  })
  .meta({ id: 'CrawlReply', description: 'The crawl was started.' })

export const ActiveCrawls = z
  .object({
    success: z.literal(true),
    crawls: z.array(
      z.object({
        id: z.uuid(),
        teamId: z.uuid(),
        url: z.string(),
        created_at: time,
        options: z.record(z.string(), z.unknown()),
      }),
    ),
  })
  .meta({ id: 'ActiveCrawls', description: 'Running crawls of the team, newest first.' })
export type ActiveCrawls = z.output<typeof ActiveCrawls>

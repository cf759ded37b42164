import { z } from 'zod'
import { webhook } from '#delivery/webhook.ts'
import { maxConcurrency, eventsOf } from '#features/job/contract.ts'
import { patternList } from '#features/map/path-patterns.ts'
import { PageOptions } from '#features/scrape/page-options.ts'
import { count } from '#kernel/count-max.ts'
import { strictBody } from '#kernel/strict-body.ts'
import { webUrl, type UrlRules } from '#kernel/web-url.ts'

const promptLengthMax = 10_000
const delaySecondsMax = 60

const flag = (isDefault: boolean, description: string) =>
  z.boolean().default(isDefault).meta({ description })

/** Which pages a crawl takes (docs/api/crawl.md). */
const crawlerOptions = {
  includePaths: patternList('includePaths').default([]),
  excludePaths: patternList('excludePaths').default([]),
  regexOnFullURL: flag(false, 'Patterns are matched with the whole URL and not with its path.'),
  maxDiscoveryDepth: count(0)
    .optional()
    .meta({ description: 'Links between the start and a page; pages of sitemaps have none.' }),
  sitemap: z
    .enum(['include', 'skip', 'only'])
    .default('include')
    .meta({ description: 'Whether sitemaps are read, or no links followed.' }),
  crawlEntireDomain: flag(false, 'Pages beside and above the start count as well.'),
  allowSubdomains: flag(false, 'Hosts with the same registrable domain count as well.'),
  allowExternalLinks: flag(false, 'Takes pages of other sites, one link away.'),
  ignoreQueryParameters: flag(false, 'URLs that differ in the query alone are one page.'),
  deduplicateSimilarURLs: flag(true, 'Merges http and https, www, final slash and index.html.'),
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
      description: 'Seconds between two pages; then one page at a time.',
      maximum: delaySecondsMax,
    }),
  limit: count(1).default(10_000).meta({ description: 'Most pages to take.' }),
}

/** What monitors may bound as well (docs/api/crawl.md). */
export const PathDepth = z.object({
  maxDepth: count(0)
    .optional()
    .meta({ description: 'Parts a path may have beyond those of the start.' }),
})

/** The options alone, as monitors keep them for later. */
export const CrawlerOptions = z.looseObject({ ...crawlerOptions, ...PathDepth.shape })

/** The body of `POST /v2/crawl` (docs/api/crawl.md). */
export const crawlRequest = (rules: UrlRules) =>
  strictBody({
    url: webUrl(rules),
    ...crawlerOptions,
    maxConcurrency,
    scrapeOptions: PageOptions.prefault({}),
    prompt: z.string().max(promptLengthMax).optional().meta({
      description: 'The crawl in words; not available in this version.',
    }),
    webhook: webhook(eventsOf('crawl'), rules).optional(),
    zeroDataRetention: flag(
      false,
      'Write nothing of this crawl that can be read without its process; the team must be allowed to.',
    ),
    auditMetadata: z.strictObject({ username: z.string().max(1_024) }).optional(),
  }).meta({ id: 'CrawlRequest', description: 'A site, and which of its pages to scrape.' })
export type CrawlRequest = Omit<z.output<ReturnType<typeof crawlRequest>>, 'origin' | 'integration'>

/** What decides which pages a crawl takes. */
export type CrawlerOptions = Pick<CrawlRequest, keyof typeof crawlerOptions> &
  z.output<typeof PathDepth>

/** A crawl as its job keeps it. */
export type KeptCrawl = CrawlRequest & z.output<typeof PathDepth>

/** The body of `POST /v2/crawl/params-preview` (docs/api/crawl.md). */
export const previewRequest = (rules: UrlRules) =>
  strictBody({ url: webUrl(rules), prompt: z.string().max(promptLengthMax) }).meta({
    id: 'CrawlPreviewRequest',
    description: 'A crawl in words.',
  })

export const CrawlPreview = z
  .object({ success: z.literal(true), data: z.record(z.string(), z.unknown()) })
  .meta({ id: 'CrawlPreview', description: 'The options that the words come to.' })

export const CrawlReply = z
  .object({
    success: z.literal(true),
    id: z.uuid(),
    url: z.string().meta({ description: 'Where to ask how far the crawl is.' }),
  })
  .meta({ id: 'CrawlReply', description: 'The crawl has been accepted.' })

export const ActiveCrawls = z
  .object({
    success: z.literal(true),
    crawls: z.array(
      z.object({
        id: z.uuid(),
        teamId: z.uuid(),
        url: z.string(),
        created_at: z.iso.datetime(),
        options: z.record(z.string(), z.unknown()),
      }),
    ),
  })
  .meta({ id: 'ActiveCrawls', description: 'The crawls of the team that run, newest first.' })
export type ActiveCrawls = z.output<typeof ActiveCrawls>

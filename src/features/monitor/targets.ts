import { z } from 'zod'
import { CrawlerOptions } from '#features/crawl/contract.ts'
import { describeBoth } from '#kernel/describe-members.ts'
import { countMax } from '#kernel/count-max.ts'
import { newId } from '#kernel/ids.ts'
import { Id } from '#kernel/uuid.ts'
import { webUrl, type UrlRules } from '#kernel/web-url.ts'
import { WatchSettings } from './watch/watch.ts'

const domainsMax = 50
const formatsMax = 100
/** Maximum for one target, and for all targets of a monitor. */
export const urlsMax = 5_000
const windows = ['5m', '15m', '1h', '6h', '24h', '7d'] as const

const id = Id.optional().meta({ description: 'Generated if absent.' })

/** Validated completely when a check runs; stored as sent. */
const ScrapeOptions = z
  .looseObject({
    formats: z
      .array(z.union([z.string(), z.looseObject({})]))
      .max(formatsMax)
      .optional(),
  })
  .default({})
  .meta({ description: 'Scrape options of each page; `maxAge` defaults to 0.' })

const boundedCount = z.int().max(countMax).optional()
/** They are stored as sent, so that a number above the maximum of a crawl is refused instead of lowered. */
const BoundedOptions = CrawlerOptions.extend({
  limit: boundedCount,
  maxDiscoveryDepth: boundedCount,
  maxDepth: boundedCount,
})

/** Known options are validated; the object is stored as sent, with unknown options. */
const KeptCrawlerOptions = z
  .looseObject({})
  .superRefine((options, context) => {
    const known = CrawlerOptions.safeParse(options)
    const { error } = known.error ? known : BoundedOptions.safeParse(options)
    for (const issue of error?.issues ?? []) {
      context.issues.push({ ...issue, input: options } as z.core.$ZodRawIssue)
    }
  })
  .default({})
  .meta({ description: 'Which pages are crawled, as for a crawl.' })

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .refine((name) => /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/.test(name), {
    error: 'Domain must be a valid hostname without protocol or path',
  })
  .meta({
    pattern: String.raw`^\s*(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?\.)+[a-zA-Z0-9-]{2,}\s*$`,
  })
const domains = z.array(domain).max(domainsMax).optional()

const scrapeTarget = (rules: UrlRules) =>
  z
    .strictObject({
      id,
      type: z.literal('scrape'),
      urls: z.array(webUrl(rules)).min(1).max(urlsMax),
      scrapeOptions: ScrapeOptions,
      watch: WatchSettings.optional(),
    })
    .meta({ id: 'MonitorScrapeTarget', description: 'Pages.' })

const crawlTarget = (rules: UrlRules) =>
  z
    .strictObject({
      id,
      type: z.literal('crawl'),
      url: webUrl(rules),
      crawlOptions: KeptCrawlerOptions,
      scrapeOptions: ScrapeOptions,
      watch: WatchSettings.optional(),
    })
    .meta({ id: 'MonitorCrawlTarget', description: 'A crawl of a site.' })

const SearchTarget = z
  .strictObject({
    id,
    type: z.literal('search'),
    queries: z.array(z.string().min(1).max(256)).min(1).max(12),
    searchWindow: z
      .string()
      .refine((text) => windows.some((window) => window === text), {
        error: `searchWindow must be one of: ${windows.join(', ')}`,
        abort: true,
      })
      .transform((text) => text as (typeof windows)[number])
      .default('24h')
      .meta({ enum: [...windows], description: 'Results that are older are left out.' }),
    maxResults: z.int().min(1).max(50).default(10),
    includeDomains: domains,
    excludeDomains: domains,
  })
  .refine(
    ({ includeDomains = [], excludeDomains = [] }) =>
      includeDomains.length === 0 || excludeDomains.length === 0,
    { error: 'includeDomains and excludeDomains are mutually exclusive' },
  )
  .meta({
    id: 'MonitorSearchTarget',
    description: 'New results of searches.',
    not: describeBoth('includeDomains', 'excludeDomains'),
  })

/** A target of a monitor (docs/api/monitor.md). */
export const monitorTarget = (rules: UrlRules) =>
  z.preprocess(
    acceptOldFields,
    z.discriminatedUnion('type', [scrapeTarget(rules), crawlTarget(rules), SearchTarget]),
  )
type WantedTarget = z.output<ReturnType<typeof monitorTarget>>
export type MonitorTarget = WantedTarget & { readonly id: string }
export type SearchTarget = Extract<MonitorTarget, { type: 'search' }>

/** Adds missing ids. Not part of the schema, because equal requests must parse to equal values. */
export const withIds = (targets: readonly WantedTarget[]): MonitorTarget[] =>
  targets.map((target) => ({ ...target, id: target.id ?? newId() }))

/** Number of URLs of all targets. */
export const countUrls = (targets: readonly WantedTarget[]) =>
  targets.reduce((count, target) => count + (target.type === 'scrape' ? target.urls.length : 0), 0)

const legacySearchKeys = new Set(['depth', 'alertMode', 'recheckAfter', 'scrapeOptions'])

/** Accepts the fields of older clients: one `url` for a scrape, and former options of searches. */
function acceptOldFields(target: unknown): unknown {
  if (typeof target !== 'object' || target === null || !('type' in target)) return target
  if (target.type === 'scrape' && 'url' in target && !('urls' in target)) {
    const { url, ...rest } = target
    return { ...rest, urls: [url] }
  }
  if (target.type !== 'search') return target
  return Object.fromEntries(Object.entries(target).filter(([key]) => !legacySearchKeys.has(key)))
}

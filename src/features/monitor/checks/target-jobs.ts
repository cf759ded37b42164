import { CrawlerOptions, crawlRequest, PathDepth } from '#features/crawl/contract.ts'
import { crawlJob, type UnpricedJob } from '#features/crawl/crawl.ts'
import { checkJsonSchemasAtOnce } from '#formats/json-schemas.ts'
import { PageOptions } from '#pages/page-options.ts'
import { refuseUnsafe } from '#operations/safe-mode.ts'
import { refuseContent } from '#pages/permissions.ts'
import type { NewJob } from '#jobs/job.ts'
import type { Account } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import { refuseStaticAddresses } from '#kernel/location.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { refuseZeroDataRetention } from '#features/monitor/monitors/refuse-zero-data-retention.ts'
import type { MonitorTarget, SearchTarget } from '#features/monitor/targets.ts'
import {
  monitorCrawlJobType,
  monitorScrapeJobType,
  monitorSearchJobType,
} from '#features/monitor/job-types.ts'
import { chooseComparisons } from '#features/monitor/pages/page-diff.ts'
import { needsProduct, type WatchSettings } from '#features/monitor/watch/watch.ts'
import { isList, isObject } from '#base/json-values.ts'

/** The job of a target, without the members that belong to its check. */
export type TargetJob = UnpricedJob & Pick<NewJob, 'kind'>

/**
 * Returns the job of a target (docs/api/monitor.md). Validates its options completely: fails with `BAD_REQUEST`,
 * `FORBIDDEN` or `NOT_IMPLEMENTED`, with a text about the target.
 */
export function targetJob(target: MonitorTarget, rules: UrlRules): TargetJob {
  if (target.type === 'search') return searchJob(target)
  return target.type === 'scrape' ? scrapeJob(target) : siteJob(target, rules)
}

/** The searches are its discovery; its pages are the results that are judged. */
function searchJob(target: SearchTarget): TargetJob {
  const options = read(PageOptions, watched({}))
  return {
    kind: monitorSearchJobType.kind,
    url: '',
    request: { target, options },
    pagesMax: target.maxResults,
    maxConcurrency: undefined,
    delayMs: 0,
    isDiscovering: true,
    pages: [],
  }
}

function scrapeJob({
  urls,
  scrapeOptions,
  watch,
}: Extract<MonitorTarget, { type: 'scrape' }>): TargetJob {
  const options = read(PageOptions, watched(scrapeOptions, watch))
  checkJsonSchemasAtOnce(options.formats)
  // Duplicate URLs are checked once.
  const pages = [...new Set(urls)].map((url) => ({ url, depth: 0, urlKey: url }))
  return {
    kind: monitorScrapeJobType.kind,
    url: urls[0] ?? '',
    request: {
      options,
      compares: chooseComparisons(scrapeOptions),
      ...(watch && { rules: watch }),
    },
    pagesMax: pages.length,
    maxConcurrency: undefined,
    delayMs: 0,
    isDiscovering: false,
    pages,
  }
}

/**
 * Fails with `FORBIDDEN` if a target has options that the key or the team is not permitted to use (docs/api/scrape.md), and
 * with `BAD_REQUEST` for zero data retention.
 */
export function refuseTargets(targets: readonly MonitorTarget[], account: Account): void {
  for (const target of targets) {
    if (target.type === 'search') continue
    const { data } = PageOptions.safeParse(watched(target.scrapeOptions, target.watch))
    if (!data) continue
    refuseStaticAddresses(data.location)
    refuseZeroDataRetention(account, data.zeroDataRetention)
    refuseContent(data, account.allowedFormats)
    refuseUnsafe(data, account)
    if (target.type === 'scrape') for (const url of target.urls) refuseUnsafe({ url }, account)
    else refuseUnsafe({ ...target.crawlOptions, url: target.url }, account)
  }
}

/** Making a schema takes ten times as long as reading a request with it. */
const crawlRequests = new WeakMap<UrlRules, ReturnType<typeof crawlRequest>>()

function findCrawlRequest(rules: UrlRules) {
  const schema = crawlRequests.get(rules) ?? crawlRequest(rules)
  crawlRequests.set(rules, schema)
  return schema
}

const crawlerOptionNames = new Set(Object.keys(CrawlerOptions.shape))

function siteJob(
  { url, crawlOptions, scrapeOptions, watch }: Extract<MonitorTarget, { type: 'crawl' }>,
  rules: UrlRules,
): TargetJob {
  const names = Object.keys(crawlOptions).filter((name) => crawlerOptionNames.has(name))
  const { maxDepth, ...known } = Object.fromEntries(names.map((name) => [name, crawlOptions[name]]))
  const request = read(findCrawlRequest(rules), {
    ...known,
    url,
    scrapeOptions: watched(scrapeOptions, watch),
  })
  if (request.ignoreRobotsTxt || request.robotsUserAgent !== undefined) {
    const name = request.ignoreRobotsTxt ? 'ignoreRobotsTxt' : 'robotsUserAgent'
    throw new ServiceError(
      'FORBIDDEN',
      `The ${name} parameter is an enterprise feature. It is not enabled for your team.`,
    )
  }
  checkJsonSchemasAtOnce(request.scrapeOptions.formats)
  const depth = read(PathDepth, { maxDepth })
  const job = crawlJob({ ...request, ...depth })
  const compares = chooseComparisons(scrapeOptions)
  const compared = { ...job.request, compares, ...(watch && { rules: watch }) }
  return { ...job, request: compared, kind: monitorCrawlJobType.kind }
}

/** Pages are always fetched, and there is always Markdown to compare, and a product where rules ask for it. */
function watched(options: Readonly<Record<string, unknown>>, watch?: WatchSettings): object {
  const formats = isList(options['formats']) ? options['formats'] : []
  const kept = formats.flatMap(normaliseFormat)
  const needed = ['markdown', ...(watch && needsProduct(watch) ? ['product'] : [])]
  const types = new Set(kept.map(readType))
  return { maxAge: 0, ...options, formats: [...needed.filter((one) => !types.has(one)), ...kept] }
}

/** The monitor compares pages itself; comparing JSON needs the `json` format (docs/api/monitor.md). */
function normaliseFormat(format: unknown): unknown[] {
  if (readType(format) !== 'changeTracking') return [format]
  if (!isObject(format)) return []
  const { modes, schema, prompt } = format
  const isJson = Array.isArray(modes) && modes.includes('json')
  return isJson
    ? [{ type: 'json', ...(schema ? { schema } : {}), ...(prompt ? { prompt } : {}) }]
    : []
}

const readType = (format: unknown): unknown =>
  typeof format === 'object' && format !== null && 'type' in format ? format.type : format

interface Schema<Output> {
  safeParse(value: unknown):
    | { readonly success: true; readonly data: Output }
    | {
        readonly success: false
        readonly error: { readonly issues: readonly { path: PropertyKey[]; message: string }[] }
      }
}

function read<Output>(schema: Schema<Output>, value: object): Output {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const place = issue?.path.map(String).join('.')
  throw new ServiceError(
    'BAD_REQUEST',
    `${place ? `${place}: ` : ''}${issue?.message ?? 'Bad Request'}`,
  )
}

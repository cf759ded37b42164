import { createJobVerbs, type JobVerbs } from '#features/job/job-verbs.ts'
import { startJob, type StartJobDeps, type WantedJob } from '#features/job/start-job.ts'
import { urlKeyOf } from '#features/map/url-key.ts'
import { pathPatterns } from '#features/map/path-patterns.ts'
import { assertScrapeSupported } from '#features/scrape/assert-supported.ts'
import type { Safeguard } from '#features/scrape/safeguard.ts'
import { checkPermissions, refuseStored } from '#features/scrape/permissions.ts'
import { pagePriceOf } from '#features/scrape/scrape-page.ts'
import type { Job } from '#jobs/job.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import { isZeroDataRetention } from '#operations/zero-data-retention.ts'
import type { ActiveCrawls, CrawlRequest, StoredCrawl } from './contract.ts'
import { crawlJobType } from './job-type.ts'
import { warningOf } from './warning-of.ts'

/** Crawls (docs/api/crawl.md). */
export interface Crawl extends JobVerbs {
  /** Returns the job id. Fails with `FORBIDDEN` for options that need a permission. */
  start(request: CrawlRequest, call: Call): Promise<string>
  active(call: Call): Promise<ActiveCrawls>
}

interface CrawlDeps extends StartJobDeps {
  readonly safeguard: Pick<Safeguard, 'assertAvailable'>
}

export function createCrawl(deps: CrawlDeps): Crawl {
  return {
    ...createJobVerbs(crawlJobType, { ...deps, warningOf }),
    async start(request, call) {
      checkCrawl(request, call)
      deps.safeguard.assertAvailable(request.scrapeOptions)
      const { webhook } = request
      const zeroDataRetention = isZeroDataRetention(retentionOf(request), call.account)
      const pagePrice = pagePriceOf(request.scrapeOptions, zeroDataRetention)
      const terms = { type: crawlJobType, webhook, pagePrice, zeroDataRetention }
      return startJob(deps, { ...crawlJob(request), ...terms }, call)
    },
    async active({ account }) {
      const jobs = await deps.jobs.running(account.teamId, crawlJobType.kind)
      return { success: true, crawls: jobs.map(toActive) }
    },
  }
}

/** A job without type, team and price. */
export type UnpricedJob = Omit<WantedJob, 'type' | 'webhook' | 'pagePrice' | 'zeroDataRetention'>

/** Zero data retention can be requested for the crawl or in its scrape options. */
export const retentionOf = ({ zeroDataRetention, scrapeOptions }: CrawlRequest) => ({
  zeroDataRetention: zeroDataRetention || scrapeOptions.zeroDataRetention,
  lockdown: scrapeOptions.lockdown,
})

/** Returns the job of a crawl. */
export function crawlJob(request: StoredCrawl): UnpricedJob {
  const { url, limit, delay = 0, maxConcurrency } = request
  const isWanted = pathPatterns(request).accepts(url)
  const urlKey = urlKeyOf(url, request)
  return {
    url,
    // The webhook is stored separately, and its headers may be secret.
    request: { ...request, webhook: undefined },
    pagesMax: limit,
    maxConcurrency,
    delayMs: Math.ceil(delay * 1_000),
    isDiscovering: true,
    // The patterns apply to the start URL as well.
    pages: isWanted ? [{ url, depth: 0, urlKey }] : [],
  }
}

function checkCrawl(request: CrawlRequest, call: Call): void {
  const { ignoreRobotsTxt, robotsUserAgent, scrapeOptions } = request
  if (ignoreRobotsTxt || robotsUserAgent !== undefined) {
    const name = ignoreRobotsTxt ? 'ignoreRobotsTxt' : 'robotsUserAgent'
    throw new ServiceError(
      'FORBIDDEN',
      `The ${name} parameter is an enterprise feature. It is not enabled for your team.`,
    )
  }
  if (scrapeOptions.lockdown) {
    const message =
      'lockdown is not supported for crawls, because a crawl must send requests to the site.'
    throw new ServiceError('BAD_REQUEST', message, {
      details: [{ code: 'custom', path: ['scrapeOptions', 'lockdown'], message }],
    })
  }
  const retention = retentionOf(request)
  const page = { ...scrapeOptions, ...retention, url: request.url, alexandria: undefined }
  checkPermissions(page, call.account)
  refuseStored(page, call.account)
  assertScrapeSupported(page)
  if (request.prompt === undefined) return
  const message = 'The following options are not available in this version: prompt.'
  throw new ServiceError('NOT_IMPLEMENTED', message)
}

/** `options` holds the options of the crawl and of its scrapes. */
function toActive({ id, teamId, url, createdAt, request }: Job): ActiveCrawls['crawls'][number] {
  const { url: _url, ...options } = request as CrawlRequest
  return { id, teamId, url: withoutUserInfo(url), created_at: createdAt.toISOString(), options }
}

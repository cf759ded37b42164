import { mayReadWork } from '#kernel/own-work.ts'
import { createJobVerbs, type JobVerbs, type JobVerbsDeps } from '#job-api/job-verbs.ts'
import { startJob, type StartJobDeps, type WantedJob } from '#job-api/start-job.ts'
import { makeUrlKey } from '#sites/url-key.ts'
import { pathPatterns } from '#sites/path-patterns.ts'
import { checkJsonSchemas } from '#formats/json-schemas.ts'
import type { Safeguard } from '#pages/safeguard.ts'
import { checkPermissions, refuseStored } from '#pages/permissions.ts'
import { refuseUnsafe } from '#operations/safe-mode.ts'
import type { PagePrice } from '#pages/page-price.ts'
import type { Job } from '#jobs/job.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import { isZeroDataRetention } from '#operations/zero-data-retention.ts'
import { withDefaults, type ActiveCrawls, type CrawlRequest, type StoredCrawl } from './contract.ts'
import { crawlJobType } from './job-type.ts'
import type { Preview } from './preview.ts'
import type { Threats } from '#threat/threats.ts'
import { writeWarning } from './warning-of.ts'

/** Crawls (docs/api/crawl.md). */
export interface Crawl extends JobVerbs {
  /**
   * Fails with `FORBIDDEN` for options that need a permission, and for a prompt with `SERVICE_UNAVAILABLE` without a language
   * model or with `BAD_REQUEST` when the model gives no options.
   */
  start(request: CrawlRequest, call: Call): Promise<StartedCrawl>
  active(call: Call): Promise<ActiveCrawls>
}

/** An accepted crawl, and what its prompt became. */
interface StartedCrawl {
  readonly id: string
  readonly promptGeneratedOptions?: Readonly<Record<string, unknown>>
  readonly finalCrawlerOptions?: Readonly<Record<string, unknown>>
  readonly warning?: string
}

interface CrawlDeps extends StartJobDeps, JobVerbsDeps {
  readonly safeguard: Pick<Safeguard, 'assertAvailable'>
  readonly pricePage: PagePrice
  readonly preview: Preview
  readonly threats: Pick<Threats, 'refuseOption' | 'findScreen'>
}

export function createCrawl(deps: CrawlDeps): Crawl {
  return {
    ...createJobVerbs(crawlJobType, { ...deps, writeWarning }),
    async start(body, call) {
      const { teamId } = call.account
      const { threatProtection } = body.scrapeOptions
      await deps.threats.refuseOption(teamId, threatProtection)
      checkCrawl(body, call)
      await checkJsonSchemas(body.scrapeOptions.formats, call)
      await deps.threats.findScreen(call.account, threatProtection).admit(body.url, call.signal)
      const { request, ...made } = await describedCrawl(deps.preview, body, call)
      deps.safeguard.assertAvailable(request.scrapeOptions)
      const { webhook } = request
      const zeroDataRetention = isZeroDataRetention(chooseRetention(request), call.account)
      const pagePrice = deps.pricePage(request.scrapeOptions, zeroDataRetention)
      const terms = { type: crawlJobType, webhook, pagePrice, zeroDataRetention }
      const job = crawlJob(request)
      const id = await startJob(deps, { ...job, ...terms }, call)
      return { id, ...made }
    },
    async active({ account }) {
      const jobs = await deps.jobs.running(account.teamId, crawlJobType.kind)
      const shown = jobs.filter(({ principal }) => mayReadWork(account, principal))
      return { success: true, crawls: shown.map(toActive) }
    },
  }
}

/** The crawl with the options that its prompt describes. Options of the caller have precedence. */
async function describedCrawl(
  preview: Preview,
  { given, ...request }: CrawlRequest,
  call: Call,
): Promise<Omit<StartedCrawl, 'id'> & { readonly request: StoredCrawl }> {
  const { url, prompt } = request
  if (prompt === undefined) return { request }
  const { data, warning } = await preview({ url, prompt, given }, call).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'BAD_REQUEST') throw error
    throw new ServiceError('BAD_REQUEST', notUnderstood, { cause: error })
  })
  const { url: _url, ...promptGeneratedOptions } = data
  const finalCrawlerOptions = withDefaults({ ...promptGeneratedOptions, ...given })
  return {
    request: { ...request, ...finalCrawlerOptions },
    promptGeneratedOptions,
    finalCrawlerOptions,
    ...(warning !== undefined && { warning }),
  }
}

export const notUnderstood =
  'Failed to process natural language prompt. Please try rephrasing or use explicit crawler options.'

/** A job without type, team and price. */
export type UnpricedJob = Omit<WantedJob, 'type' | 'webhook' | 'pagePrice' | 'zeroDataRetention'>

/** Zero data retention can be requested for the crawl or in its scrape options. */
export const chooseRetention = ({ zeroDataRetention, scrapeOptions }: StoredCrawl) => ({
  zeroDataRetention: zeroDataRetention || scrapeOptions.zeroDataRetention,
  lockdown: scrapeOptions.lockdown,
})

/** Returns the job of a crawl. */
export function crawlJob(request: StoredCrawl): UnpricedJob {
  const { url, limit, delay = 0, maxConcurrency } = request
  const isWanted = pathPatterns(request).accepts(url)
  const urlKey = makeUrlKey(url, request)
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
  refuseUnsafe(request, call.account)
  const { ignoreRobotsTxt, robotsUserAgent, scrapeOptions } = request
  if (ignoreRobotsTxt || robotsUserAgent !== undefined) {
    const name = ignoreRobotsTxt ? 'ignoreRobotsTxt' : 'robotsUserAgent'
    throw new ServiceError(
      'FORBIDDEN',
      `The ${name} parameter is an enterprise feature. It is not enabled for your team.`,
    )
  }
  if (scrapeOptions.lockdown) {
    throw new ServiceError('BAD_REQUEST', noLockdown, {
      details: [{ code: 'custom', path: ['scrapeOptions', 'lockdown'], message: noLockdown }],
    })
  }
  const retention = chooseRetention(request)
  const page = { ...scrapeOptions, ...retention, url: request.url, alexandria: undefined }
  checkPermissions(page, call.account)
  refuseStored(page, call.account)
}

export const noLockdown =
  'lockdown is not supported for crawls, because a crawl must send requests to the site.'

/** `options` holds the options of the crawl and of its scrapes. */
function toActive({ id, teamId, url, createdAt, request }: Job): ActiveCrawls['crawls'][number] {
  const { url: _url, ...options } = request as CrawlRequest
  return { id, teamId, url: withoutUserInfo(url), created_at: createdAt.toISOString(), options }
}

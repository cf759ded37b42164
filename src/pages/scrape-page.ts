import type { Credits } from '#credits/credits.ts'
import { failedScrapePrice } from '#credits/prices.ts'
import { startDeadline } from '#kernel/deadline.ts'
import { refuseUntilRetry } from '#fetch/retry-after.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { ThreatFacts } from '#kernel/fetch-activity.ts'
import { mayTryAgain, pageRetries } from '#kernel/page-retries.ts'
import type { JobTypes } from '#jobs/job-types.ts'
import type { PageProgress } from '#jobs/job-handler.ts'
import type { LeasedPage, PageOutcome } from '#jobs/frontier.ts'
import type { Job } from '#jobs/job.ts'
import { jobWaitMs, mayWaitForSite } from '#jobs/site-waits.ts'
import type { Document } from '#formats/document.ts'
import { describeFetch, type CallerFacts, type FetchFacts } from '#operations/record-fetch.ts'
import { refuseUnsafe, withSafeProxy } from '#operations/safe-mode.ts'
import type { ThreatScreen } from '#threat/screen.ts'
import type { MakeDocument } from './sources/page.ts'
import { checkJsonSchemas } from '#formats/json-schemas.ts'
import type { PageOptions } from './page-options.ts'
import { plainPagePrice } from './page-price.ts'

/** A scraped page of a job; `links` has all of its links if requested. */
export interface ScrapedPage {
  readonly document: Document
  readonly links: readonly string[]
  /** Members of the page's outcome. */
  readonly kept: Pick<
    Extract<PageOutcome, { state: 'done' }>,
    'extraWrites' | 'fetched' | 'normalisedText' | 'readAgain'
  >
}

/** A page of a job and its options. */
interface PageOfJob {
  readonly job: Job
  readonly page: LeasedPage
  readonly options: PageOptions
  /** What the request of the job said about its caller; the options of the page come first. */
  readonly caller?: CallerFacts | undefined
  readonly wantsLinks: boolean
  /** The policy by which the pages have been scanned, and paid for, before; absent when they have not. */
  readonly screen?: ThreatScreen | undefined
  /** Whether robots.txt disallows a URL of the site. */
  readonly isDisallowed?: (url: string) => Promise<boolean>
}

export type ScrapePage = (
  wanted: PageOfJob,
  progress: PageProgress,
) => Promise<ScrapedPage | Extract<PageOutcome, { state: 'failed' | 'waiting' }>>

/** Errors that may be temporary. */
const passing = new Set(['SCRAPE_SITE_ERROR', 'SCRAPE_TIMEOUT', 'SCRAPE_PROXY_SELECTION_ERROR'])
/** Maximum time from the end of reading to the end of writing; while it lasts longer, the lease is renewed. */
const finishMsMax = 60_000

interface ScrapePageDeps {
  readonly makeDocument: MakeDocument
  readonly credits: Pick<Credits, 'reserve'>
  readonly jobTypes: Pick<JobTypes, 'of'>
}

/** Scrapes one page of a job, without charging it. Throws only bugs of the service. */
export function createScrapePage(deps: ScrapePageDeps): ScrapePage {
  const { makeDocument, jobTypes } = deps
  const affords = createAffords(deps)

  return async function scrapePage(wanted, { signal, onProgress }) {
    const { job, page, options, wantsLinks, screen, isDisallowed } = wanted
    const { publicName } = jobTypes.of(job.kind)
    const fetch = toFetch(wanted, publicName)
    const request = withSafeProxy({ ...options, url: page.url }, job)
    let threat: ThreatFacts | undefined
    let isRequested = false
    using deadline = startDeadline(options.timeout, signal)
    try {
      await checkJsonSchemas(request.formats, { account: job, signal: deadline.signal })
      refuseUnsafe(request, job)
      const { document, links, normalisedText, readAgain, extraWrites } = await makeDocument({
        id: page.scrapeId,
        teamId: job.teamId,
        principal: job.principal,
        request,
        wantsLinks,
        screen,
        isDisallowed,
        zeroDataRetention: job.zeroDataRetention,
        queuedMs: page.queuedMs,
        isBatchable: true,
        stickyKey: job.id,
        onProgress,
        onPage(found) {
          isRequested = true
          if (mayTryAgain('later', page.attempts) && mayWaitForSite(job)) refuseUntilRetry(found)
        },
        signal: deadline.signal,
        endsAt: deadline.at,
        onThreat: (decided) => (threat = decided),
        wantsNormalisedText: jobTypes.of(job.kind).comparesPages,
      })
      await affords(wanted, document.metadata.creditsUsed)
      const fetched = describeFetch(fetch, document, threat)
      return { document, links, kept: { extraWrites, fetched, normalisedText, readAgain } }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ServiceError)) throw error
      const waiting = waitingAfter(error, wanted, isRequested)
      if (waiting) return waiting
      return { ...toFailure(error), fetched: describeFetch(fetch, error, threat) }
    }
  }
}

/** Raises the reservation for files of many pages, and for jobs that were accepted without the surcharge of their formats. Fails with `INSUFFICIENT_CREDITS`. */
function createAffords({ credits, jobTypes }: Pick<ScrapePageDeps, 'credits' | 'jobTypes'>) {
  return async function affords({ job, page, options }: PageOfJob, price: number): Promise<void> {
    const { kind, chargesPages } = jobTypes.of(job.kind)
    if (!chargesPages || price <= plainPagePrice(options, job.zeroDataRetention)) return
    const { teamId, principal } = job
    const operationId = page.scrapeId
    await credits.reserve({
      teamId,
      principal,
      operationId,
      kind,
      amount: price,
      forMs: finishMsMax,
    })
  }
}

/** When a page that failed is tried again; undefined if it is not. */
function waitingAfter(
  error: ServiceError,
  { job, page }: PageOfJob,
  isRequested: boolean,
): Extract<PageOutcome, { state: 'waiting' }> | undefined {
  const waitMs = jobWaitMs(job, error)
  if (waitMs !== undefined) {
    return { state: 'waiting', waitMs, isUntried: !isRequested }
  }
  if (!passing.has(error.code) || !mayTryAgain('scrape', page.attempts)) return undefined
  return { state: 'waiting', waitMs: pageRetries.scrape.waitMs() }
}

function toFailure(failure: ServiceError): Extract<PageOutcome, { state: 'failed' }> {
  const { code, message } = failure
  return { state: 'failed', code, message, price: failedScrapePrice(failure) }
}

/** What the audit log says about a page. */
function toFetch({ job, page, options, caller = {} }: PageOfJob, endpoint: string): FetchFacts {
  const auditMetadata = options.auditMetadata ?? caller.auditMetadata
  return {
    teamId: job.teamId,
    principal: job.principal,
    endpoint,
    requestId: job.id,
    scrapeId: page.scrapeId,
    caller: { ...caller, auditMetadata },
    url: page.url,
    startedAt: new Date(),
    zeroDataRetention: job.zeroDataRetention,
  }
}

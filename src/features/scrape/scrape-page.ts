import type { Credits } from '#credits/credits.ts'
import { failedScrapePrice, scrapePrice } from '#credits/prices.ts'
import { startDeadline } from '#kernel/deadline.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { JobTypes } from '#jobs/job-types.ts'
import type { PageProgress } from '#jobs/job-handler.ts'
import type { LeasedPage, PageOutcome } from '#jobs/frontier.ts'
import type { Job } from '#jobs/job.ts'
import type { Document } from '#formats/document.ts'
import type { MakeDocument } from './make-document.ts'
import { assertScrapeSupported } from './assert-supported.ts'
import type { PageOptions } from './page-options.ts'

/** A page of a job, scraped; `links` are all of its links when they were wanted. */
export interface ScrapedPage {
  readonly document: Document
  readonly links: readonly string[]
  /** For the outcome of the page. */
  readonly kept: Pick<Extract<PageOutcome, { state: 'done' }>, 'extraWrites' | 'normalisedText'>
}

/** A page of a job and how it is scraped. */
interface PageOfJob {
  readonly job: Job
  readonly page: LeasedPage
  readonly options: PageOptions
  readonly wantsLinks: boolean
}

export type ScrapePage = (
  wanted: PageOfJob,
  progress: PageProgress,
) => Promise<ScrapedPage | Extract<PageOutcome, { state: 'failed' | 'waiting' }>>

/** What may pass by itself: the connection to the site, and time. */
const passing = new Set(['SCRAPE_SITE_ERROR', 'SCRAPE_TIMEOUT', 'SCRAPE_PROXY_SELECTION_ERROR'])
/** What every page of a job has set aside; lockdown implies zero data retention for nothing. */
export const pagePriceOf = (
  { lockdown }: Pick<PageOptions, 'lockdown'>,
  zeroDataRetention: boolean,
) => scrapePrice({ kind: 'page' }, { zeroDataRetention: zeroDataRetention && !lockdown })
/** From the end of the reading to its being written; longer waits renew their holds. */
const finishMsMax = 60_000

const triesMax = 2
const retryMs = 3_000

/** Scrapes one page of a job; the job's books are kept by whoever finishes it. Fails with faults of ours alone. */
export function createScrapePage(deps: {
  readonly makeDocument: MakeDocument
  readonly credits: Pick<Credits, 'reserve'>
  readonly jobTypes: Pick<JobTypes, 'of'>
}): ScrapePage {
  const { makeDocument, credits, jobTypes } = deps

  /** A file of many pages costs more than was set aside for it. Fails with `INSUFFICIENT_CREDITS`. */
  async function affords({ job, page, options }: PageOfJob, price: number): Promise<void> {
    const { kind, chargesPages } = jobTypes.of(job.kind)
    if (!chargesPages || price <= pagePriceOf(options, job.zeroDataRetention)) return
    const { teamId, keyId } = job
    const expiresAt = new Date(Date.now() + finishMsMax)
    await credits.reserve({
      teamId,
      keyId,
      operationId: page.scrapeId,
      kind,
      amount: price,
      expiresAt,
    })
  }

  return async function scrapePage(wanted, { signal, onProgress }) {
    const { job, page, options, wantsLinks } = wanted
    const request = { ...options, url: page.url }
    assertScrapeSupported(request)
    using deadline = startDeadline(options.timeout, signal)
    try {
      const { document, links, normalisedText, extraWrites } = await makeDocument({
        id: page.scrapeId,
        teamId: job.teamId,
        request,
        wantsLinks,
        zeroDataRetention: job.zeroDataRetention,
        queuedMs: page.queuedMs,
        isBatchable: true,
        onProgress,
        signal: deadline.signal,
        wantsNormalisedText: jobTypes.of(job.kind).comparesPages,
      })
      await affords(wanted, document.metadata.creditsUsed)
      return { document, links, kept: { extraWrites, normalisedText } }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ServiceError)) throw error
      if (passing.has(error.code) && page.attempts < triesMax) {
        return { state: 'waiting', readyAt: new Date(Date.now() + retryMs) }
      }
      return toFailure(error)
    }
  }
}

function toFailure(failure: ServiceError): Extract<PageOutcome, { state: 'failed' }> {
  const { code, message } = failure
  return { state: 'failed', code, message, price: failedScrapePrice(failure) }
}

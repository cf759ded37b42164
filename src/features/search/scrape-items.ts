import type { Slots } from '#accounts/slots.ts'
import { failedScrapePrice } from '#credits/prices.ts'
import type { MakeDocument } from '#features/scrape/make-document.ts'
import type { PageOptions } from '#features/scrape/page-options.ts'
import type { Results } from '#features/scrape/results.ts'
import type { Document } from '#formats/document.ts'
import { startDeadline } from '#kernel/deadline.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { OperationContext } from '#operations/operation.ts'
import type { Sql } from '#storage/database.ts'

/** A result and what became of scraping it. */
export interface ScrapedItem {
  readonly url: string
  /** Members that are added to the result: those of the document, or the reason why there is none. */
  readonly members: Document | { readonly metadata: FailureMetadata }
  readonly credits: number
  readonly writes: readonly ((sql: Sql) => Promise<unknown>)[]
}

interface FailureMetadata {
  readonly error: string
  readonly statusCode: number
  readonly sourceURL: string
}

/** Scrapes the results of a search, each with a concurrency slot of the team. Fails only with the reason of the signal. */
export type ScrapeItems = (
  urls: readonly string[],
  options: PageOptions,
  request: { readonly context: OperationContext; readonly baseUrl: string | undefined },
) => Promise<ScrapedItem[]>

interface ScrapeItemsDeps {
  readonly makeDocument: MakeDocument
  readonly slots: Pick<Slots, 'acquire'>
  readonly results: Pick<Results, 'pack' | 'save'>
}

/** What is left of the timeout for the answer itself. */
const answerMs = 500
const graceMs = 30_000

export function createScrapeItems({ makeDocument, slots, results }: ScrapeItemsDeps): ScrapeItems {
  async function scrape(
    url: string,
    options: PageOptions,
    { context, baseUrl }: { context: OperationContext; baseUrl: string | undefined },
  ): Promise<ScrapedItem> {
    const { zeroDataRetention, deadlineAt, call } = context
    const { teamId, plan } = call.account
    const leftMs = deadlineAt.getTime() - Date.now() - answerMs
    if (leftMs <= 0) throw new ServiceError('SCRAPE_TIMEOUT')
    using deadline = startDeadline(Math.min(options.timeout, leftMs), context.signal)
    await using slot = await slots.acquire({
      teamId,
      concurrencyMax: plan.concurrencyMax,
      queuedMax: plan.queuedJobsMax,
      waitMs: leftMs,
      heldUntil: new Date(deadlineAt.getTime() + graceMs),
      signal: deadline.signal,
    })
    const id = newId()
    const { document, extraWrites } = await makeDocument({
      id,
      teamId,
      request: { ...options, url },
      zeroDataRetention,
      queuedMs: slot.queuedMs,
      signal: deadline.signal,
      deadlineAt: deadline.at,
      baseUrl,
    })
    const packed = zeroDataRetention ? undefined : await results.pack(document)
    const save = (sql: Sql) =>
      packed ? results.save({ id, teamId, document: packed }, sql) : Promise.resolve()
    const { creditsUsed: credits } = document.metadata
    return { url, members: document, credits, writes: [...extraWrites, save] }
  }

  return async function scrapeItems(urls, options, request) {
    const { signal, zeroDataRetention } = request.context
    return Promise.all(
      urls.map((url) =>
        scrape(url, options, request).catch((thrown: unknown) => {
          signal.throwIfAborted()
          return failedItem(url, ServiceError.from(thrown), zeroDataRetention)
        }),
      ),
    )
  }
}

function failedItem(url: string, failure: ServiceError, zeroDataRetention: boolean): ScrapedItem {
  // Elsewhere a host that does not resolve is reported with status 200.
  const statusCode = failure.status < 400 ? 500 : failure.status
  const metadata = { error: failure.message, statusCode, sourceURL: url }
  const credits = failedScrapePrice(failure, zeroDataRetention)
  return { url, members: { metadata }, credits, writes: [] }
}

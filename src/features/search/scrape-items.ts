import type { Slots } from '#accounts/slots.ts'
import { failedScrapePrice } from '#credits/prices.ts'
import type { RecordFetches } from '#operations/record-fetch.ts'
import { describeFetch, type CallerFacts } from '#operations/record-fetch.ts'
import type { MakeDocument } from '#pages/sources/page.ts'
import type { PageOptions } from '#pages/page-options.ts'
import type { Results } from '#pages/results.ts'
import type { Document } from '#formats/document.ts'
import { startDeadline } from '#kernel/deadline.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { FetchActivity, ThreatFacts } from '#kernel/fetch-activity.ts'
import { newId } from '#kernel/ids.ts'
import type { OperationContext } from '#operations/operation.ts'
import { slotRequest } from '#operations/acquire-slot.ts'
import type { Sql } from '#storage/database.ts'
import type { ThreatScreen } from '#threat/screen.ts'

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
  request: ItemsRequest,
) => Promise<ScrapedItem[]>

interface ItemsRequest {
  readonly context: OperationContext
  readonly baseUrl: string | undefined
  readonly caller: CallerFacts
  /** Scans of the results are charged with the search. */
  readonly screen: ThreatScreen
}

interface ScrapeItemsDeps {
  readonly makeDocument: MakeDocument
  readonly slots: Pick<Slots, 'acquire'>
  readonly results: Pick<Results, 'pack' | 'save'>
  readonly database: Sql
  readonly recordFetches: RecordFetches
}

/** What is left of the timeout for the answer itself. */
const answerMs = 500

interface Item {
  readonly id: string
  readonly url: string
  readonly options: PageOptions
  /** Describes how the fetch of the item ended; absent until it began. */
  fetched?: FetchActivity
  threat?: ThreatFacts | undefined
}

export function createScrapeItems(deps: ScrapeItemsDeps): ScrapeItems {
  const { makeDocument, slots, results, database, recordFetches } = deps
  async function scrape(item: Item, request: ItemsRequest): Promise<ScrapedItem> {
    const { id, url, options } = item
    const { context, baseUrl, screen } = request
    const { zeroDataRetention, deadlineAt } = context
    const { account } = context.call
    const { teamId, principal } = account
    const leftMs = computeLeftMs(deadlineAt)
    using deadline = startDeadline(Math.min(options.timeout, leftMs), context.signal)
    await using slot = await slots.acquire(slotRequest(account, { deadline, waitMs: leftMs }))
    const fetch = toFetch(item, request, new Date())
    const { document, extraWrites } = await makeDocument({
      id,
      teamId,
      principal,
      screen,
      onThreat: (threat) => (item.threat = threat),
      request: { ...options, url },
      zeroDataRetention,
      queuedMs: slot.queuedMs,
      signal: deadline.signal,
      deadlineAt: deadline.at,
      baseUrl,
    }).catch((thrown: unknown) => {
      item.fetched = describeFetch(fetch, ServiceError.from(thrown), item.threat)
      throw thrown
    })
    item.fetched = describeFetch(fetch, document, item.threat)
    const packed = zeroDataRetention ? undefined : await results.pack(document)
    const save = async (sql: Sql) => packed && results.save({ id, teamId, document: packed }, sql)
    const credits = document.metadata.creditsUsed
    return { url, members: document, credits, writes: [...extraWrites, save] }
  }

  return async function scrapeItems(urls, options, request) {
    const { signal, zeroDataRetention } = request.context
    const items = urls.map((url): Item => ({ id: newId(), url, options }))
    const scraped = await Promise.allSettled(
      items.map((item) =>
        scrape(item, request).catch((thrown: unknown) => {
          signal.throwIfAborted()
          return failedItem(item.url, ServiceError.from(thrown), zeroDataRetention)
        }),
      ),
    )
    // Apart from the writes of the search, which may still fail.
    await recordFetches(
      database,
      items.flatMap(({ fetched }) => fetched ?? []),
    )
    return scraped.map((item) => {
      if (item.status === 'rejected') throw item.reason
      return item.value
    })
  }
}

/** Milliseconds that a scrape may take. Fails with `SCRAPE_TIMEOUT` if there are none. */
function computeLeftMs(deadlineAt: Date): number {
  const leftMs = deadlineAt.getTime() - Date.now() - answerMs
  if (leftMs > 0) return leftMs
  throw new ServiceError('SCRAPE_TIMEOUT')
}

/** What the audit log says about an item. */
function toFetch(
  { id, url, options }: Item,
  { context, caller }: ItemsRequest,
  startedAt: Date,
): Parameters<typeof describeFetch>[0] {
  const { teamId, principal } = context.call.account
  return {
    teamId,
    principal,
    endpoint: context.call.parent?.endpoint ?? 'search',
    requestId: context.call.parent?.id ?? context.id,
    scrapeId: id,
    caller: { ...caller, auditMetadata: options.auditMetadata ?? caller.auditMetadata },
    url,
    startedAt,
    zeroDataRetention: context.zeroDataRetention,
  }
}

function failedItem(url: string, failure: ServiceError, zeroDataRetention: boolean): ScrapedItem {
  // Elsewhere a host that does not resolve is reported with status 200.
  const statusCode = failure.status < 400 ? 500 : failure.status
  const metadata = { error: failure.message, statusCode, sourceURL: url }
  const credits = failedScrapePrice(failure, zeroDataRetention)
  return { url, members: { metadata }, credits, writes: [] }
}

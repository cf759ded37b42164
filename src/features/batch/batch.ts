import { assertScrapeSupported } from '#features/scrape/assert-supported.ts'
import { checkPermissions, refuseStored } from '#features/scrape/permissions.ts'
import { isZeroDataRetention } from '#operations/zero-data-retention.ts'
import { pagePriceOf } from '#features/scrape/scrape-page.ts'
import type { NewPage } from '#jobs/job.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { readUrl } from '#kernel/url.ts'
import type { BatchWork } from './batch-handlers.ts'
import type { BatchRequest } from './contract.ts'
import { createJobVerbs, type JobVerbs } from '#features/job/job-verbs.ts'
import { requireRoom, startJob, type StartJobDeps } from '#features/job/start-job.ts'
import { batchJobType } from './job-type.ts'

/** Many URLs, scraped in the background (docs/api/batch.md). */
export interface Batch extends JobVerbs {
  /**
   * Fails with `BAD_REQUEST` when no URL is left, with `INSUFFICIENT_CREDITS` when there are fewer credits than the pages
   * cost, with `CONCURRENCY_LIMIT_REACHED` when too many pages wait, and with `NOT_FOUND` for an `appendToId` that is no
   * batch of the team, or was cancelled.
   */
  start(
    request: BatchRequest,
    call: Call,
  ): Promise<{ readonly id: string; readonly invalidURLs: string[] | undefined }>
}

interface BatchDeps extends StartJobDeps {
  readonly allowedHosts: readonly string[]
}

export function createBatch(deps: BatchDeps): Batch {
  const { allowedHosts } = deps
  return {
    ...createJobVerbs(batchJobType, deps),
    async start(request, call) {
      const { options, appendToId, maxConcurrency } = request
      const page = { ...options, url: '', alexandria: undefined }
      checkPermissions(page, call.account)
      refuseStored(page, call.account)
      assertScrapeSupported(page)
      const zeroDataRetention = isZeroDataRetention(options, call.account)
      const pagePrice = pagePriceOf(options, zeroDataRetention)
      const { pages, invalid } = readUrls(request, allowedHosts)
      const invalidURLs = request.ignoreInvalidURLs ? invalid : undefined
      const balance = await deps.credits.balance(call.account.teamId)
      if (balance < pages.length * pagePrice) throw new ServiceError('INSUFFICIENT_CREDITS')
      if (appendToId !== undefined) {
        await append(deps, { id: appendToId, pages, zeroDataRetention }, call)
        return { id: appendToId, invalidURLs }
      }
      const work: BatchWork = { options }
      const started = await startJob(
        deps,
        {
          type: batchJobType,
          url: pages[0]?.url ?? '',
          request: work,
          pagePrice,
          zeroDataRetention,
          pagesMax: pages.length,
          maxConcurrency,
          delayMs: 0,
          isDiscovering: false,
          webhook: request.webhook,
          pages,
        },
        call,
      )
      return { id: started, invalidURLs }
    },
  }
}

/**
 * Fails with `NOT_FOUND` for what is no batch of the team or was cancelled, and with `BAD_REQUEST` when one may keep what
 * the other may not.
 */
async function append(
  deps: StartJobDeps,
  added: {
    readonly id: string
    readonly pages: readonly NewPage[]
    readonly zeroDataRetention: boolean
  },
  call: Call,
): Promise<void> {
  const { jobs, clock, notifier } = deps
  const { id, pages, zeroDataRetention } = added
  const place = { id, teamId: call.account.teamId, kind: batchJobType.kind }
  const job = await jobs.read(place)
  if (!job || job.expiresAt <= clock.now()) throw new ServiceError('NOT_FOUND', 'Job not found')
  if (job.zeroDataRetention !== zeroDataRetention) {
    const message = 'zeroDataRetention must be what it was when the batch was started.'
    throw new ServiceError('BAD_REQUEST', message)
  }
  await requireRoom(deps, pages.length, call)
  if (!(await jobs.append(place, pages))) throw new ServiceError('NOT_FOUND', 'Job not found')
  notifier.notify()
}

/** Every URL is a page of its own, however often it is given (docs/api/batch.md). */
function readUrls(
  { urls, ignoreInvalidURLs }: BatchRequest,
  allowedHosts: readonly string[],
): { pages: NewPage[]; invalid: string[] } {
  const pages: NewPage[] = []
  const invalid: string[] = []
  for (const [index, text] of urls.entries()) {
    const reading = readUrl(text, allowedHosts)
    if (reading.status === 'read') {
      pages.push({ url: reading.url, depth: 0, urlKey: newId() })
    } else if (ignoreInvalidURLs) invalid.push(text)
    else throw invalidUrl(index, reading.reason)
  }
  if (pages.length === 0) throw new ServiceError('BAD_REQUEST', 'No valid URLs provided')
  return { pages, invalid }
}

/** As a URL alone is refused, with its place in the list. */
const invalidUrl = (index: number, message: string) =>
  new ServiceError('BAD_REQUEST', message, {
    details: [{ code: 'custom', path: ['urls', index], message }],
  })

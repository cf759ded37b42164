import { refuseForeignWork } from '#kernel/own-work.ts'
import { checkJsonSchemas } from '#formats/json-schemas.ts'
import type { Safeguard } from '#pages/safeguard.ts'
import { checkPermissions, refuseStored } from '#pages/permissions.ts'
import { isZeroDataRetention } from '#operations/zero-data-retention.ts'
import { refuseUnsafe } from '#operations/safe-mode.ts'
import type { PagePrice } from '#pages/page-price.ts'
import type { NewPage } from '#jobs/job.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { createYields } from '#kernel/event-loop.ts'
import { readUrl } from '#kernel/url.ts'
import type { Threats } from '#threat/threats.ts'
import type { BatchWork } from './batch-handlers.ts'
import type { BatchRequest } from './contract.ts'
import { createRefuseBlocked } from './refuse-blocked.ts'
import { createJobVerbs, type JobVerbs, type JobVerbsDeps } from '#job-api/job-verbs.ts'
import { requireQueueCapacity, startJob, type StartJobDeps } from '#job-api/start-job.ts'
import { batchJobType } from './job-type.ts'

/** Batch scrapes (docs/api/batch.md). */
export interface Batch extends JobVerbs {
  /**
   * Fails with `BAD_REQUEST` if no URL is valid, `INSUFFICIENT_CREDITS` if the team has fewer credits than the pages cost,
   * `CONCURRENCY_LIMIT_REACHED` if too many pages wait, and `NOT_FOUND` if `appendToId` is not a batch of the team, or was
   * cancelled, and `CONFLICT` if it has ended.
   */
  start(
    request: BatchRequest,
    call: Call,
  ): Promise<{ readonly id: string; readonly invalidURLs: string[] | undefined }>
}

interface BatchDeps extends StartJobDeps, JobVerbsDeps {
  readonly allowedHosts: readonly string[]
  readonly safeguard: Pick<Safeguard, 'assertAvailable'>
  readonly pricePage: PagePrice
  readonly threats: Pick<Threats, 'refuseOption' | 'findScreen'>
}

export function createBatch(deps: BatchDeps): Batch {
  const { allowedHosts, safeguard } = deps
  const refuseBlocked = createRefuseBlocked(deps)
  return {
    ...createJobVerbs(batchJobType, deps),
    async start(request, call) {
      const { options, caller, appendToId, maxConcurrency } = request
      const page = { ...options, url: '', alexandria: undefined }
      await deps.threats.refuseOption(call.account.teamId, options.threatProtection)
      checkPermissions(page, call.account)
      refuseStored(page, call.account)
      await checkJsonSchemas(page.formats, call)
      safeguard.assertAvailable(page)
      const zeroDataRetention = isZeroDataRetention(options, call.account)
      const pagePrice = deps.pricePage(options, zeroDataRetention)
      const read = await readUrls(request, allowedHosts)
      for (const { url } of read.pages) refuseUnsafe({ url }, call.account)
      const { pages, invalid } = await refuseBlocked(request, read, call)
      const invalidURLs = request.ignoreInvalidURLs ? invalid : undefined
      const balance = await deps.credits.balance(call.account.teamId)
      if (balance < pages.length * pagePrice) throw new ServiceError('INSUFFICIENT_CREDITS')
      if (appendToId !== undefined) {
        await append(deps, { id: appendToId, pages, zeroDataRetention }, call)
        return { id: appendToId, invalidURLs }
      }
      const work: BatchWork = { options, caller }
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
 * Fails with `NOT_FOUND` for an unknown or cancelled batch, and with `BAD_REQUEST` if the zero data retention settings of
 * request and batch differ.
 */
async function append(
  deps: BatchDeps,
  added: {
    readonly id: string
    readonly pages: readonly NewPage[]
    readonly zeroDataRetention: boolean
  },
  call: Call,
): Promise<void> {
  const { jobs, clock, notifier } = deps
  const { id, pages, zeroDataRetention } = added
  const ref = { id, teamId: call.account.teamId, kind: batchJobType.kind }
  const job = await jobs.read(ref)
  if (!job || job.expiresAt <= clock.now()) throw new ServiceError('NOT_FOUND', 'Job not found')
  refuseForeignWork(call.account, job.principal)
  if (job.state === 'completed' || job.state === 'failed')
    throw new ServiceError('CONFLICT', `The batch is already ${job.state}. Start a new batch.`)
  if (job.zeroDataRetention !== zeroDataRetention) {
    throw new ServiceError('BAD_REQUEST', otherRetention)
  }
  await requireQueueCapacity(deps, pages.length, call)
  if (!(await jobs.append(ref, pages))) throw new ServiceError('NOT_FOUND', 'Job not found')
  notifier.notify()
}

export const otherRetention = 'zeroDataRetention must be the same as for the batch.'

export interface BatchUrls {
  readonly pages: NewPage[]
  /** As the caller wrote them. */
  readonly invalid: string[]
}

/** Reads the URLs; duplicates are separate pages (docs/api/batch.md). */
async function readUrls(
  { urls, ignoreInvalidURLs }: BatchRequest,
  allowedHosts: readonly string[],
): Promise<BatchUrls> {
  const yields = createYields()
  const pages: NewPage[] = []
  const invalid: string[] = []
  for (const [index, text] of urls.entries()) {
    await yields.next()
    const reading = readUrl(text, allowedHosts)
    if (reading.status === 'read') {
      pages.push({ url: reading.url, depth: 0, urlKey: newId() })
    } else if (ignoreInvalidURLs) invalid.push(text)
    else throw invalidUrl(index, reading.reason)
  }
  if (pages.length === 0) throw new ServiceError('BAD_REQUEST', 'No valid URLs provided')
  return { pages, invalid }
}

/** The error of an invalid URL, with its index in the list. */
const invalidUrl = (index: number, message: string) =>
  new ServiceError('BAD_REQUEST', message, {
    details: [{ code: 'custom', path: ['urls', index], message }],
  })

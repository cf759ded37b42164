import type { Slots } from '#accounts/slots.ts'
import type { ContentFormat } from '#content/content.ts'
import type { Credits } from '#credits/credits.ts'
import { firstScrapePrice } from '#credits/prices.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { createBookkeeping, type BookkeepingDeps, type Work } from './bookkeeping.ts'
import type { ScrapeRequest } from './contract.ts'
import { startDeadline, type Deadline } from '#kernel/deadline.ts'
import type { Document } from './document.ts'
import type { MakeDocument } from './make-document.ts'
import { builtOnly } from './not-built.ts'
import { checkPermissions, leavesNoTrace, refuseStored } from './permissions.ts'

/**
 * One page request becomes one document, is paid for and kept. Fails with the codes of contract section 3.2; a failure
 * costs nothing but for the exceptions of section 18.
 */
export type Scrape = (
  request: ScrapeRequest,
  call: Call,
  /** Where the caller reached us, for links in the document. */
  baseUrl?: string,
) => Promise<Document>

interface ScrapeDeps extends BookkeepingDeps {
  readonly slots: Pick<Slots, 'acquire'>
  readonly credits: Pick<Credits, 'reserve'>
  readonly makeDocument: MakeDocument
}

/** After its deadline a scrape has this long to clean up, before its slot and its credits free themselves. */
const graceMs = 30_000
/** Part of the timeout that may be spent waiting for a slot (contract section 17). */
const queuedShareMax = 2 / 3

export function createScrape(deps: ScrapeDeps): Scrape {
  const books = createBookkeeping(deps)
  const { makeDocument } = deps

  async function make(work: Work, formats: readonly ContentFormat[]): Promise<Document> {
    const { teamId } = work.call.account
    const { document, alongside } = await makeDocument({ ...work, teamId, formats })
    // Only now is it known how many pages there are to pay for, and whether there was a copy.
    if (document.metadata.creditsUsed > firstPrice(work)) {
      await reserve(deps.credits, work, document.metadata.creditsUsed)
    }
    await books.finish(work, document, alongside)
    return document
  }

  return async function scrape(request, call, baseUrl) {
    checkPermissions(request, call.account)
    refuseStored(request, call.account)
    const formats = builtOnly(request)
    using deadline = startDeadline(request.timeout, call.signal)
    const start = {
      id: call.operationId,
      request,
      call,
      leavesNoTrace: leavesNoTrace(request, call.account),
    }
    try {
      await using slot = await acquireSlot(deps.slots, start, deadline)
      const { signal, at: deadlineAt } = deadline
      const reservation = await reserve(deps.credits, { ...start, deadlineAt }, firstPrice(start))
      const { queuedMs } = slot
      const work = { ...start, reservation, queuedMs, signal, deadlineAt, baseUrl }
      return await make(work, formats).catch(async (thrown: unknown) => {
        const failure = toFailure(thrown, call)
        await books.fail(work, failure)
        throw failure
      })
    } catch (thrown) {
      const failure = toFailure(thrown, call)
      throw start.leavesNoTrace ? withoutCause(failure) : failure
    }
  }
}

type Start = Pick<Work, 'id' | 'request' | 'call' | 'leavesNoTrace'>

const freedAt = (deadlineAt: Date) => new Date(deadlineAt.getTime() + graceMs)

/** Before anything is known of the page. */
const firstPrice = ({ request, leavesNoTrace: zeroDataRetention }: Start) =>
  firstScrapePrice({ lockdown: request.lockdown, zeroDataRetention })

function acquireSlot(slots: ScrapeDeps['slots'], { request, call }: Start, deadline: Deadline) {
  const { teamId, plan } = call.account
  return slots.acquire({
    teamId,
    concurrencyMax: plan.concurrencyMax,
    queuedMax: plan.queuedJobsMax,
    waitMs: Math.floor(request.timeout * queuedShareMax),
    heldUntil: freedAt(deadline.at),
    signal: deadline.signal,
  })
}

function reserve(
  credits: ScrapeDeps['credits'],
  { id: operationId, call, deadlineAt }: Pick<Work, 'id' | 'call' | 'deadlineAt'>,
  amount: number,
) {
  const { teamId, keyId } = call.account
  const expiresAt = freedAt(deadlineAt)
  return credits.reserve({ teamId, keyId, operationId, kind: 'scrape', amount, expiresAt })
}

/** Nobody reads the answer to a client that has left, and it is no fault of ours. */
function toFailure(thrown: unknown, { signal }: Call): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  if (signal.aborted) return new ServiceError('SCRAPE_TIMEOUT', 'The client left.')
  return ServiceError.from(thrown)
}

/** Causes are logged, and may name the host. */
function withoutCause({ code, message, details, retryAfterSeconds }: ServiceError): ServiceError {
  return new ServiceError(code, message, { details, retryAfterSeconds })
}

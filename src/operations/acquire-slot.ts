import type { Reserving, Slot, Slots } from '#accounts/slots.ts'
import type { Account } from '#kernel/account.ts'
import type { Deadline } from '#kernel/deadline.ts'
import type { Operation } from './operation.ts'

/** Time to clean up after a deadline. Then slots and reservations expire, in case the process was killed. */
export const graceMs = 30_000

/** Share of its timeout that an operation may wait for a concurrency slot. */
const queuedShareMax = 2 / 3

interface Admission<Request> {
  readonly request: Request
  readonly account: Account
  readonly deadline: Deadline
  readonly reserving?: Reserving | undefined
}

/** The concurrency slot of an operation, if it needs one, with the credits that it reserves. */
export async function acquireSlot<Request>(
  slots: Pick<Slots, 'acquire'>,
  operation: Pick<Operation<Request, unknown>, 'needsSlot' | 'timeoutMs'>,
  { request, account, deadline, reserving }: Admission<Request>,
): Promise<Slot | undefined> {
  if (!operation.needsSlot) return undefined
  const waitMs = Math.floor(operation.timeoutMs(request) * queuedShareMax)
  return slots.acquire({ ...slotRequest(account, { deadline, waitMs }), reserving })
}

/** What to ask for, for work of a team until its deadline. */
export function slotRequest(
  { teamId, plan }: Account,
  { deadline, waitMs }: { readonly deadline: Deadline; readonly waitMs: number },
): Parameters<Slots['acquire']>[0] {
  return {
    teamId,
    concurrencyMax: plan.concurrencyMax,
    queuedMax: plan.queuedJobsMax,
    waitMs,
    forMs: deadline.leftMs() + graceMs,
    signal: deadline.signal,
  }
}

import type { Slot, Slots } from '#accounts/slots.ts'
import type { Charge, Credits, Reservation } from '#credits/credits.ts'
import type { Call } from '#kernel/call.ts'
import type { Deadline } from '#kernel/deadline.ts'
import { acquireSlot, graceMs } from './acquire-slot.ts'
import type { Operation } from './operation.ts'

export interface AdmitDeps {
  readonly slots: Pick<Slots, 'acquire'>
  readonly credits: Pick<Credits, 'reserve' | 'reserved'>
}

/** What an operation holds while it runs. */
interface Admitted {
  readonly slot: Slot | undefined
  readonly reservation: Reservation | undefined
  /** Raises the reservation. */
  readonly reserve: (amount: number) => Promise<Reservation>
}

/**
 * Takes the slot of an operation and reserves its credits: in one round trip, unless the credits of a network count as well. The caller
 * disposes of the slot.
 */
export async function admit<Request>(
  { slots, credits }: AdmitDeps,
  operation: Operation<Request, unknown>,
  wanted: {
    readonly request: Request
    readonly call: Call
    readonly deadline: Deadline
    /** Credits to reserve. */
    readonly amount: number
  },
): Promise<Admitted> {
  const { request, call, deadline, amount } = wanted
  const { account, operationId } = call
  const { teamId, principal } = account
  const { chargeKind: kind } = operation
  const charge = (credited: number): Charge => {
    const forMs = deadline.leftMs() + graceMs
    return { teamId, principal, operationId, kind, amount: credited, forMs }
  }
  const reserve = (credited: number) => credits.reserve(charge(credited))
  const isTogether = operation.needsSlot && amount > 0 && principal.kind !== 'keyless'
  const reserving = isTogether ? charge(amount) : undefined
  const slot = await acquireSlot(slots, operation, { request, account, deadline, reserving })
  if (reserving) return { slot, reservation: credits.reserved(reserving), reserve }
  try {
    return { slot, reservation: amount > 0 ? await reserve(amount) : undefined, reserve }
  } catch (thrown) {
    await slot?.[Symbol.asyncDispose]()
    throw thrown
  }
}

import type { Charge } from '#credits/credits.ts'
import type { Principal, Requester } from '#kernel/principal.ts'
import type { StoredCheck } from './check-store.ts'

/** Longer than the maximum duration of a check, in milliseconds. */
export const checkLifeMs = 25 * 3_600_000

/** A check is made by the schedule of its monitor. */
export const makePrincipal = (
  { monitorId }: Pick<StoredCheck, 'monitorId'>,
  requester: Requester | null,
): Principal => ({ kind: 'schedule', id: monitorId, actsFor: requester })

/** Reservation of the maximum cost of a check, charged at its end. */
export function makeCheckCharge(check: StoredCheck, requester: Requester | null): Charge {
  return {
    teamId: check.teamId,
    principal: makePrincipal(check, requester),
    operationId: check.id,
    kind: 'monitor',
    amount: check.estimatedCredits,
    forMs: checkLifeMs,
  }
}

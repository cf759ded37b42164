import type { Charge } from '#credits/credits.ts'
import type { StoredCheck } from './check-store.ts'

/** Longer than the maximum duration of a check, in milliseconds. */
export const checkLifeMs = 25 * 3_600_000

/** Reservation of the maximum cost of a check, charged at its end. */
export function chargeOf(check: StoredCheck, keyId: string): Charge {
  return {
    teamId: check.teamId,
    keyId,
    operationId: check.id,
    kind: 'monitor',
    amount: check.estimatedCredits,
    expiresAt: new Date(check.createdAt.getTime() + checkLifeMs),
  }
}

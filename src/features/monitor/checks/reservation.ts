import type { Charge } from '#credits/credits.ts'
import type { KeptCheck } from './check-store.ts'

/** Longer than a check may take, in milliseconds. */
export const checkLifeMs = 25 * 3_600_000

/** What a check may cost, set aside at its start and settled at its end. */
export function chargeOf(check: KeptCheck, keyId: string): Charge {
  return {
    teamId: check.teamId,
    keyId,
    operationId: check.id,
    kind: 'monitor',
    amount: check.estimatedCredits,
    expiresAt: new Date(check.createdAt.getTime() + checkLifeMs),
  }
}

import type { Account } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'

export const zeroDataRetentionRefusal =
  'Monitoring requires retained snapshots and diffs, and is not supported for zero data retention teams.'

/** Fails with `BAD_REQUEST` if zero data retention is requested, or forced for the team. */
export function refuseZeroDataRetention(
  account: Pick<Account, 'zeroDataRetention'>,
  isAskedFor: boolean = false,
): void {
  if (account.zeroDataRetention !== 'forced' && !isAskedFor) return
  throw new ServiceError('BAD_REQUEST', zeroDataRetentionRefusal)
}

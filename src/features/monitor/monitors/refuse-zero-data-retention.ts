import type { Account } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'

/** Contract section 13.1: what is not kept cannot be compared with. */
export const zeroDataRetentionRefusal =
  'Monitoring requires retained snapshots and diffs, and is not supported for zero data retention teams.'

/** Fails with `BAD_REQUEST` when zero data retention is asked for, or forced on the team. */
export function refuseUnkept(
  account: Pick<Account, 'zeroDataRetention'>,
  isAskedFor: boolean = false,
): void {
  if (account.zeroDataRetention !== 'forced' && !isAskedFor) return
  throw new ServiceError('BAD_REQUEST', zeroDataRetentionRefusal)
}

import type { Account } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'

/** Options of a request that ask for zero data retention; `lockdown` implies it. */
export interface RetentionOptions {
  readonly zeroDataRetention: boolean
  readonly lockdown?: boolean
}

/** Whether nothing of the request may be stored: requested, implied by lockdown, or forced for the team. */
export function isZeroDataRetention(
  { zeroDataRetention, lockdown = false }: RetentionOptions,
  account: Pick<Account, 'zeroDataRetention'>,
): boolean {
  return zeroDataRetention || lockdown || account.zeroDataRetention === 'forced'
}

/** Throws `FORBIDDEN` if the request asks for zero data retention and the team is not permitted to use it. */
export function refuseRetention(
  { zeroDataRetention }: RetentionOptions,
  account: Pick<Account, 'zeroDataRetention'>,
): void {
  if (!zeroDataRetention || account.zeroDataRetention !== 'off') return
  throw new ServiceError(
    'FORBIDDEN',
    'Zero Data Retention (ZDR) is not enabled for your team. Ask the operator of this service to allow it.',
  )
}

import type { Account } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { IsListed } from './client-address.ts'

/** Fails with `FORBIDDEN`, which names the address, if it is not on the team's list of allowed addresses. */
export function refuseAddress(account: Account, address: string, isListed: IsListed): void {
  const { allowedAddresses } = account
  if (allowedAddresses.length === 0 || isListed(address, allowedAddresses)) return
  throw new ServiceError(
    'FORBIDDEN',
    `Request blocked: IP address ${address.slice(0, 64)} is not on this team's allowed IP list. Ask the operator of this service to add it.`,
  )
}

import type { Account } from './account.ts'
import { ServiceError } from './errors.ts'
import { findKeyId, type Principal } from './principal.ts'

type Caller = Pick<Account, 'allowedHosts' | 'principal'>

/** Who asked for work: a key, or none. */
export interface KeyOfWork {
  readonly keyId: string | null
}

/** The key whose work alone a caller may read; undefined for all work of the team. */
export const findReadableWork = ({ allowedHosts = [], principal }: Caller): KeyOfWork | undefined =>
  allowedHosts.length === 0 ? undefined : { keyId: findKeyId(principal) }

/** Whether a key may read and change this work. One that is restricted to hosts may not: that of others may have reached other hosts. */
export function mayReadWork(caller: Caller, worker: Principal | null): boolean {
  const readable = findReadableWork(caller)
  return !readable || (worker !== null && findKeyId(worker) === readable.keyId)
}

/** Fails with `KEY_HOST_NOT_ALLOWED` for work that the key may not read. */
export function refuseForeignWork(caller: Caller, worker: Principal | null): void {
  if (mayReadWork(caller, worker)) return
  const message =
    'Request blocked: this API key is restricted to hosts, and may only use what it has started itself.'
  throw new ServiceError('KEY_HOST_NOT_ALLOWED', message)
}

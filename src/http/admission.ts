import type { IncomingMessage } from 'node:http'
import type { Account, RateBucket, RouteGroup } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import { createClientAddress, networkOf, type Arrived, type IsListed } from './client-address.ts'
import type { KeyEndpoint } from './endpoint.ts'
import { rateHeaders } from './rate-headers.ts'

/** What admission reports before it has decided. */
interface AdmissionListener {
  onAccount(account: Account): void
  setHeaders(headers: Readonly<Record<string, string>>): void
}

/** Checks before a body is read: key, allowed address, key restrictions, rate limit and credits. */
export interface AdmissionParts {
  /** Fails with `UNAUTHORIZED`, and with `RATE_LIMIT_EXCEEDED` for an address that tries many unknown keys. */
  readonly authenticate: (authorization: string | undefined, address: string) => Promise<Account>
  readonly rateLimits: {
    /** Counts one request. Fails with `RATE_LIMIT_EXCEEDED`. */
    take(teamId: string, bucket: RateBucket, limit: number): Promise<RateLeft>
  }
  readonly credits: { balance(teamId: string): Promise<number> }
  readonly isListed: IsListed
  /** Addresses and ranges whose X-Forwarded-* headers are believed. */
  readonly trustedProxies: readonly string[]
}

export type EntranceParts = Pick<AdmissionParts, 'authenticate' | 'isListed' | 'trustedProxies'>

interface RateLeft {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** Admits a request with an API key. The checks run in a fixed order, and the first that fails is reported. */
export function createAdmission(parts: AdmissionParts) {
  const { rateLimits, credits } = parts
  const enter = createEntrance(parts)

  return async function admit(
    endpoint: Pick<KeyEndpoint, 'group' | 'bucket' | 'creditsRequired'>,
    request: IncomingMessage,
    listener: AdmissionListener,
  ): Promise<void> {
    const account = await enter(request.headers.authorization, request)
    listener.onAccount(account)
    refuseRestrictedKey(account, endpoint.group)
    await countRequest(account, endpoint.bucket, listener)
    await requireCredits(account, endpoint.creditsRequired)
  }

  async function countRequest(account: Account, bucket: RateBucket, listener: AdmissionListener) {
    const limit = account.plan.requestsPerMinute[bucket]
    try {
      const left = await rateLimits.take(account.teamId, bucket, limit)
      listener.setHeaders(rateHeaders(bucket, left))
    } catch (thrown) {
      if (thrown instanceof ServiceError && thrown.code === 'RATE_LIMIT_EXCEEDED') {
        const resetSeconds = thrown.retryAfterSeconds ?? 1
        listener.setHeaders(rateHeaders(bucket, { limit, remaining: 0, resetSeconds }))
      }
      throw thrown
    }
  }

  async function requireCredits(account: Account, creditsRequired: number) {
    if (creditsRequired === 0) return
    const balance = await credits.balance(account.teamId)
    if (balance < creditsRequired) throw new ServiceError('INSUFFICIENT_CREDITS')
  }
}

/** Refuses unknown paths of the API to keys that are restricted to endpoints; other callers get 404. */
export function createAdmitAnywhere(parts: EntranceParts) {
  const enter = createEntrance(parts)
  return async function admitAnywhere(request: IncomingMessage): Promise<void> {
    const { url, headers } = request
    if (!url?.startsWith('/v2/') || headers.authorization === undefined) return
    const account = await enter(headers.authorization, request).catch((thrown: unknown) => {
      if (thrown instanceof ServiceError && thrown.code === 'UNAUTHORIZED') return undefined
      throw thrown
    })
    if (account) refuseRestrictedKey(account, 'others')
  }
}

/**
 * Returns the account of a key, if the client's address is on the team's list of allowed addresses. Fails with
 * `UNAUTHORIZED`, and with `FORBIDDEN`, which names the address.
 */
export function createEntrance(parts: EntranceParts) {
  const { authenticate, isListed, trustedProxies } = parts
  const clientAddress = createClientAddress(trustedProxies, isListed)
  return async function enter(authorization: string | undefined, request: Arrived) {
    const address = clientAddress(request)
    const account = await authenticate(authorization, networkOf(address))
    const { allowedAddresses } = account
    if (allowedAddresses.length === 0) return account
    if (isListed(address, allowedAddresses)) return account
    throw new ServiceError(
      'FORBIDDEN',
      `Request blocked: IP address ${address.slice(0, 64)} is not on this team's allowed IP list. Ask the operator of this service to add it.`,
    )
  }
}

/** Fails with `FORBIDDEN` when the key may not use this group of endpoints. */
export function refuseRestrictedKey(account: Account, group: RouteGroup) {
  const { allowedEndpoints } = account
  if (group === null || allowedEndpoints.length === 0) return
  if (allowedEndpoints.some((allowed) => allowed === group)) return
  throw new ServiceError(
    'FORBIDDEN',
    `Request blocked: this API key is restricted to the following endpoints: ${allowedEndpoints.join(', ')}.`,
  )
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account, RateBucket, RouteGroup } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import { createClientAddress, networkOf, type Arrived, type IsListed } from './client-address.ts'
import { rateHeaders } from './rate-headers.ts'
import type { AnyRoute } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by admission, so present in every handler of an API route. */
    account: Account | undefined
    /** Gives back the place among the requests in flight, once there is one. */
    leave: (() => void) | undefined
  }
}

/** What is asked before a body is read: who, whether this key may, how often, and whether it can be paid. */
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

/** The checks of contract section 2.2 in their order; what fails first is what the caller is told. */
export function createAdmission(parts: AdmissionParts) {
  const { rateLimits, credits } = parts
  const enter = createEntrance(parts)

  return async function admit(route: AnyRoute, request: FastifyRequest, reply: FastifyReply) {
    const account = await enter(request.headers.authorization, request.raw)
    request.account = account
    refuseRestrictedKey(account, route.group)
    await countRequest(account, route.bucket, reply)
    await requireCredits(account, route.creditsRequired)
  }

  async function countRequest(account: Account, bucket: RateBucket, reply: FastifyReply) {
    const limit = account.plan.requestsPerMinute[bucket]
    try {
      const left = await rateLimits.take(account.teamId, bucket, limit)
      reply.headers(rateHeaders(bucket, left))
    } catch (thrown) {
      if (thrown instanceof ServiceError && thrown.code === 'RATE_LIMIT_EXCEEDED') {
        const resetSeconds = thrown.retryAfterSeconds ?? 1
        reply.headers(rateHeaders(bucket, { limit, remaining: 0, resetSeconds }))
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

/** Keys that are restricted to endpoints have no business on unknown paths; everybody else is told that they are. */
export function createAdmitAnywhere(parts: EntranceParts) {
  const enter = createEntrance(parts)
  return async function admitAnywhere({ url, headers, raw }: FastifyRequest): Promise<void> {
    if (!url.startsWith('/v2/') || headers.authorization === undefined) return
    const account = await enter(headers.authorization, raw).catch((thrown: unknown) => {
      if (thrown instanceof ServiceError && thrown.code === 'UNAUTHORIZED') return undefined
      throw thrown
    })
    if (account) refuseRestrictedKey(account, 'others')
  }
}

/**
 * Who asks, when they ask from where their team may (contract section 19.2). Fails with `UNAUTHORIZED`, and with
 * `FORBIDDEN`, which names the address.
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

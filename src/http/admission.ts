import type { IncomingMessage } from 'node:http'
import type { Account, RateBucket, RouteGroup } from '#kernel/account.ts'
import type { ConsoleSession, Role } from '#kernel/console-session.ts'
import { ServiceError } from '#kernel/errors.ts'
import { refuseAddress } from './allowed-addresses.ts'
import { isApiPath } from './api-path.ts'
import { createClientAddress, toNetwork, type Arrived, type IsListed } from './client-address.ts'
import { requireRole, type ConsoleRequest, type EnterConsole } from './console-entrance.ts'
import type { KeyEndpoint } from './endpoint.ts'
import { createProxiedAddress } from './keyless-proxy.ts'
import { rateHeaders } from './rate-headers.ts'

type SetHeaders = (headers: Readonly<Record<string, string>>) => void

/** What admission reports before it has decided. */
interface AdmissionListener {
  /** Admission waits until it resolves. */
  onAccount(account: Account): Promise<void>
  /** The request has a session of the console. */
  onSession(session: ConsoleSession): void
  readonly setHeaders: SetHeaders
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
  /** Requests without a key; absent where they are refused. */
  readonly keyless?: KeylessAccess | undefined
  readonly isListed: IsListed
  /** Addresses and ranges whose X-Forwarded-* headers are believed. */
  readonly trustedProxies: readonly string[]
}

export interface KeylessAccess {
  /** Secret of the hosted MCP server that names the addresses of its clients. */
  readonly proxySecret: string | undefined
  /** The account of a network. Fails with `UNAUTHORIZED` when requests without a key are refused. */
  findAccount(network: string): Promise<Account>
  /** Fails with `RATE_LIMIT_EXCEEDED`. */
  countRequest(account: Account): Promise<void>
  /** Whether a network has requests and credits left today. */
  eligibility(network: string): Promise<KeylessEligibility>
}

export type EntranceParts = Pick<AdmissionParts, 'authenticate' | 'isListed' | 'trustedProxies'>

interface KeylessEligibility {
  readonly eligible: boolean
  readonly reason?: string
  readonly retryAfterSeconds?: number
}

interface RateLeft {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

type Admitted = Pick<
  KeyEndpoint,
  'method' | 'group' | 'bucket' | 'creditsRequired' | 'role' | 'isKeyless'
>

/**
 * Admits a request with an API key or a session of the console. The checks run in a fixed order, and the first that fails is
 * reported.
 */
export function createAdmission(parts: AdmissionParts & { readonly enterConsole: EnterConsole }) {
  const { enterConsole } = parts
  const enter = createEntrance(parts)
  const clientAddress = createClientAddress(parts.trustedProxies, parts.isListed)
  const proxiedAddress = createProxiedAddress(parts.keyless?.proxySecret)
  const enterKeyless = async (request: Arrived) => {
    const { keyless } = parts
    if (!keyless) throw new ServiceError('UNAUTHORIZED')
    const findHeader = (name: string) => [request.headers[name]].flat()[0]
    const address = proxiedAddress(findHeader) ?? clientAddress(request)
    return keyless.findAccount(toNetwork(address))
  }
  const admitAccount = createAdmitAccount(parts)

  return async function admit(
    endpoint: Admitted,
    request: ConsoleRequest,
    listener: AdmissionListener,
  ): Promise<void> {
    const session = await enterConsole(request)
    if (session) {
      listener.onSession(session)
      requireRole(session, roleFor(endpoint))
    }
    const { raw } = request
    const withoutKey = endpoint.isKeyless && raw.headers.authorization === undefined
    const account =
      session?.account ??
      (withoutKey ? await enterKeyless(raw) : await enter(raw.headers.authorization, raw))
    await listener.onAccount(account)
    await admitAccount(endpoint, account, listener.setHeaders)
  }
}

/** The checks of an account that is known: key restrictions, rate limit and credits. */
export function createAdmitAccount({
  rateLimits,
  credits,
  keyless,
}: Pick<AdmissionParts, 'rateLimits' | 'credits' | 'keyless'>) {
  async function countRequest(account: Account, bucket: RateBucket, setHeaders: SetHeaders) {
    const limit = account.plan.requestsPerMinute[bucket]
    try {
      const left = await rateLimits.take(account.teamId, bucket, limit)
      setHeaders(rateHeaders(bucket, left))
    } catch (thrown) {
      if (thrown instanceof ServiceError && thrown.code === 'RATE_LIMIT_EXCEEDED') {
        const resetSeconds = thrown.retryAfterSeconds ?? 1
        setHeaders(rateHeaders(bucket, { limit, remaining: 0, resetSeconds }))
      }
      throw thrown
    }
  }

  async function requireCredits(account: Account, creditsRequired: number) {
    if (creditsRequired === 0) return
    const balance = await credits.balance(account.teamId)
    if (balance < creditsRequired) throw new ServiceError('INSUFFICIENT_CREDITS')
  }

  return async function admitAccount(
    endpoint: Admitted,
    account: Account,
    setHeaders: SetHeaders,
  ): Promise<void> {
    refuseRestrictedKey(account, endpoint.group)
    if (account.principal.kind === 'keyless') {
      if (!endpoint.isKeyless) throw new ServiceError('UNAUTHORIZED')
      await keyless?.countRequest(account)
    }
    // In one round trip; the first refusal is reported.
    const checks = await Promise.allSettled([
      countRequest(account, endpoint.bucket, setHeaders),
      requireCredits(account, endpoint.creditsRequired),
    ])
    for (const check of checks) if (check.status === 'rejected') throw check.reason
  }
}

/** Viewers read; whatever costs credits or changes something needs a member. */
export const roleFor = ({ method, creditsRequired, role }: Admitted): Role =>
  role ?? (method === 'GET' && creditsRequired === 0 ? 'viewer' : 'member')

/** Refuses unknown paths of the API to keys that are restricted to endpoints; other callers get 404. */
export function createAdmitAnywhere(parts: EntranceParts) {
  const enter = createEntrance(parts)
  return async function admitAnywhere(request: IncomingMessage): Promise<void> {
    const { url, headers } = request
    if (url === undefined || !isApiPath(url) || headers.authorization === undefined) return
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
    const account = await authenticate(authorization, toNetwork(address))
    refuseAddress(account, address, isListed)
    return account
  }
}

/** Whether the key may use this group of endpoints. */
export const mayUse = ({ allowedEndpoints }: Account, group: RouteGroup): boolean =>
  group === null ||
  allowedEndpoints.length === 0 ||
  allowedEndpoints.some((allowed) => allowed === group)

/** Fails with `FORBIDDEN` when the key may not use this group of endpoints. */
export function refuseRestrictedKey(account: Account, group: RouteGroup) {
  const { allowedEndpoints } = account
  if (mayUse(account, group)) return
  throw new ServiceError(
    'FORBIDDEN',
    `Request blocked: this API key is restricted to the following endpoints: ${allowedEndpoints.join(', ')}.`,
  )
}

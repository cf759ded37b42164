import type { IncomingMessage } from 'node:http'
import { hasRole, type ConsoleSession, type Role, type Visitor } from '#kernel/console-session.ts'
import { ServiceError } from '#kernel/errors.ts'
import { refuseAddress } from './allowed-addresses.ts'
import { baseUrl } from './base-url.ts'
import { createClientAddress, toNetwork, type IsListed } from './client-address.ts'
import { sessionToken } from './session-cookie.ts'

/** The parts of the framework's request that say who asks, and where. */
export interface ConsoleRequest {
  readonly raw: IncomingMessage
  readonly protocol: string
  readonly host: string
}

export interface ConsoleEntranceParts {
  /** Fails with `UNAUTHORIZED` for an unknown token, and with `FORBIDDEN` for a team of others. */
  readonly findSession: (token: string, teamId: string | undefined) => Promise<ConsoleSession>
  readonly isListed: IsListed
  readonly trustedProxies: readonly string[]
  /** The configured public address, which a browser may know the service by. */
  readonly publicUrl: string | undefined
}

/**
 * Returns the session of a request that a page of this service has sent; undefined for requests without one. A key in the
 * Authorization header has precedence. Fails with `FORBIDDEN` for requests of other sites, and with `UNAUTHORIZED`.
 */
export type EnterConsole = (request: ConsoleRequest) => Promise<ConsoleSession | undefined>

/** The header that pages of this service send. Other sites cannot send it: CORS does not permit it. */
const consoleHeader = 'x-weir-console'
const teamHeader = 'x-weir-team'
const agentLengthMax = 256

export function createConsoleEntrance(parts: ConsoleEntranceParts) {
  const { findSession, isListed, trustedProxies } = parts
  const clientAddress = createClientAddress(trustedProxies, isListed)
  const ownOrigins = (request: ConsoleRequest) => {
    const { publicUrl } = parts
    return [baseUrl(request), ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])]
  }

  const enter: EnterConsole = async (request) => {
    const { raw } = request
    if (raw.headers.authorization !== undefined) return undefined
    if (raw.headers[consoleHeader] !== '1') return undefined
    const token = sessionToken(raw.headers.cookie, isEncrypted(request))
    if (token === undefined) return undefined
    assertOwnPage(raw, ownOrigins(request))
    const team = raw.headers[teamHeader]
    const session = await findSession(token, typeof team === 'string' ? team : undefined)
    refuseAddress(session.account, clientAddress(raw), isListed)
    return session
  }

  return {
    enter,
    /** Fails with `FORBIDDEN` unless the request comes from a page of this service. */
    assertConsole(request: ConsoleRequest): void {
      const { raw } = request
      if (raw.headers[consoleHeader] !== '1') throw foreign()
      assertOwnPage(raw, ownOrigins(request))
    },
    readVisitor(request: ConsoleRequest): Visitor {
      const { raw } = request
      const agent = (raw.headers['user-agent'] ?? '').slice(0, agentLengthMax)
      const address = clientAddress(raw)
      return { origin: ownOrigin(request), address, network: toNetwork(address), agent }
    },
  }

  /** The origin that the browser has sent, which has been checked, or the one of the request. */
  function ownOrigin(request: ConsoleRequest): string {
    const { origin } = request.raw.headers
    return origin !== undefined && ownOrigins(request).includes(origin) ? origin : baseUrl(request)
  }
}

/** Fails with `FORBIDDEN` for a role that does not suffice. */
export function requireRole({ role }: ConsoleSession, needed: Role): void {
  if (hasRole(role, needed)) return
  throw new ServiceError(
    'FORBIDDEN',
    `This needs the role ${needed}, and your role in this team is ${role}. Ask an admin of the team.`,
  )
}

/** Whether the browser uses an encrypted connection, as far as this service can know. */
export const isEncrypted = (request: ConsoleRequest) => baseUrl(request).startsWith('https:')

const readMethods = new Set(['GET', 'HEAD'])

/** Browsers send Origin with every write, and Sec-Fetch-Site on encrypted connections and to this machine. */
function assertOwnPage({ method = 'GET', headers }: IncomingMessage, origins: readonly string[]) {
  const { origin, 'sec-fetch-site': site } = headers
  const isOwn = origin === undefined ? readMethods.has(method) : origins.includes(origin)
  if (isOwn && (site === undefined || site === 'same-origin')) return
  throw foreign()
}

const foreign = () =>
  new ServiceError(
    'FORBIDDEN',
    'This request does not come from the console of this service. If it does, a reverse proxy changes its address: set WEIR_PUBLIC_URL or WEIR_TRUSTED_PROXIES.',
  )

import type { IncomingMessage } from 'node:http'
import type { Account } from '#kernel/account.ts'
import { ticketPrefix, type ConsoleSession } from '#kernel/console-session.ts'
import { createEntrance, refuseRestrictedKey, roleFor, type EntranceParts } from './admission.ts'
import { refuseAddress } from './allowed-addresses.ts'
import { createClientAddress } from './client-address.ts'
import { requireRole } from './console-entrance.ts'
import type { EventsEndpoint } from './endpoint.ts'

export interface AdmitSocketParts extends EntranceParts {
  /** Uses a ticket of the console for a path. Fails with `UNAUTHORIZED`. */
  readonly redeemTicket: (
    token: string,
    path: string,
  ) => Promise<{ readonly session: () => Promise<ConsoleSession> }>
}

/**
 * Returns the check of a WebSocket, which is repeated while it is open and returns its account. The sub-protocol is an API key or a
 * ticket; a cookie is never read. Fails with `UNAUTHORIZED` for an invalid ticket.
 */
export function createAdmitSocket(parts: AdmitSocketParts) {
  const { redeemTicket, isListed, trustedProxies } = parts
  const enter = createEntrance(parts)
  const clientAddress = createClientAddress(trustedProxies, isListed)
  return async function admitSocket(
    protocol: string,
    request: IncomingMessage,
    endpoint: EventsEndpoint,
  ): Promise<() => Promise<Account>> {
    if (!protocol.startsWith(ticketPrefix))
      return async () => {
        const account = await enter(`Bearer ${protocol}`, request)
        refuseRestrictedKey(account, endpoint.group)
        return account
      }
    const [path = ''] = (request.url ?? '').split('?', 1)
    const ticket = await redeemTicket(protocol.slice(ticketPrefix.length), path)
    return async () => {
      const session = await ticket.session()
      requireRole(session, roleFor(endpoint))
      refuseAddress(session.account, clientAddress(request), isListed)
      return session.account
    }
  }
}

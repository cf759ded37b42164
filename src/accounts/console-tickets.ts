import type { ConsoleSession } from '#kernel/console-session.ts'
import { ServiceError } from '#kernel/errors.ts'
import { afterMs, type Sql } from '#storage/database.ts'
import type { ConsoleSessions } from './console-sessions.ts'
import { hashOfToken, newToken } from './tokens.ts'

/** A ticket that was used. */
export interface RedeemedTicket {
  /** The session as it is now. Fails with `UNAUTHORIZED` when it has ended, and with `FORBIDDEN` for a team without the person. */
  readonly session: () => Promise<ConsoleSession>
}

/** Tickets with which a page of the console opens a WebSocket: each for one path, once, within 30 seconds. */
export interface ConsoleTickets {
  /** Returns the token of a ticket for the team of the session. */
  issue(session: ConsoleSession, path: string): Promise<string>
  /** Fails with `UNAUTHORIZED` for unknown, used and expired tickets, and for those of another path. */
  redeem(token: string, path: string): Promise<RedeemedTicket>
}

const lifetimeMs = 30_000

interface TicketRow {
  readonly sessionId: string
  readonly teamId: string
  readonly isValid: boolean
}

export function createConsoleTickets({
  database,
  sessions,
}: {
  readonly database: Sql
  readonly sessions: Pick<ConsoleSessions, 'byId'>
}): ConsoleTickets {
  return {
    async issue({ id, account }, path) {
      const token = newToken()
      await database.query(
        `with expired as (delete from console_tickets where session_id = $2 and expires_at <= now())
         insert into console_tickets (token_hash, session_id, team_id, path, expires_at)
         values ($1, $2, $3, $4, ${afterMs('$5')})`,
        [hashOfToken(token), id, account.teamId, path, lifetimeMs],
      )
      return token
    },
    async redeem(token, path) {
      const [ticket] = await database.query<TicketRow>(
        `delete from console_tickets where token_hash = $1
         returning session_id as "sessionId", team_id as "teamId", path = $2 and expires_at > now() as "isValid"`,
        [hashOfToken(token), path],
      )
      if (!ticket?.isValid) throw new ServiceError('UNAUTHORIZED')
      const { sessionId, teamId } = ticket
      return { session: () => sessions.byId(sessionId, teamId) }
    },
  }
}

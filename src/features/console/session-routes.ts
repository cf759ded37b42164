import type { SingleSignOn } from './single-sign-on-routes.ts'
import type { ConsoleEvents } from '#accounts/console-events.ts'
import type { ConsoleSessions } from '#accounts/console-sessions.ts'
import type { ConsoleTickets } from '#accounts/console-tickets.ts'
import type { Passkeys } from '#accounts/passkeys.ts'
import type { People } from '#accounts/people.ts'
import { consoleEndpoint } from '#http/console-endpoint.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import { ticketPrefix, type ConsoleSession } from '#kernel/console-session.ts'
import { ServiceError } from '#kernel/errors.ts'
import { withData } from '#kernel/reply.ts'
import {
  Confirmation,
  Done,
  IdParams,
  PasswordChange,
  Renaming,
  OpenSessionsReply,
  SessionState,
  SetUp,
  SignInRequest as SignInBody,
  TicketReply,
  TicketRequest,
} from './contract.ts'
import { requirePerson, type SignIn } from './sign-in.ts'

export interface SessionRouteParts {
  readonly people: Pick<People, 'hasAny' | 'rename'>
  readonly sessions: ConsoleSessions
  readonly signIn: SignIn
  readonly events: ConsoleEvents
  readonly tickets: Pick<ConsoleTickets, 'issue'>
  readonly singleSignOn: SingleSignOn | undefined
  readonly passkeys: Pick<Passkeys, 'hasAny'>
}

const done = { success: true } as const
const path = '/console/api/session'

/** Set-up, sign-in and sign-out, and the sessions of a person. */
export function sessionRoutes(parts: SessionRouteParts): Endpoint[] {
  return [
    ...openRoutes(parts),
    ...passwordRoutes(parts),
    ...ownSessionRoutes(parts),
    ticketRoute(parts),
  ]
}

function openRoutes({ people, sessions, signIn, ...more }: SessionRouteParts): Endpoint[] {
  const singleSignOn = more.singleSignOn?.name ?? null
  return [
    consoleEndpoint({
      method: 'GET',
      path,
      role: 'nobody',
      reply: json(SessionState),
      async handle({ session }) {
        const ways = { singleSignOn, hasPasskeys: await more.passkeys.hasAny() }
        const data = session
          ? { ...(await describeState(session, sessions)), ...ways }
          : (await people.hasAny())
            ? { state: 'signed-out' as const, ...ways }
            : { state: 'set-up' as const }
        return withData(data)
      },
    }),
    consoleEndpoint({
      method: 'POST',
      path: '/console/api/set-up',
      role: 'nobody',
      body: json(SetUp),
      reply: json(Done),
      async handle({ body, visitor, setCookie }) {
        setCookie(await signIn.setUp(body, visitor))
        return done
      },
    }),
    consoleEndpoint({
      method: 'POST',
      path,
      role: 'nobody',
      body: json(SignInBody),
      reply: json(Done),
      async handle({ body, visitor, session, setCookie }) {
        const opened =
          'key' in body
            ? await signIn.withKey(body.key, visitor)
            : await signIn.withPassword(body, visitor)
        if (session) await sessions.end(session.person?.id ?? null, session.id)
        setCookie(opened)
        return done
      },
    }),
    consoleEndpoint({
      method: 'DELETE',
      path,
      role: 'nobody',
      reply: json(Done),
      async handle({ session, setCookie }) {
        if (session) await sessions.end(session.person?.id ?? null, session.id)
        setCookie(null)
        return done
      },
    }),
  ]
}

async function describeState(session: ConsoleSession, sessions: ConsoleSessions) {
  const { person, role, teamName, account } = session
  return {
    state: 'signed-in' as const,
    sessionId: session.id,
    person,
    role,
    team: {
      id: account.teamId,
      name: teamName,
      zeroDataRetention: account.zeroDataRetention,
      plan: account.plan.name,
    },
    teams: await sessions.listTeams(session),
  }
}

function passwordRoutes({ signIn, events }: SessionRouteParts): Endpoint[] {
  return [
    consoleEndpoint({
      method: 'POST',
      path: '/console/api/session/confirm',
      role: 'viewer',
      body: json(Confirmation),
      reply: json(Done),
      async handle({ session, body, visitor }) {
        await signIn.confirm(session, body.password, visitor)
        return done
      },
    }),
    consoleEndpoint({
      method: 'POST',
      path: '/console/api/password',
      role: 'viewer',
      body: json(PasswordChange),
      reply: json(Done),
      async handle({ session, body, visitor, setCookie }) {
        setCookie(await signIn.changePassword(session, body, visitor))
        await events.record(session, visitor, { action: 'changed the password', subject: '' })
        return done
      },
    }),
  ]
}

function ownSessionRoutes({ sessions, people, events }: SessionRouteParts): Endpoint[] {
  return [
    consoleEndpoint({
      method: 'PATCH',
      path: '/console/api/person',
      role: 'viewer',
      body: json(Renaming),
      reply: json(Done),
      async handle({ session, body: { name }, visitor }) {
        if (!session.person) {
          throw new ServiceError('FORBIDDEN', 'The session of a key has no person to rename.')
        }
        await people.rename(session.person.id, name)
        await events.record(session, visitor, { action: 'changed the own name', subject: name })
        return done
      },
    }),
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/sessions',
      role: 'viewer',
      reply: json(OpenSessionsReply),
      async handle({ session }) {
        const rows = session.person ? await sessions.list(session.person.id) : []
        const data = rows.map((row) => ({ ...row, isCurrent: row.id === session.id }))
        return withData(data)
      },
    }),
    consoleEndpoint({
      method: 'DELETE',
      path: '/console/api/sessions',
      role: 'viewer',
      reply: json(Done),
      async handle({ session }) {
        await sessions.endOthers(requirePerson(session).id, session.id)
        return done
      },
    }),
    consoleEndpoint({
      method: 'DELETE',
      path: '/console/api/sessions/:id',
      role: 'viewer',
      params: IdParams,
      reply: json(Done),
      async handle({ session, params }) {
        if (await sessions.end(requirePerson(session).id, params.id)) return done
        throw new ServiceError('NOT_FOUND', 'You have no such session.')
      },
    }),
  ]
}

/** Permission to open one WebSocket, because browsers send no header with them. */
const ticketRoute = ({ tickets }: SessionRouteParts): Endpoint =>
  consoleEndpoint({
    method: 'POST',
    path: '/console/api/tickets',
    role: 'viewer',
    body: json(TicketRequest),
    reply: json(TicketReply),
    handle: async ({ session, body: { path: target } }) =>
      withData({ protocol: `${ticketPrefix}${await tickets.issue(session, target)}` }),
  })

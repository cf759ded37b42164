import type { SecondFactors } from '#accounts/second-factors.ts'
import type { ConsoleEvents } from '#accounts/console-events.ts'
import type { ConsoleLinks } from '#accounts/console-links.ts'
import type { ConsoleSessions } from '#accounts/console-sessions.ts'
import type { People as PeopleStore } from '#accounts/people.ts'
import { consoleEndpoint } from '#http/console-endpoint.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import type { ConsoleSession } from '#kernel/console-session.ts'
import { ServiceError } from '#kernel/errors.ts'
import { withData } from '#kernel/reply.ts'
import {
  CreatedLink,
  Done,
  Events,
  EventsQuery,
  IdParams,
  Invites,
  LinkFacts,
  LinkToken,
  LinkUse,
  NewInvite,
  PeopleReply,
  RoleChange,
} from './contract.ts'
import { linkTo } from './link-address.ts'
import type { createUseLink } from './links.ts'

export interface PeopleRouteParts {
  readonly people: PeopleStore
  readonly sessions: ConsoleSessions
  readonly links: ConsoleLinks
  readonly useLink: ReturnType<typeof createUseLink>
  readonly events: ConsoleEvents
  readonly secondFactors: Pick<SecondFactors, 'find'>
}

const done = { success: true } as const
const eventsMax = 100

/** The people of a team, their roles, and the links with which they join. */
export function peopleRoutes(parts: PeopleRouteParts): Endpoint[] {
  return [
    ...memberRoutes(parts),
    ...inviteRoutes(parts),
    ...linkRoutes(parts),
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/events',
      role: 'admin',
      query: EventsQuery,
      reply: json(Events),
      async handle({ session, query: { before } }) {
        const range = { limit: eventsMax, before }
        return withData(await parts.events.list(session.account.teamId, range))
      },
    }),
  ]
}

function memberRoutes({ people, sessions, events }: PeopleRouteParts): Endpoint[] {
  const one = { path: '/console/api/people/:id', params: IdParams } as const

  /** The member with that id. Fails with `NOT_FOUND`, and with `CONFLICT` for the caller. */
  async function otherMember({ account, person }: ConsoleSession, id: string) {
    if (person?.id === id)
      throw new ServiceError('CONFLICT', 'You cannot change your own role or remove yourself.')
    const members = await people.listMembers(account.teamId)
    const member = members.find((one) => one.id === id)
    if (member) return member
    throw new ServiceError('NOT_FOUND', 'The team has no such member.')
  }

  return [
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/people',
      role: 'viewer',
      reply: json(PeopleReply),
      async handle({ session }) {
        const members = await people.listMembers(session.account.teamId)
        const data = members.map(({ role, ...person }) => ({ ...person, role: role ?? 'viewer' }))
        return withData(data)
      },
    }),
    consoleEndpoint({
      ...one,
      method: 'PATCH',
      role: 'admin',
      body: json(RoleChange),
      reply: json(Done),
      async handle({ session, params, body: { role }, visitor }) {
        const { name } = await otherMember(session, params.id)
        await people.join({ teamId: session.account.teamId, personId: params.id, role })
        // New rights need a new session.
        await sessions.endAll(params.id)
        const event = { action: 'changed a role', subject: `${name}: ${role}` }
        await events.record(session, visitor, event)
        return done
      },
    }),
    consoleEndpoint({
      ...one,
      method: 'DELETE',
      role: 'admin',
      isSensitive: true,
      reply: json(Done),
      async handle({ session, params, visitor }) {
        const { name } = await otherMember(session, params.id)
        await people.leave({ teamId: session.account.teamId, personId: params.id })
        await events.record(session, visitor, { action: 'removed a person', subject: name })
        return done
      },
    }),
  ]
}

function inviteRoutes({ links, events }: PeopleRouteParts): Endpoint[] {
  const path = '/console/api/invites'
  return [
    consoleEndpoint({
      method: 'GET',
      path,
      role: 'admin',
      reply: json(Invites),
      async handle({ session }) {
        return withData(await links.openInvites(session.account.teamId))
      },
    }),
    consoleEndpoint({
      method: 'POST',
      path,
      role: 'admin',
      body: json(NewInvite),
      reply: json(CreatedLink),
      async handle({ session, body: { role, email = null }, visitor }) {
        const { teamId } = session.account
        const createdBy = session.person?.name ?? 'Operator key'
        const created = await links.invite({ teamId, role, email, createdBy })
        const subject = `${email ?? 'anybody with the link'}: ${role}`
        await events.record(session, visitor, { action: 'invited a person', subject })
        return withData(linkTo(visitor.origin, created))
      },
    }),
    consoleEndpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      role: 'admin',
      params: IdParams,
      reply: json(Done),
      async handle({ session, params }) {
        if (await links.withdraw(session.account.teamId, params.id)) return done
        throw new ServiceError('NOT_FOUND', 'The team has no such invite.')
      },
    }),
    consoleEndpoint({
      method: 'POST',
      path: '/console/api/people/:id/reset',
      role: 'operator',
      isSensitive: true,
      params: IdParams,
      reply: json(CreatedLink),
      async handle({ session, params, visitor }) {
        const created = await links.reset(params.id, session.person?.name ?? 'Operator key')
        const event = { action: 'made a password link', subject: params.id }
        await events.record(session, visitor, event)
        return withData(linkTo(visitor.origin, created))
      },
    }),
  ]
}

function linkRoutes({ links, sessions, useLink, secondFactors }: PeopleRouteParts): Endpoint[] {
  return [
    consoleEndpoint({
      method: 'POST',
      path: '/console/api/link',
      role: 'nobody',
      body: json(LinkToken),
      reply: json(LinkFacts),
      async handle({ body }) {
        const link = await links.read(body.token)
        const facts =
          link.kind === 'invite'
            ? { team: link.teamName, role: link.role }
            : { team: null, role: null }
        return withData({ kind: link.kind, email: link.email, ...facts })
      },
    }),
    consoleEndpoint({
      method: 'POST',
      path: '/console/api/link/use',
      role: 'nobody',
      body: json(LinkUse),
      reply: json(Done),
      async handle({ body, visitor, setCookie }) {
        const personId = await useLink(body, visitor)
        // Who has an authenticator app signs in with its code.
        if (!(await secondFactors.find(personId)))
          setCookie(await sessions.start({ personId }, visitor))
        return done
      },
    }),
  ]
}

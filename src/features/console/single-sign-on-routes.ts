import type { Identities } from '#accounts/identities.ts'
import type { Passwords } from '#accounts/passwords.ts'
import type { People } from '#accounts/people.ts'
import { newToken } from '#accounts/tokens.ts'
import type { ConsoleSessions } from '#accounts/console-sessions.ts'
import type { SignInAttempts } from '#accounts/sign-in-attempts.ts'
import { consoleEndpoint } from '#http/console-endpoint.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import type { TeamRole } from '#kernel/console-session.ts'
import { ServiceError } from '#kernel/errors.ts'
import { withData } from '#kernel/reply.ts'
import type { Database } from '#storage/database.ts'
import { Done, OpenIdReturn, OpenIdStart } from './contract.ts'
import type { OpenIdClaims, OpenId } from './open-id.ts'

/** Sign-in with accounts of the provider that the operator has configured. */
export interface SingleSignOn {
  readonly name: string
  readonly openId: OpenId
  /** Whose owners may join. */
  readonly domains: readonly string[]
  readonly role: TeamRole
}

export interface SingleSignOnParts {
  /** Undefined where no provider is configured. */
  readonly singleSignOn: SingleSignOn | undefined
  readonly database: Pick<Database, 'transaction'>
  readonly identities: Identities
  readonly people: People
  readonly passwords: Pick<Passwords, 'hash'>
  readonly sessions: Pick<ConsoleSessions, 'start'>
  readonly signInAttempts: Pick<SignInAttempts, 'count'>
}

const success = true as const
const path = '/console/api/session/open-id'
/** The page of the console to which the provider leads back. */
const returnPath = '/console/signed-in'

/** The page asks for the address of the provider, keeps the state, and sends it back with what the provider has added to the address. */
export function singleSignOnRoutes(parts: SingleSignOnParts): Endpoint[] {
  const { singleSignOn, sessions, signInAttempts } = parts
  if (!singleSignOn) return []
  const { openId } = singleSignOn
  const findPerson = createFindPerson(parts, singleSignOn)
  return [
    consoleEndpoint({
      method: 'POST',
      path,
      role: 'nobody',
      reply: json(OpenIdStart),
      async handle({ visitor }) {
        const succeeded = await signInAttempts.count({ network: visitor.network })
        await succeeded()
        return withData(await openId.start(visitor.origin + returnPath))
      },
    }),
    consoleEndpoint({
      method: 'PUT',
      path,
      role: 'nobody',
      body: json(OpenIdReturn),
      reply: json(Done),
      async handle({ body: { flow, query }, visitor, setCookie }) {
        const succeeded = await signInAttempts.count({ network: visitor.network })
        const returned = new URL(returnPath, visitor.origin)
        returned.search = query
        const personId = await findPerson(await openId.finish(flow, returned))
        await succeeded()
        setCookie(await sessions.start({ personId }, visitor))
        return { success }
      },
    }),
  ]
}

/**
 * The person of an account: the one who has signed in with it before, the one with its confirmed e-mail address, or a new one, where
 * its domain may join. Fails with `FORBIDDEN`.
 */
function createFindPerson(
  { database, identities, people, passwords }: SingleSignOnParts,
  { domains, role }: SingleSignOn,
) {
  const mayJoin = (email: string) => domains.includes(email.split('@').at(-1)?.toLowerCase() ?? '')

  return async function findPerson(claims: OpenIdClaims): Promise<string> {
    const { email, name } = claims
    const knownId = await identities.find(claims)
    if (knownId !== undefined) return requireActive(knownId)
    if (email === undefined)
      throw new ServiceError('FORBIDDEN', 'The provider has not confirmed your e-mail address.')
    const known = await people.byEmail(email)
    if (!known && !mayJoin(email)) throw new ServiceError('FORBIDDEN', unknown(email))
    // A random password: the person signs in at the provider, or makes another by a link.
    const passwordHash = known ? '' : await passwords.hash(newToken())
    return database.transaction(async (sql) => {
      const person =
        known ?? (await people.create({ email, name: name ?? email, passwordHash }, sql))
      if (!known) await people.joinFirstTeam({ personId: person.id, role }, sql)
      await identities.add(claims, person.id, sql)
      return person.id
    })
  }

  async function requireActive(id: string): Promise<string> {
    if (await people.byId(id)) return id
    throw new ServiceError('FORBIDDEN', 'This person can no longer sign in. Ask the operator.')
  }
}

const unknown = (email: string) =>
  `There is no person ${email} here. Ask an admin of a team for an invite to this address, and use it first.`

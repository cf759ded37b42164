import type { ConsoleLink, ConsoleLinks } from '#accounts/console-links.ts'
import type { ConsoleSessions } from '#accounts/console-sessions.ts'
import type { Passwords } from '#accounts/passwords.ts'
import type { People } from '#accounts/people.ts'
import type { SignInAttempts } from '#accounts/sign-in-attempts.ts'
import type { Visitor } from '#kernel/console-session.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Database } from '#storage/database.ts'
import { makeAccountName } from './sign-in.ts'
import type { LinkUse } from './contract.ts'

export interface LinkUseParts {
  readonly database: Pick<Database, 'transaction'>
  readonly people: People
  readonly passwords: Passwords
  readonly sessions: ConsoleSessions
  readonly links: ConsoleLinks
  readonly signInAttempts: Pick<SignInAttempts, 'count'>
}

/**
 * Uses a link once: joins a team, as a new person or as one who knows their password, or sets a new password. Returns the id of the
 * person. Fails with `NOT_FOUND` for a link that was used or has expired.
 */
export function createUseLink(parts: LinkUseParts) {
  const { database, people, passwords, sessions, links, signInAttempts } = parts

  async function reset(link: ConsoleLink & { kind: 'reset' }, password: string): Promise<string> {
    const hash = await passwords.hash(password)
    await database.transaction(async (sql) => {
      await links.use(link.id, sql)
      await people.setPassword(link.personId, hash, sql)
      await sessions.endAll(link.personId, sql)
    })
    return link.personId
  }

  /** The person of that address after a check of the password; undefined for an unknown address. */
  async function knownPerson(
    email: string,
    password: string,
    network: string,
  ): Promise<string | undefined> {
    const known = await people.byEmail(email)
    if (!known) return undefined
    const guess = { network, secret: makeAccountName(email), isGuess: true }
    const succeeded = await signInAttempts.count(guess)
    if (await passwords.isCorrect(password, known.passwordHash)) {
      await succeeded()
      return known.id
    }
    throw new ServiceError(
      'UNAUTHORIZED',
      'There is already a person with this e-mail address. Enter the password of that person.',
    )
  }

  async function join(
    link: ConsoleLink & { kind: 'invite' },
    use: LinkUse,
    network: string,
  ): Promise<string> {
    const { password, name } = use
    const email = link.email ?? use.email
    if (email === undefined) throw new ServiceError('BAD_REQUEST', 'Enter your e-mail address.')
    const knownId = await knownPerson(email, password, network)
    if (knownId === undefined && name === undefined)
      throw new ServiceError('BAD_REQUEST', 'Enter your name.')
    const passwordHash = knownId === undefined ? await passwords.hash(password) : ''
    const person = { email, name: name ?? email, passwordHash }
    return database.transaction(async (sql) => {
      await links.use(link.id, sql)
      const personId = knownId ?? (await people.create(person, sql)).id
      await people.join({ teamId: link.teamId, personId, role: link.role }, sql)
      // A session with the rights from before must not gain the new ones.
      await sessions.endAll(personId, sql)
      return personId
    })
  }

  return async function useLink(use: LinkUse, { network }: Visitor): Promise<string> {
    const succeeded = await signInAttempts.count({ network })
    const link = await links.read(use.token)
    const personId = await (link.kind === 'reset'
      ? reset(link, use.password)
      : join(link, use, network))
    await succeeded()
    return personId
  }
}

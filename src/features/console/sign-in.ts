import type { SecondFactors } from '#accounts/second-factors.ts'
import type { Authenticate } from '#accounts/authenticate.ts'
import type { ConsoleSessions } from '#accounts/console-sessions.ts'
import type { Passwords } from '#accounts/passwords.ts'
import type { People } from '#accounts/people.ts'
import type { SetUpCode } from '#accounts/set-up-code.ts'
import type { SignInAttempts } from '#accounts/sign-in-attempts.ts'
import type { ConsoleSession, Visitor } from '#kernel/console-session.ts'
import { ServiceError } from '#kernel/errors.ts'
import { findKeyId } from '#kernel/principal.ts'

export interface SignInParts {
  readonly people: People
  readonly passwords: Passwords
  readonly sessions: ConsoleSessions
  readonly authenticate: Authenticate
  readonly setUpCode: SetUpCode
  readonly signInAttempts: Pick<SignInAttempts, 'count'>
  readonly secondFactors: Pick<SecondFactors, 'find' | 'use'>
}

interface Opened {
  readonly token: string
  readonly expiresAt: Date
}

interface NewPersonInput {
  readonly email: string
  readonly name: string
  readonly password: string
}

/** Ways to open a session. Each replaces the token of the browser. */
export interface SignIn {
  /** Creates the first person. Fails with `FORBIDDEN` for a wrong code. */
  setUp(person: NewPersonInput & { readonly code: string }, visitor: Visitor): Promise<Opened>
  /**
   * Fails with `UNAUTHORIZED`, with the same text for a wrong password and an unknown address, and with the reason `code_needed`
   * where the code of an authenticator app is missing or wrong.
   */
  withPassword(
    given: {
      readonly email: string
      readonly password: string
      readonly code?: string | undefined
    },
    visitor: Visitor,
  ): Promise<Opened>
  /** With an unrestricted key of the first team. Fails with `UNAUTHORIZED` and `FORBIDDEN`. */
  withKey(key: string, visitor: Visitor): Promise<Opened>
  /** Fails with `UNAUTHORIZED` for a wrong code of the app or recovery code. */
  requireCode(personId: string, code: string, visitor: Visitor): Promise<void>
  /** Fails with `UNAUTHORIZED` for a wrong password. */
  confirm(session: ConsoleSession, password: string, visitor: Visitor): Promise<void>
  /** Ends all sessions of the person and opens a new one. */
  changePassword(
    session: ConsoleSession,
    given: { readonly password: string; readonly newPassword: string },
    visitor: Visitor,
  ): Promise<Opened>
}

export function createSignIn(parts: SignInParts): SignIn {
  const { people, passwords, sessions, signInAttempts, secondFactors } = parts

  /** Guesses at codes are limited by person and network like those at passwords. */
  async function requireCode(personId: string, code: string, { network }: Visitor) {
    const guess = { network, secret: `second factor ${personId}`, isGuess: true }
    const succeeded = await signInAttempts.count(guess)
    if (await secondFactors.use(personId, code)) return succeeded()
    throw codeNeeded('The code is wrong or was used already. Wait for the next one.')
  }

  async function requirePassword(
    { email, password }: { readonly email: string; readonly password: string },
    { network }: Visitor,
  ) {
    const secret = makeAccountName(email)
    const succeeded = await signInAttempts.count({ network, secret })
    const person = await people.byEmail(email)
    const isCorrect = await passwords.isCorrect(password, person?.passwordHash)
    if (person && isCorrect) {
      await succeeded()
      return person
    }
    throw new ServiceError('UNAUTHORIZED', 'The e-mail address or the password is wrong.')
  }

  return {
    ...opening(parts),
    requireCode,
    async withPassword({ code, ...given }, visitor) {
      const person = await requirePassword(given, visitor)
      if (await secondFactors.find(person.id)) {
        if (code === undefined) throw codeNeeded('Enter the code of your authenticator app.')
        await requireCode(person.id, code, visitor)
      }
      return sessions.start({ personId: person.id }, visitor)
    },
    async confirm(session, password, visitor) {
      await requirePassword({ email: requirePerson(session).email, password }, visitor)
      await sessions.confirm(session.id)
    },
    async changePassword(session, { password, newPassword }, visitor) {
      const { email } = requirePerson(session)
      const { id } = await requirePassword({ email, password }, visitor)
      await people.setPassword(id, await passwords.hash(newPassword))
      await sessions.endAll(id)
      return sessions.start({ personId: id }, visitor)
    },
  }
}

function opening(parts: SignInParts): Pick<SignIn, 'setUp' | 'withKey'> {
  const { people, passwords, sessions, authenticate, setUpCode, signInAttempts } = parts
  return {
    async setUp({ code, password, ...person }, visitor) {
      const { network } = visitor
      const succeeded = await signInAttempts.count({ network, secret: 'set-up' })
      if (await people.hasAny())
        throw new ServiceError('CONFLICT', 'This service is already set up. Sign in instead.')
      if (!setUpCode.isCorrect(code))
        throw new ServiceError(
          'FORBIDDEN',
          'The set-up code is wrong. The service prints it when it starts.',
        )
      await succeeded()
      const passwordHash = await passwords.hash(password)
      const { id } = await people.createFirst({ ...person, passwordHash })
      return sessions.start({ personId: id }, visitor)
    },
    async withKey(key, visitor) {
      const succeeded = await signInAttempts.count({ network: visitor.network })
      const { principal } = await authenticate(`Bearer ${key}`, visitor.address).catch(wrongKey)
      const keyId = findKeyId(principal)
      if (keyId === null || !(await sessions.isOperatorKey(keyId)))
        throw new ServiceError(
          'FORBIDDEN',
          'Only a key of the first team without restrictions opens the console.',
        )
      await succeeded()
      return sessions.start({ keyId }, visitor)
    },
  }
}

const codeNeeded = (message: string) =>
  new ServiceError('UNAUTHORIZED', message, { facts: { reason: 'code_needed' } })

/** Names the password of an account for `SignInRate`. */
export const makeAccountName = (email: string) => `account ${email.toLowerCase()}`

function wrongKey(thrown: unknown): never {
  if (thrown instanceof ServiceError && thrown.code === 'UNAUTHORIZED')
    throw new ServiceError('UNAUTHORIZED', 'This API key is unknown or was revoked.')
  throw thrown
}

/** The person of a session. Fails with `FORBIDDEN` for a session of an access key. */
export function requirePerson({ person }: ConsoleSession) {
  if (person) return person
  throw new ServiceError('FORBIDDEN', 'This needs a person. You are signed in with an API key.')
}

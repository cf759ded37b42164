import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { ConsoleEvents } from '#accounts/console-events.ts'
import type { ConsoleSessions } from '#accounts/console-sessions.ts'
import type { Passkey, Passkeys } from '#accounts/passkeys.ts'
import type { SignInAttempts } from '#accounts/sign-in-attempts.ts'
import { consoleEndpoint } from '#http/console-endpoint.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import type { Visitor } from '#kernel/console-session.ts'
import { ServiceError } from '#kernel/errors.ts'
import { withData } from '#kernel/reply.ts'
import {
  Done,
  NewPasskey,
  PasskeyOptions,
  PasskeyParams,
  PasskeysReply,
  PasskeySignIn,
} from './contract.ts'
import { requirePerson } from './sign-in.ts'

export interface PasskeyParts {
  readonly passkeys: Passkeys
  readonly sessions: Pick<ConsoleSessions, 'end' | 'start'>
  readonly signInAttempts: Pick<SignInAttempts, 'count'>
  readonly events: ConsoleEvents
}

const done = { success: true } as const
const path = '/console/api/passkeys'
const signInPath = '/console/api/session/passkey'

/** Loaded when it is needed first: few requests of a process are about passkeys. */
const load = () => import('@simplewebauthn/server')

/** What the browser must say of where it asks from: a passkey belongs to a host. */
const makeExpected = ({ origin }: Visitor) => ({
  expectedOrigin: origin,
  expectedRPID: new URL(origin).hostname,
  requireUserVerification: true,
})

/** Passkeys of a person, and signing in with one. */
export function passkeyRoutes(parts: PasskeyParts): Endpoint[] {
  return [...listRoutes(parts), ...addRoutes(parts), ...signInRoutes(parts)]
}

const listRoutes = ({ passkeys, events }: PasskeyParts): Endpoint[] => [
  consoleEndpoint({
    method: 'GET',
    path,
    role: 'viewer',
    reply: json(PasskeysReply),
    handle: async ({ session: { person } }) =>
      withData(person ? await passkeys.list(person.id) : []),
  }),
  consoleEndpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    role: 'viewer',
    isSensitive: true,
    params: PasskeyParams,
    reply: json(Done),
    async handle({ session, params: { id }, visitor }) {
      const name = await passkeys.remove(id, requirePerson(session).id)
      if (name === undefined) throw new ServiceError('NOT_FOUND', 'You have no such passkey.')
      await events.record(session, visitor, { action: 'removed a passkey', subject: name })
      return done
    },
  }),
]

function addRoutes({ passkeys, events }: PasskeyParts): Endpoint[] {
  const shared = { method: 'POST', role: 'viewer', isSensitive: true } as const
  return [
    consoleEndpoint({
      ...shared,
      path: `${path}/options`,
      reply: json(PasskeyOptions),
      async handle({ session, visitor }) {
        const { id, email, name } = requirePerson(session)
        const known = await passkeys.list(id)
        const { generateRegistrationOptions } = await load()
        const options = await generateRegistrationOptions({
          rpName: 'Weir',
          rpID: makeExpected(visitor).expectedRPID,
          userID: Uint8Array.from(Buffer.from(id)),
          userName: email,
          userDisplayName: name,
          excludeCredentials: known.map(describe),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        })
        await passkeys.challenge(options.challenge, id)
        return withData({ ...options })
      },
    }),
    consoleEndpoint({
      ...shared,
      path,
      body: json(NewPasskey),
      reply: json(Done),
      async handle({ session, body: { name, credential }, visitor }) {
        const { id: personId } = requirePerson(session)
        const { verifyRegistrationResponse } = await load()
        const { registrationInfo } = await verifyRegistrationResponse({
          ...makeExpected(visitor),
          // The verifier reads it as foreign data.
          response: credential as unknown as RegistrationResponseJSON,
          expectedChallenge: (challenge) => passkeys.answer(challenge, personId),
        }).catch(refuse('BAD_REQUEST', 'The passkey was not added. Try again.'))
        if (!registrationInfo) throw new ServiceError('BAD_REQUEST', 'The passkey was not added.')
        const { id, publicKey, counter, transports = [] } = registrationInfo.credential
        const key = { id, personId, name, counter, transports, publicKey: Buffer.from(publicKey) }
        if (!(await passkeys.add(key)))
          throw new ServiceError('CONFLICT', 'This passkey is known already.')
        await events.record(session, visitor, { action: 'added a passkey', subject: name })
        return done
      },
    }),
  ]
}

function signInRoutes({ passkeys, sessions, signInAttempts }: PasskeyParts): Endpoint[] {
  const shared = { method: 'POST', role: 'nobody' } as const
  return [
    consoleEndpoint({
      ...shared,
      path: `${signInPath}/options`,
      reply: json(PasskeyOptions),
      async handle({ visitor }) {
        const succeeded = await signInAttempts.count({ network: visitor.network })
        await succeeded()
        const { generateAuthenticationOptions } = await load()
        const options = await generateAuthenticationOptions({
          rpID: makeExpected(visitor).expectedRPID,
          userVerification: 'required',
        })
        await passkeys.challenge(options.challenge, null)
        return withData({ ...options })
      },
    }),
    consoleEndpoint({
      ...shared,
      path: signInPath,
      body: json(PasskeySignIn),
      reply: json(Done),
      async handle({ body: { credential }, visitor, session, setCookie }) {
        const succeeded = await signInAttempts.count({ network: visitor.network })
        const passkey = await passkeys.find(credential.id)
        if (!passkey) throw new ServiceError('UNAUTHORIZED', unknown)
        const { verifyAuthenticationResponse } = await load()
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...makeExpected(visitor),
          response: credential as unknown as AuthenticationResponseJSON,
          expectedChallenge: (challenge) => passkeys.answer(challenge, null),
          credential: {
            ...describe(passkey),
            publicKey: Uint8Array.from(passkey.publicKey),
            counter: passkey.counter,
          },
        }).catch(refuse('UNAUTHORIZED', wrong))
        if (!verified) throw new ServiceError('UNAUTHORIZED', wrong)
        await succeeded()
        await passkeys.use(passkey.id, authenticationInfo.newCounter)
        if (session) await sessions.end(session.person?.id ?? null, session.id)
        setCookie(await sessions.start({ personId: passkey.personId }, visitor))
        return done
      },
    }),
  ]
}

const unknown =
  'This passkey is unknown here. Sign in with your password, and add it in the settings.'
const wrong = 'The sign-in with the passkey did not succeed or took too long. Try again.'

const describe = ({ id, transports }: Pick<Passkey, 'id' | 'transports'>) => ({
  id,
  transports: transports as AuthenticatorTransport[],
})

/** The verifier throws for everything that is not as it must be. */
const refuse = (code: 'BAD_REQUEST' | 'UNAUTHORIZED', message: string) => (cause: unknown) => {
  if (cause instanceof ServiceError) throw cause
  throw new ServiceError(code, message, { cause })
}

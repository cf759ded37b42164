import type { ConsoleEvents } from '#accounts/console-events.ts'
import type { ConsoleSessions } from '#accounts/console-sessions.ts'
import type { SecondFactors } from '#accounts/second-factors.ts'
import { consoleEndpoint } from '#http/console-endpoint.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import { CodeEntry, Done, PreparedFactor, RecoveryCodes, SecondFactorState } from './contract.ts'
import { requirePerson, type SignIn } from './sign-in.ts'
import { withData } from '#kernel/reply.ts'

export interface SecondFactorParts {
  readonly secondFactors: SecondFactors
  readonly sessions: Pick<ConsoleSessions, 'endAll' | 'start'>
  readonly signIn: Pick<SignIn, 'requireCode'>
  readonly events: ConsoleEvents
}

const shared = { path: '/console/api/second-factor', role: 'viewer' } as const

/** Codes of an authenticator app beside the password: on, off, and recovery codes. */
export function secondFactorRoutes(parts: SecondFactorParts): Endpoint[] {
  const { secondFactors, sessions, events } = parts
  return [
    consoleEndpoint({
      ...shared,
      method: 'GET',
      reply: json(SecondFactorState),
      async handle({ session: { person } }) {
        return withData((person && (await secondFactors.find(person.id))) ?? null)
      },
    }),
    consoleEndpoint({
      ...shared,
      method: 'POST',
      isSensitive: true,
      reply: json(PreparedFactor),
      async handle({ session, visitor }) {
        const { id, email } = requirePerson(session)
        const secret = await secondFactors.prepare(id)
        const label = encodeURIComponent(`Weir ${new URL(visitor.origin).host}:${email}`)
        return withData({ secret, url: `otpauth://totp/${label}?secret=${secret}` })
      },
    }),
    consoleEndpoint({
      ...shared,
      method: 'PUT',
      isSensitive: true,
      body: json(CodeEntry),
      reply: json(RecoveryCodes),
      async handle({ session, body: { code }, visitor, setCookie }) {
        const { id } = requirePerson(session)
        const data = [...(await secondFactors.confirm(id, code))]
        // Sessions that were opened with the password alone end.
        await sessions.endAll(id)
        setCookie(await sessions.start({ personId: id }, visitor))
        await events.record(session, visitor, { action: 'switched codes on', subject: '' })
        return withData(data)
      },
    }),
    ...codeRoutes(parts),
  ]
}

/** What needs a code of the app. */
function codeRoutes({ secondFactors, signIn, events }: SecondFactorParts): Endpoint[] {
  return [
    consoleEndpoint({
      ...shared,
      path: `${shared.path}/recovery`,
      method: 'POST',
      body: json(CodeEntry),
      reply: json(RecoveryCodes),
      async handle({ session, body: { code }, visitor }) {
        const { id } = requirePerson(session)
        await signIn.requireCode(id, code, visitor)
        const data = [...(await secondFactors.renewRecovery(id))]
        await events.record(session, visitor, { action: 'made recovery codes', subject: '' })
        return withData(data)
      },
    }),
    consoleEndpoint({
      ...shared,
      path: `${shared.path}/off`,
      method: 'POST',
      isSensitive: true,
      body: json(CodeEntry),
      reply: json(Done),
      async handle({ session, body: { code }, visitor }) {
        const { id } = requirePerson(session)
        await signIn.requireCode(id, code, visitor)
        await secondFactors.remove(id)
        await events.record(session, visitor, { action: 'switched codes off', subject: '' })
        return { success: true as const }
      },
    }),
  ]
}

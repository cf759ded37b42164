import { z } from 'zod'
import type { ConsoleEvents } from '#accounts/console-events.ts'
import type { TeamDeletion } from '#accounts/team-deletion.ts'
import type { Teams } from '#accounts/teams.ts'
import type { WebhookSecrets } from '#accounts/webhook-secrets.ts'
import { consoleEndpoint } from '#http/console-endpoint.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { dataReply, withData } from '#kernel/reply.ts'
import {
  Done,
  Renaming,
  SettingsReply,
  TeamSettingsReply,
  zeroDataRetention,
  type ServiceSettings,
} from './contract.ts'
import { resultDays } from './work-contract.ts'

export interface TeamRouteParts {
  readonly teams: Pick<Teams, 'read' | 'set'>
  readonly teamDeletion: TeamDeletion
  readonly webhookSecrets: WebhookSecrets
  readonly events: ConsoleEvents
  readonly settings: () => ServiceSettings
  /** Try the parts of the service that other servers provide. Each returns what came of it, in words, or fails. */
  readonly trials: Readonly<Record<TrialName, Trial>>
  /** Whether a text is an address or a CIDR, and whether an address is in a list of them. */
  readonly isRange: (text: string) => boolean
  readonly isListed: (address: string, list: readonly string[]) => boolean
}

const done = { success: true } as const
const addressesMax = 100

const TeamChange = z.strictObject({
  allowedAddresses: z.array(z.string().max(64)).max(addressesMax),
})
const ResultDays = z.strictObject({ resultDays })
const SafeMode = z.strictObject({ safeMode: z.boolean() })
/** The name of the team, against mistakes. */
const Deletion = z.strictObject({ name: z.string().max(200) })
const Retention = z.strictObject({ zeroDataRetention })
const Secret = dataReply(z.object({ secret: z.string() }))

export type Trial = (call: Call) => Promise<string>
const trialNames = ['model', 'search'] as const
type TrialName = (typeof trialNames)[number]
const TrialParams = z.object({ name: z.enum(trialNames) })
const TrialReply = dataReply(z.object({ text: z.string() }))

/** Settings of the team and of the service. */
export function consoleTeamRoutes(parts: TeamRouteParts): Endpoint[] {
  return [
    ...settingRoutes(parts),
    ...restrictionRoutes(parts),
    ...serviceRoutes(parts),
    ...secretRoutes(parts),
  ]
}

function settingRoutes(parts: TeamRouteParts): Endpoint[] {
  const { teams, events } = parts
  const assertAddresses = createAssertAddresses(parts)
  return [
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/team',
      role: 'admin',
      reply: json(TeamSettingsReply),
      handle: async ({ session, visitor }) =>
        withData({
          allowedAddresses: [...session.account.allowedAddresses],
          ownAddress: visitor.address,
          safeMode: session.account.safeMode,
          resultDays: (await teams.read(session.account.teamId)).resultDays,
        }),
    }),
    consoleEndpoint({
      method: 'PATCH',
      path: '/console/api/team',
      role: 'admin',
      isSensitive: true,
      body: json(TeamChange),
      reply: json(Done),
      async handle({ session, body: { allowedAddresses }, visitor }) {
        assertAddresses(allowedAddresses, visitor.address)
        await teams.set(session.account.teamId, { allowedAddresses })
        const subject = allowedAddresses.join(', ') || 'all'
        await events.record(session, visitor, { action: 'changed the allowed addresses', subject })
        return done
      },
    }),
    consoleEndpoint({
      method: 'PATCH',
      path: '/console/api/team/name',
      role: 'admin',
      body: json(Renaming),
      reply: json(Done),
      async handle({ session, body: { name }, visitor }) {
        await teams.set(session.account.teamId, { name })
        await events.record(session, visitor, { action: 'renamed the team', subject: name })
        return done
      },
    }),
    resultDaysEndpoint(parts),
    deletionEndpoint(parts),
  ]
}

const resultDaysEndpoint = ({ teams, events }: TeamRouteParts) =>
  consoleEndpoint({
    method: 'PATCH',
    path: '/console/api/team/result-days',
    role: 'admin',
    body: json(ResultDays),
    reply: json(Done),
    async handle({ session, body, visitor }) {
      await teams.set(session.account.teamId, body)
      const subject = String(body.resultDays)
      await events.record(session, visitor, {
        action: 'changed how long results are stored',
        subject,
      })
      return done
    },
  })

/** What the operator decides for a team. */
function restrictionRoutes({ teams, events }: TeamRouteParts): Endpoint[] {
  return [
    consoleEndpoint({
      method: 'PATCH',
      path: '/console/api/team/retention',
      role: 'operator',
      isSensitive: true,
      body: json(Retention),
      reply: json(Done),
      async handle({ session, body: { zeroDataRetention }, visitor }) {
        await teams.set(session.account.teamId, { zeroDataRetention })
        const event = { action: 'changed zero data retention', subject: zeroDataRetention }
        await events.record(session, visitor, event)
        return done
      },
    }),
    consoleEndpoint({
      method: 'PATCH',
      path: '/console/api/team/safe-mode',
      role: 'operator',
      isSensitive: true,
      body: json(SafeMode),
      reply: json(Done),
      async handle({ session, body: { safeMode }, visitor }) {
        await teams.set(session.account.teamId, { safeMode })
        const event = { action: 'changed safe mode', subject: safeMode ? 'on' : 'off' }
        await events.record(session, visitor, event)
        return done
      },
    }),
  ]
}

const deletionEndpoint = ({ teamDeletion, events }: TeamRouteParts) =>
  consoleEndpoint({
    method: 'POST',
    path: '/console/api/team/delete',
    role: 'admin',
    isSensitive: true,
    body: json(Deletion),
    reply: json(Done),
    async handle({ session, body: { name }, visitor }) {
      if (name !== session.teamName)
        throw new ServiceError('BAD_REQUEST', 'This is not the name of the team.')
      await teamDeletion.delete(session.account.teamId)
      await events.record(session, visitor, { action: 'deleted the team', subject: name })
      return done
    },
  })

function serviceRoutes({ settings, trials }: TeamRouteParts): Endpoint[] {
  return [
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/settings',
      role: 'operator',
      reply: json(SettingsReply),
      handle: async () => withData(settings()),
    }),
    consoleEndpoint({
      method: 'POST',
      path: '/console/api/settings/try/:name',
      role: 'operator',
      params: TrialParams,
      reply: json(TrialReply),
      handle: async ({ params, call }) => withData({ text: await trials[params.name](call) }),
    }),
  ]
}

/** Fails with `BAD_REQUEST` for a line that is no address, and with `CONFLICT` for a list without the caller's own address. */
function createAssertAddresses({
  isRange,
  isListed,
}: Pick<TeamRouteParts, 'isRange' | 'isListed'>) {
  return function assertAddresses(list: readonly string[], own: string): void {
    const invalid = list.find((text) => !isRange(text))
    if (invalid !== undefined)
      throw new ServiceError(
        'BAD_REQUEST',
        `${invalid} is not an address or a range such as 203.0.113.0/24.`,
      )
    if (list.length === 0 || isListed(own, list)) return
    throw new ServiceError(
      'CONFLICT',
      `This list would lock you out: your address ${own} is not in it.`,
    )
  }
}

const makeSecretReply = (secret: string | undefined) => withData({ secret: secret ?? '' })

function secretRoutes({ webhookSecrets, events }: TeamRouteParts): Endpoint[] {
  const shared = { method: 'POST', role: 'admin', isSensitive: true, reply: json(Secret) } as const
  return [
    consoleEndpoint({
      ...shared,
      path: '/console/api/webhook-secret',
      async handle({ session, visitor }) {
        await events.record(session, visitor, { action: 'read the webhook secret', subject: '' })
        return makeSecretReply(await webhookSecrets.read(session.account.teamId))
      },
    }),
    consoleEndpoint({
      ...shared,
      path: '/console/api/webhook-secret/rotate',
      async handle({ session, visitor }) {
        await events.record(session, visitor, {
          action: 'replaced the webhook secret',
          subject: '',
        })
        return makeSecretReply(await webhookSecrets.rotate(session.account.teamId))
      },
    }),
  ]
}

import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Principal } from '#kernel/principal.ts'
import { noZscaler, refuseStoredMode, requireThreatAccess } from '#threat/refuse-option.ts'
import { mergePolicy } from '#threat/policy.ts'
import type { PolicyChange, ThreatSettings, ThreatSettingsStore } from '#threat/settings-store.ts'
import { ThreatReply, ThreatUpdate, ZscalerReply } from './contract.ts'

export interface ThreatRouteParts {
  readonly threatSettings: Pick<ThreatSettingsStore, 'read' | 'write'>
  /** Names of the configured classifiers. */
  readonly threatClassifiers: readonly string[]
  readonly findName: (principal: Principal) => Promise<string | null>
}

const shared = { tag: 'Team', group: null, bucket: 'account', creditsRequired: 0 } as const
const path = '/v2/team/threat-protection'

/** The policy of the team, and the endpoints of a connection that this service does not have. */
export function threatRoutes(parts: ThreatRouteParts): Endpoint[] {
  const { threatSettings, threatClassifiers, findName } = parts
  const makeReply = replyWith(threatClassifiers)
  return [
    keyEndpoint({
      ...shared,
      method: 'GET',
      path,
      summary: 'Get the threat protection policy',
      operationId: 'getThreatProtection',
      reply: json(ThreatReply),
      async handle({ call }) {
        const settings = await threatSettings.read(call.account.teamId)
        requireThreatAccess(settings)
        return makeReply(settings)
      },
    }),
    keyEndpoint({
      ...shared,
      method: 'PUT',
      path,
      role: 'admin',
      summary: 'Replace the threat protection policy',
      description:
        'Replaces the whole policy: absent members take their defaults. For admins of the team, and for keys without restrictions.',
      operationId: 'updateThreatProtection',
      body: json(ThreatUpdate),
      reply: json(ThreatReply),
      errors: ['CONFLICT'],
      async handle({ body, call }) {
        const { teamId } = call.account
        requireThreatAccess(await threatSettings.read(teamId))
        refuseRestrictedKey(call)
        refuseStoredMode(await threatSettings.read(teamId), body.mode)
        const by = await findName(call.account.principal)
        return makeReply(await threatSettings.write(teamId, makeChange(body, by)))
      },
    }),
    ...zscalerRoutes(),
  ]
}

function makeChange(body: ThreatUpdate, by: string | null): PolicyChange {
  const { origin: _origin, integration: _integration, zscaler: _zscaler, ...rest } = body
  const { updatedAt, ...policy } = rest
  const replaces = typeof updatedAt === 'string' ? new Date(updatedAt) : updatedAt
  return { policy, by, replaces }
}

const replyWith =
  (threatClassifiers: readonly string[]) =>
  ({ policy, access, updatedAt, updatedBy }: ThreatSettings): ThreatReply => ({
    success: true,
    data: {
      ...policy,
      ...policy,
      mode: mergePolicy({ access, policy }, undefined).mode,
      configured: updatedAt !== null,
      updatedAt,
      updatedBy,
      zscaler: null,
      enforced: access === 'enforced',
      classifiers: threatClassifiers,
    },
  })

/** A restricted key must not change what applies to the whole team. */
function refuseRestrictedKey({ account }: Call): void {
  const { allowedEndpoints, allowedFormats, allowedHosts = [] } = account
  if (allowedEndpoints.length + allowedFormats.length + allowedHosts.length === 0) return
  throw new ServiceError(
    'FORBIDDEN',
    'A restricted API key cannot change the threat protection policy. Use a key without restrictions, or the console.',
  )
}

function zscalerRoutes(): Endpoint[] {
  const always = {
    ...shared,
    reply: json(ZscalerReply),
    handle: () => Promise.reject(new ServiceError('FORBIDDEN', noZscaler)),
  } as const
  return [
    keyEndpoint({
      ...always,
      method: 'POST',
      path: `${path}/zscaler/test-connection`,
      summary: 'Test a Zscaler connection (not available)',
    }),
    keyEndpoint({
      ...always,
      method: 'GET',
      path: `${path}/zscaler/categories`,
      summary: 'List Zscaler categories (not available)',
    }),
    keyEndpoint({
      ...always,
      method: 'POST',
      path: `${path}/zscaler/sync`,
      summary: 'Synchronise Zscaler (not available)',
    }),
  ]
}

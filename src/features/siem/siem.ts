import type { SendEvents } from '#delivery/siem/send-events.ts'
import { siemEvent } from '#delivery/siem/siem-event.ts'
import type { SiemSettings, SiemState } from '#delivery/siem/siem-settings.ts'
import type { SiemDestination } from '#delivery/siem/destination.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { SiemReply, SiemRequest, SiemTestReply } from './contract.ts'

/** Settings of the log of fetched URLs of a team (docs/api/siem.md). Fails with `FORBIDDEN` when the operator has switched it off. */
export interface Siem {
  read(call: Call): Promise<SiemReply>
  /** Fails with `BAD_REQUEST` without a client secret when none is stored. */
  write(request: SiemRequest, call: Call): Promise<SiemReply>
  /** Sends one event. Fails with `CONFLICT` when nothing is configured and enabled. */
  test(call: Call): Promise<SiemTestReply>
}

export interface SiemDeps {
  readonly isAvailable: boolean
  readonly siemSettings: Pick<SiemSettings, 'read' | 'write' | 'remove'>
  readonly sendEvents: SendEvents
}

export function createSiem({ isAvailable, siemSettings, sendEvents }: SiemDeps): Siem {
  function assertAvailable(): void {
    if (isAvailable) return
    throw new ServiceError(
      'FORBIDDEN',
      'SIEM Logging is not enabled for your team. Ask the operator of this service to set WEIR_SIEM=on.',
    )
  }
  const makeReply = async (teamId: string): Promise<SiemReply> => ({
    success: true,
    data: toData(await siemSettings.read(teamId)),
  })
  return {
    async read({ account }) {
      assertAvailable()
      return makeReply(account.teamId)
    },
    async write({ enabled, destination }, { account }) {
      assertAvailable()
      const { teamId } = account
      const stored = (await siemSettings.read(teamId))?.destination
      await siemSettings.write(teamId, { enabled, destination: withSecret(destination, stored) })
      return makeReply(teamId)
    },
    async test(call) {
      assertAvailable()
      const { teamId } = call.account
      const state = await siemSettings.read(teamId)
      if (!state?.enabled) {
        throw new ServiceError('CONFLICT', 'SIEM Logging is not configured and enabled.')
      }
      const { destination } = state
      const sending = { id: call.operationId, teamId, destination, events: [testEvent(call)] }
      const sent = await sendEvents(sending, call.signal)
      if (sent.status === 'delivered') return { success: true, data: { delivered: true } }
      return { success: true, data: { delivered: false, error: sent.failure } }
    },
  }
}

/** An event of a fetch that did not happen, marked by its endpoint and its host. */
function testEvent({ operationId, account }: Call) {
  const now = new Date()
  return siemEvent({
    teamId: account.teamId,
    principal: account.principal,
    endpoint: 'test',
    requestId: operationId,
    scrapeId: operationId,
    url: 'https://siem-test.invalid/',
    startedAt: now,
    completedAt: now,
    zeroDataRetention: false,
    outcome: { httpStatus: 200 },
  })
}

export const secretNeeded = 'clientSecret is required when SIEM is first configured'

/** A secret that is left out stays as it was stored for the same type of destination. */
function withSecret(
  wanted: SiemRequest['destination'],
  stored: SiemDestination | undefined,
): SiemDestination {
  if (wanted.type === 'http') {
    const { url, secret = stored?.type === 'http' ? stored.secret : undefined } = wanted
    return { type: 'http', url, ...(secret !== undefined && { secret }) }
  }
  const former = stored?.type === 'azure_sentinel' ? stored.clientSecret : undefined
  const { clientSecret = former } = wanted
  if (clientSecret === undefined) {
    throw new ServiceError('BAD_REQUEST', secretNeeded, {
      details: [{ code: 'custom', path: ['destination', 'clientSecret'], message: secretNeeded }],
    })
  }
  return { ...wanted, clientSecret }
}

function toData(state: SiemState | undefined): SiemReply['data'] {
  if (!state) return { configured: false, enabled: false, destination: null }
  const { enabled, destination, updatedAt, waiting, delivered, dropped } = state
  return {
    configured: true,
    enabled,
    destination: withoutSecret(destination),
    updatedAt: updatedAt.toISOString(),
    delivery: {
      waiting,
      delivered,
      dropped,
      lastDeliveredAt: state.deliveredAt?.toISOString() ?? null,
      lastFailedAt: state.failedAt?.toISOString() ?? null,
      lastFailure: state.failure,
    },
  }
}

function withoutSecret(destination: SiemDestination): SiemReply['data']['destination'] {
  if (destination.type === 'http') {
    const { type, url, secret } = destination
    return { type, url, secretConfigured: secret !== undefined }
  }
  const { clientSecret: _secret, ...rest } = destination
  return { ...rest, clientSecretConfigured: true }
}

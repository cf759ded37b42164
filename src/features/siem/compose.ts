import type { Config } from '#config.ts'
import { createAzureTokens } from '#delivery/siem/azure-tokens.ts'
import { createFormBatches } from '#delivery/siem/form-batches.ts'
import { createSendEvents } from '#delivery/siem/send-events.ts'
import { createSiemQueue } from '#delivery/siem/siem-queue.ts'
import type { Feature } from '#features/feature.ts'
import { createSiemFeature } from './feature.ts'
import { createApiClient, type ApiAccess } from '#net/api-client.ts'

type SiemParts = ApiAccess &
  Omit<Parameters<typeof createFormBatches>[0], 'eventsMax'> &
  Omit<
    Parameters<typeof createSiemFeature>[0],
    'isAvailable' | 'sendEvents' | 'siemQueue' | 'formBatches'
  > & {
    readonly config: Config
    readonly siemOutbox: Parameters<typeof createSiemQueue>[0]['outbox']
    readonly webhookSecrets: { signing(teamId: string): Promise<readonly string[]> }
  }

/** The log of fetched URLs: settings, batches and their sender. */
export function composeSiem(parts: SiemParts, stack: AsyncDisposableStack): Feature {
  const { config, webhookSecrets } = parts
  const { siem, siemEventsMax: eventsMax, azureLoginUrl, azureMonitorScope } = config.delivery
  const { callApi } = stack.use(createApiClient({ ...parts, configuredUrls: [azureLoginUrl] }))
  const sendEvents = createSendEvents({
    ...parts,
    callApi,
    tokens: createAzureTokens({ callApi, loginUrl: azureLoginUrl, scope: azureMonitorScope }),
    loadSecrets: (teamId) => webhookSecrets.signing(teamId),
  })
  return createSiemFeature({
    ...parts,
    isAvailable: siem === 'on',
    sendEvents,
    siemQueue: createSiemQueue({ ...parts, outbox: parts.siemOutbox, sendEvents }),
    formBatches: createFormBatches({ ...parts, eventsMax }),
  })
}

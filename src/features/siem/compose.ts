import type { Config } from '#config.ts'
import { createAzureTokens } from '#delivery/siem/azure-tokens.ts'
import { createFormBatches } from '#delivery/siem/form-batches.ts'
import { createSendEvents } from '#delivery/siem/send-events.ts'
import type { SiemOutbox } from '#delivery/siem/siem-outbox.ts'
import type { SiemSettings } from '#delivery/siem/siem-settings.ts'
import { createSiemQueue } from '#delivery/siem/siem-queue.ts'
import type { Feature } from '#features/feature.ts'
import { createSiemFeature } from './feature.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import { createApiClient } from '#net/api-client.ts'
import type { Guard } from '#net/guard.ts'
import type { Lookup } from '#net/lookup.ts'
import type { Database } from '#storage/database.ts'

interface SiemParts {
  readonly config: Config
  readonly database: Database
  readonly guard: Guard
  readonly lookup: Lookup
  readonly siemSettings: SiemSettings
  readonly siemOutbox: SiemOutbox
  readonly webhookSecrets: { signing(teamId: string): Promise<readonly string[]> }
  readonly urlRules: UrlRules
  readonly clock: Clock
  readonly log: Log
}

/** The log of fetched URLs: settings, batches and their sender. */
export function composeSiem(parts: SiemParts, stack: AsyncDisposableStack): Feature {
  const { config, guard, lookup, webhookSecrets } = parts
  const { siem, siemEventsMax: eventsMax, azureLoginUrl, azureMonitorScope } = config.delivery
  const { callApi } = stack.use(createApiClient({ guard, configuredUrls: [azureLoginUrl], lookup }))
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

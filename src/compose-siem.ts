import type { Foundations } from '#compose-foundations.ts'
import { createAzureTokens } from '#delivery/siem/azure-tokens.ts'
import { createFormBatches } from '#delivery/siem/form-batches.ts'
import { createSendEvents } from '#delivery/siem/send-events.ts'
import { createSiemQueue } from '#delivery/siem/siem-queue.ts'
import type { Feature } from '#features/feature.ts'
import { createSiemFeature } from '#features/siem/feature.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { createApiClient } from '#net/api-client.ts'

/** The log of fetched URLs: settings, batches and their sender. */
export function composeSiem(
  foundations: Foundations,
  urlRules: UrlRules,
  stack: AsyncDisposableStack,
): Feature {
  const { config, database, guard, lookup, clock, log, siemSettings, webhookSecrets } = foundations
  const { siem, siemEventsMax: eventsMax, azureLoginUrl, azureMonitorScope } = config.delivery
  const { callApi } = stack.use(createApiClient({ guard, configuredUrls: [azureLoginUrl], lookup }))
  const sendEvents = createSendEvents({
    callApi,
    tokens: createAzureTokens({ callApi, loginUrl: azureLoginUrl, scope: azureMonitorScope }),
    secretsOf: (teamId) => webhookSecrets.signing(teamId),
    clock,
  })
  return createSiemFeature({
    isAvailable: siem === 'on',
    siemSettings,
    sendEvents,
    urlRules,
    siemQueue: createSiemQueue({ outbox: foundations.siemOutbox, sendEvents, log }),
    formBatches: createFormBatches({ database, clock, eventsMax, log }),
    log,
  })
}

import type { Feature } from '#features/feature.ts'
import type { DeliveryLog } from '#delivery/delivery-log.ts'
import { json, keyEndpoint } from '#http/endpoint.ts'
import { ServiceError } from '#kernel/errors.ts'
import { webhookConsoleRoutes, type WebhookConsoleParts } from './console-routes.ts'
import { Deliveries, DeliveriesQuery, DeliveryParams, Replayed, type Delivery } from './contract.ts'

const shared = { tag: 'Webhooks', group: 'others', bucket: 'account', creditsRequired: 0 } as const

/** The delivery log, an addition to the API of the original service. */
export function createWebhookFeature({
  deliveryLog: log,
  ...parts
}: WebhookConsoleParts & { readonly deliveryLog: DeliveryLog }): Feature {
  return {
    endpoints: [
      ...webhookConsoleRoutes(parts),
      keyEndpoint({
        ...shared,
        method: 'GET',
        path: '/v2/webhooks/deliveries',
        summary: 'List webhook deliveries',
        query: DeliveriesQuery,
        reply: json(Deliveries),
        errors: [],
        handle: async ({ query: { jobId, limit }, call }) => ({
          success: true as const,
          data: (await log.list(call.account.teamId, { jobId, limit })).map(toDelivery),
        }),
      }),
      keyEndpoint({
        ...shared,
        method: 'POST',
        path: '/v2/webhooks/deliveries/:id/replay',
        summary: 'Replay a delivery',
        params: DeliveryParams,
        reply: json(Replayed),
        errors: ['NOT_FOUND'],
        handle: async ({ params: { id }, call }) => {
          if (await log.replay(call.account.teamId, id)) return { success: true as const }
          throw new ServiceError('NOT_FOUND', 'No finished delivery has this id.')
        },
      }),
    ],
  }
}

type Entry = Awaited<ReturnType<DeliveryLog['list']>>[number]

function toDelivery({ failure, createdAt, nextAttemptAt, ...entry }: Entry): Delivery {
  return {
    ...entry,
    error: failure,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  }
}

import type { Feature } from '#features/feature.ts'
import type { DeliveryLog, DeliveryRecord } from '#delivery/delivery-log.ts'
import { writeEnvelope, type EnvelopeDeps } from '#delivery/envelope.ts'
import { json, keyEndpoint } from '#http/endpoint.ts'
import { ServiceError } from '#kernel/errors.ts'
import { withData } from '#kernel/reply.ts'
import { webhookConsoleRoutes, type WebhookConsoleParts } from './console-routes.ts'
import {
  Deliveries,
  DeliveriesQuery,
  DeliveryDetails,
  DeliveryParams,
  Replayed,
  requestBytesMax,
} from './contract.ts'

const shared = { tag: 'Webhooks', group: 'others', bucket: 'account', creditsRequired: 0 } as const

/** The delivery log, an addition to the API of the original service. */
export function createWebhookFeature({
  deliveryLog: log,
  ...parts
}: WebhookConsoleParts & EnvelopeDeps & { readonly deliveryLog: DeliveryLog }): Feature {
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
        handle: async ({ query, call }) =>
          withData((await log.list(call.account.teamId, query)).map(toDelivery)),
      }),
      keyEndpoint({
        ...shared,
        method: 'GET',
        path: '/v2/webhooks/deliveries/:id',
        summary: 'Get a webhook delivery with its attempts',
        params: DeliveryParams,
        reply: json(DeliveryDetails),
        errors: ['NOT_FOUND'],
        async handle({ params: { id }, call }) {
          const record = await log.read(call.account.teamId, id)
          if (record) return withData(await loadDetails(record, parts))
          throw new ServiceError('NOT_FOUND', 'No delivery of the last 7 days has this id.')
        },
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

const toDelivery = ({ failure, ...entry }: Entry) => ({ ...entry, error: failure })

async function loadDetails(
  { entry, delivery, attempts }: DeliveryRecord,
  { loadDocument }: EnvelopeDeps,
) {
  const body = delivery && (await loadBody(entry.id, delivery, loadDocument))
  const isRequestCut = (body?.length ?? 0) > requestBytesMax
  const beginning = body?.subarray(0, requestBytesMax)
  return {
    ...toDelivery(entry),
    request: body ? new TextDecoder().decode(beginning, { stream: isRequestCut }) : null,
    isRequestCut,
    attemptLog: attempts.map(({ failure, answer, ...attempt }) => ({
      ...attempt,
      error: failure,
      contentType: answer?.contentType ?? null,
      response: answer?.text ?? null,
      isResponseCut: answer?.isCut ?? false,
    })),
  }
}

/** Undefined when the document that the event is about has expired. */
async function loadBody(
  id: string,
  delivery: NonNullable<DeliveryRecord['delivery']>,
  loadDocument: EnvelopeDeps['loadDocument'],
) {
  const { jobId, position } = delivery.event
  if (position === undefined) return writeEnvelope(id, delivery, { loadDocument })
  const document = await loadDocument(jobId, position)
  return document && writeEnvelope(id, delivery, { loadDocument: async () => document })
}

import type { DeliveryLog } from '#delivery/delivery-log.ts'
import type { Feature } from '#features/feature.ts'
import { webhookRoutes } from './routes.ts'

export function createWebhookFeature(deps: { readonly deliveryLog: DeliveryLog }): Feature {
  return { endpoints: webhookRoutes(deps.deliveryLog) }
}

import { z } from 'zod'
import { Id } from '#kernel/ids.ts'

const Delivery = z
  .object({
    id: z.uuid().meta({ description: '`webhookId` of every attempt.' }),
    jobId: z.uuid(),
    type: z.string(),
    url: z.string(),
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.int(),
    status: z.int().nullable().meta({ description: 'Status of the last response.' }),
    error: z.string().nullable(),
    createdAt: z.iso.datetime(),
    nextAttemptAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Delivery', description: 'A webhook delivery and its state.' })
export type Delivery = z.output<typeof Delivery>

export const DeliveriesQuery = z.object({
  jobId: Id.optional().meta({ description: 'Lists only deliveries of this job.' }),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

export const Deliveries = z
  .object({ success: z.literal(true), data: z.array(Delivery) })
  .meta({ id: 'Deliveries', description: 'Deliveries of the last 7 days, newest first.' })

export const DeliveryParams = z.object({ id: Id })

export const Replayed = z
  .object({ success: z.literal(true) })
  .meta({ id: 'Replayed', description: 'The delivery will be attempted again.' })

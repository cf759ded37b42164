import { z } from 'zod'
import { dataReply, time } from '#kernel/reply.ts'
import { Id } from '#kernel/uuid.ts'

const deliveryMembers = {
  id: z.uuid().meta({ description: '`webhookId` of every attempt.' }),
  jobId: z.uuid(),
  type: z.string(),
  url: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  status: z.int().nullable().meta({ description: 'Status of the last response.' }),
  error: z.string().nullable(),
  createdAt: time,
  nextAttemptAt: time.nullable(),
}

const Delivery = z
  .object(deliveryMembers)
  .meta({ id: 'Delivery', description: 'A webhook delivery and its state.' })

export const DeliveriesQuery = z.object({
  jobId: Id.optional().meta({ description: 'Lists only deliveries of this job.' }),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  before: Id.optional().meta({ description: 'Lists only deliveries behind this one.' }),
})

export const Deliveries = dataReply(z.array(Delivery)).meta({
  id: 'Deliveries',
  description: 'Deliveries of the last 7 days, newest first.',
})

const textMax = 64 * 1024

const DeliveryAttempt = z
  .object({
    startedAt: time,
    durationMs: z.int().min(0),
    status: z.int().nullable().meta({ description: 'Null when there was no response.' }),
    error: z.string().nullable(),
    contentType: z.string().nullable(),
    response: z
      .string()
      .max(8 * 1024)
      .nullable()
      .meta({
        description: 'The first 8 KB of the text; null when there was none, or it was compressed.',
      }),
    isResponseCut: z.boolean(),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One attempt to send a delivery.' })

export const DeliveryDetails = dataReply(
  z.object({
    ...deliveryMembers,
    request: z.string().max(textMax).nullable().meta({
      description:
        'The first 64 KB of the body. Null under zero data retention, and when the result that it contains has expired.',
    }),
    isRequestCut: z.boolean(),
    attemptLog: z.array(DeliveryAttempt).max(20).meta({
      description: 'The last 20 attempts, oldest first; empty under zero data retention.',
    }),
  }),
).meta({ id: 'DeliveryDetails', description: 'A delivery, its body and its attempts.' })
export type DeliveryDetails = z.output<typeof DeliveryDetails>

/** Bytes of the body of a delivery that are returned. */
export const requestBytesMax = textMax

export const DeliveryParams = z.object({ id: Id })

export const Replayed = z
  .object({ success: z.literal(true) })
  .meta({ id: 'Replayed', description: 'The delivery will be attempted again.' })

import { z } from 'zod'
import { dataReply, time } from '#kernel/reply.ts'
import { strictBody } from '#kernel/strict-body.ts'
import { webUrl, writeUrlPattern, type UrlRules } from '#kernel/web-url.ts'

const name = z.string().min(1).max(256)
const secret = z.string().min(1).max(1_024)

/** A URL that may be called, by the rules of webhooks. */
function receiver(rules: UrlRules, description: string) {
  return webUrl(rules)
    .superRefine((text, context) => {
      const url = URL.parse(text)
      const message = url ? rules.webhookRefusal?.(url) : undefined
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })
    .meta({
      description,
      pattern: writeUrlPattern({ hosts: rules.allowedHosts, hasAddresses: false }),
    })
}

/** The body of `PUT /v2/team/siem`. */
export const siemRequest = (rules: UrlRules) =>
  strictBody({
    enabled: z.boolean().meta({ description: 'Whether events are recorded and sent.' }),
    destination: z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('azure_sentinel'),
        tenantId: name.meta({ description: 'Directory (tenant) id of Microsoft Entra ID.' }),
        clientId: name.meta({ description: 'Application (client) id.' }),
        clientSecret: secret.optional().meta({
          description: 'Required at first; later the stored one stays when it is left out.',
        }),
        dceUrl: receiver(rules, 'Log ingestion endpoint of the data collection endpoint or rule.'),
        dcrImmutableId: name.meta({ description: 'Immutable id of the data collection rule.' }),
        streamName: z
          .string()
          .max(256)
          .regex(/^Custom-/, 'streamName must begin with Custom-.')
          .meta({ description: 'Stream of the rule; begins with `Custom-`.' }),
      }),
      z.strictObject({
        type: z.literal('http'),
        url: receiver(rules, 'Receives the events as JSON lines.'),
        secret: secret.optional().meta({
          description:
            'Signs the requests. Without one, the webhook secret of the team does; a stored one stays when it is left out.',
        }),
      }),
    ]),
  }).meta({ id: 'SiemSettingsRequest', description: 'Where events of fetched URLs are sent.' })
export type SiemRequest = z.output<ReturnType<typeof siemRequest>>

const Destination = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('azure_sentinel'),
    tenantId: z.string(),
    clientId: z.string(),
    clientSecretConfigured: z.literal(true),
    dceUrl: z.string(),
    dcrImmutableId: z.string(),
    streamName: z.string(),
  }),
  z.object({ type: z.literal('http'), url: z.string(), secretConfigured: z.boolean() }),
])

const Delivery = z
  .object({
    waiting: z.int().meta({ description: 'Events that have not been sent yet.' }),
    delivered: z.int(),
    dropped: z.int().meta({
      description: 'Events that were given up: too many waited, or they were refused for too long.',
    }),
    lastDeliveredAt: time.nullable(),
    lastFailedAt: time.nullable(),
    lastFailure: z.string().nullable(),
  })
  .meta({ id: 'SiemDelivery', description: 'What became of the events.' })

export const SiemReply = dataReply(
  z.object({
    configured: z.boolean(),
    enabled: z.boolean(),
    destination: Destination.nullable(),
    updatedAt: time.optional(),
    delivery: Delivery.optional(),
  }),
).meta({ id: 'SiemSettings', description: 'The settings, without secrets.' })
export type SiemReply = z.output<typeof SiemReply>

export const SiemTestReply = dataReply(
  z.object({
    delivered: z.boolean(),
    error: z.string().optional().meta({ description: 'Why the destination refused the event.' }),
  }),
).meta({ id: 'SiemTest', description: 'Whether the destination accepted a test event.' })
export type SiemTestReply = z.output<typeof SiemTestReply>

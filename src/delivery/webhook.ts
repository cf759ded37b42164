import { z } from 'zod'
import { readUrl, urlLengthMax } from '#kernel/url.ts'
import { writeUrlPattern, type UrlRules } from '#kernel/web-url.ts'

const headersMax = 64
const headerLengthMax = 8_192
/** Largest `headers` and `metadata` together, as JSON: they are sent with every delivery. */
const extrasBytesMax = 8_192
const eventsMax = 32
/** RFC 9110: a token, and text without control characters. */
const headerName = /^[!#$%&'*+.^_`|~\w-]+$/
const headerValue = /^[\t -~\u0080-\u00ff]*$/

/** Names the service sets itself. */
const managed = new Set([
  'x-firecrawl-signature',
  'x-firecrawl-webhook-id',
  'x-firecrawl-event',
  'x-firecrawl-job-id',
  'x-firecrawl-scrape-id',
  'x-firecrawl-delivery-mode',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'content-length',
  'host',
  'connection',
  'transfer-encoding',
])

const Headers = z
  .record(
    z.string().max(headerLengthMax).meta({ pattern: headerName.source }),
    z.string().max(headerLengthMax).meta({ pattern: headerValue.source }),
  )
  .superRefine((headers, context) => {
    const names = Object.keys(headers)
    const refused = names.filter((name) => managed.has(name.toLowerCase()))
    if (refused.length > 0) {
      const message = `The following headers are not allowed: ${refused.join(', ')}`
      context.addIssue({ code: 'custom', message })
    }
    if (names.length > headersMax) {
      context.addIssue({ code: 'custom', message: `Number of headers cannot exceed ${headersMax}` })
    }
    for (const [name, value] of Object.entries(headers)) {
      if (headerName.test(name) && headerValue.test(value)) continue
      context.addIssue({ code: 'custom', path: [name], message: 'This header cannot be sent.' })
    }
  })
  .meta({ maxProperties: headersMax })

/** The text for a webhook that no schema refuses. */
export const webhookRefusal = `Webhook headers and metadata are … bytes as JSON; together they may be at most ${extrasBytesMax}. Send an id and keep the rest on your side.`

/** Webhook settings of a request (docs/api/webhooks.md): a URL, or an object. */
export function webhook<Event extends string>(events: readonly Event[], rules: UrlRules) {
  const url = z
    .string()
    .transform((text, context) => {
      const reading = readUrl(text, rules.allowedHosts)
      const reason =
        reading.status === 'read' ? rules.webhookRefusal?.(new URL(reading.url)) : reading.reason
      if (reading.status === 'read' && reason === undefined) return reading.url
      context.addIssue({ code: 'custom', message: reason })
      return z.NEVER
    })
    .meta({
      description:
        'http or https, https alone where the operator says so; redirects are not followed.',
      pattern: writeUrlPattern({ hosts: rules.allowedHosts, hasAddresses: false }),
      maxLength: urlLengthMax,
    })
  const settings = z.strictObject({
    url,
    headers: Headers.default({}).meta({ description: 'Sent with every delivery.' }),
    metadata: z
      .record(z.string(), z.unknown())
      .default({})
      .meta({
        description: `Comes back in every delivery. With the headers at most ${extrasBytesMax} bytes of JSON.`,
      }),
    events: z.array(z.enum(events)).max(eventsMax).default([]).meta({
      description: 'All of them when empty.',
    }),
    ordered: z.boolean().optional().meta({
      description:
        'The events of a job one after the other (the default). With false, up to 16 at once, in any order.',
    }),
  })
  const bounded = settings.superRefine(({ headers, metadata }, context) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ headers, metadata })).length
    if (bytes > extrasBytesMax) {
      context.addIssue({ code: 'custom', message: webhookRefusal.replace('…', String(bytes)) })
    }
  })
  return z
    .union([url.transform((only) => settings.parse({ url: only })), bounded])
    .meta({ description: 'Receiver of events.' })
}

/** Where messages go, and what of the caller goes with each. */
export interface WebhookTarget {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly metadata: Readonly<Record<string, unknown>>
}

export interface Webhook extends WebhookTarget {
  readonly events: readonly string[]
  /** Whether the events of a job are sent one after the other: unless it is false. */
  readonly ordered?: boolean | undefined
}

/** Whether the caller wants to hear of an event; it may be named whole or without its first part. */
export function subscribesTo({ events }: Webhook, type: string): boolean {
  const [, ...rest] = type.split('.')
  return events.length === 0 || events.includes(type) || events.includes(rest.join('.'))
}

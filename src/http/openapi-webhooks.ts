import { z } from 'zod'
import type { createComponents, Json } from './openapi-components.ts'

const jobEvents = (name: string, of: string) => ({
  [`${name}.started`]: `${of} was accepted; \`data\` is empty.`,
  [`${name}.page`]: `A page of ${of.toLowerCase()} has ended; \`data\` has its Document, or \`metadata\` with \`sourceURL\` and \`error\`.`,
  [`${name}.completed`]: `All pages of ${of.toLowerCase()} have ended; \`data\` is empty.`,
  [`${name}.failed`]: `${of} cannot continue; \`error\` says why.`,
  [`${name}.cancelled`]: `${of} was cancelled; \`data\` is empty.`,
})

/** Every event that is delivered, and what its `data` has (docs/api/webhooks.md). */
const webhookEvents: Readonly<Record<string, string>> = {
  ...jobEvents('crawl', 'A crawl'),
  ...jobEvents('batch_scrape', 'A batch'),
  'monitor.page': 'A page of a check has ended; `data` has its status and difference.',
  'monitor.check.completed': 'A check has ended; `data` has its status and summary.',
  'extract.started': 'An extraction was accepted; `data` is empty.',
  'extract.completed': 'An extraction has ended; `data` has its result.',
  'extract.failed': 'An extraction cannot continue; `error` says why.',
  'agent.started': 'A run of the agent was accepted; `data` is empty.',
  'agent.action': 'A tool of the agent has ended; `data` names it.',
  'agent.completed': 'A run of the agent has ended; `data` has its result.',
  'agent.failed': 'A run of the agent cannot continue; `error` says why.',
  'agent.cancelled': 'A run of the agent was cancelled.',
}

const WebhookEvent = z
  .object({
    success: z.boolean(),
    type: z.string(),
    id: z.uuid().meta({ description: 'Id of the job, or of the check.' }),
    webhookId: z.uuid().meta({ description: 'The same in every attempt.' }),
    data: z.array(z.looseObject({})),
    metadata: z.looseObject({}).meta({ description: 'As given with the webhook.' }),
    error: z.string().optional(),
  })
  .meta({ id: 'WebhookEvent', description: 'The body of a delivery.' })

const headers: Readonly<Record<string, string>> = {
  'X-Firecrawl-Signature': '`sha256=` and the HMAC-SHA256 of the body, in hexadecimal.',
  'X-Firecrawl-Webhook-Id': 'Id of the delivery, the same in every attempt.',
  'X-Firecrawl-Event': 'Type of the event.',
  'X-Firecrawl-Job-Id': 'Id of the job, or of the check.',
  'webhook-id': 'As defined by Standard Webhooks.',
  'webhook-timestamp': 'As defined by Standard Webhooks.',
  'webhook-signature': 'As defined by Standard Webhooks.',
}

/** The `webhooks` of the OpenAPI document: what is sent to the URL of a webhook. */
export function describeWebhooks(makeSchema: ReturnType<typeof createComponents>['schema']): Json {
  const event = makeSchema(WebhookEvent, 'output')
  const parameters = Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  }))
  const entries = Object.entries(webhookEvents).map(([type, description]) => {
    const schema = { allOf: [event, { type: 'object', properties: { type: { const: type } } }] }
    const post = {
      operationId: makeName(type),
      summary: type,
      description,
      tags: ['Webhooks'],
      parameters,
      requestBody: {
        description: 'The event.',
        required: true,
        content: { 'application/json': { schema } },
      },
      responses: {
        '2XX': { description: 'Completes the delivery, within 10 seconds.' },
        410: { description: 'Stops all deliveries of the job.' },
      },
    }
    return [type, { post }]
  })
  return Object.fromEntries(entries)
}

/** `crawl.page` becomes `onCrawlPage`. */
function makeName(type: string): string {
  const words = type.replaceAll('_', '.').split('.')
  return `on${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`
}

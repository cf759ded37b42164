import { z } from 'zod'
import type { Outbox } from '#delivery/outbox.ts'
import { webhook } from '#delivery/webhook.ts'
import { consoleEndpoint } from '#http/console-endpoint.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { dataReply, withData } from '#kernel/reply.ts'
import type { Database } from '#storage/database.ts'

export interface WebhookConsoleParts {
  readonly outbox: Pick<Outbox, 'add'>
  readonly database: Pick<Database, 'transaction'>
  readonly urlRules: UrlRules
}

const type = 'webhook.test'
const Sent = dataReply(z.object({ jobId: z.uuid() }))

/** What the console needs beside the delivery log: a signed event for a receiver, to try it. */
export function webhookConsoleRoutes(parts: WebhookConsoleParts): Endpoint[] {
  const { outbox, database, urlRules } = parts
  return [
    consoleEndpoint({
      method: 'POST',
      path: '/console/api/webhook-test',
      role: 'member',
      body: json(z.strictObject({ webhook: webhook([type], urlRules) })),
      reply: json(Sent),
      async handle({ body, session }) {
        const jobId = newId()
        const event = {
          teamId: session.account.teamId,
          jobId,
          zeroDataRetention: false,
          type,
          webhook: { ...body.webhook, events: [] },
          success: true,
          data: [{ message: 'This is a test of the console.' }],
        }
        await database.transaction((sql) => outbox.add(sql, [event]))
        return withData({ jobId })
      },
    }),
  ]
}

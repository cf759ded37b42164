import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import { isZeroDataRetention } from '#operations/zero-data-retention.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { optionRefusals } from '#pages/option-rules.ts'
import { webhookRefusal } from '#delivery/webhook.ts'
import { otherRetention, type Batch } from './batch.ts'
import { BatchReply, batchRequest } from './contract.ts'
import { jobRoutes } from '#job-api/routes.ts'

export function batchRoutes({ batch, ...rules }: UrlRules & { batch: Batch }): Endpoint[] {
  return [
    keyEndpoint({
      method: 'POST',
      path: '/v2/batch/scrape',
      summary: 'Scrape many URLs',
      description:
        'Scrapes the URLs in the background. Results are available until expiresAt, 24 hours after the start unless the team is set to more; under zero data retention for one hour after the end, as long as a process with their key is running.',
      operationId: 'startBatch',
      tag: 'Batch',
      group: 'batch-scrape',
      bucket: 'crawl',
      creditsRequired: 1,
      body: json(batchRequest(rules)),
      reply: json(BatchReply),
      errors: ['NOT_FOUND', 'CONFLICT', 'NOT_IMPLEMENTED', 'UNPROCESSABLE', 'SAFE_MODE_BLOCKED'],
      refusals: [otherRetention, webhookRefusal, ...optionRefusals],
      isIdempotent: ({ options }, account) => !isZeroDataRetention(options, account),
      handle: async ({ body, call, baseUrl }) => {
        const { id, invalidURLs } = await batch.start(body, call)
        const url = `${baseUrl}/v2/batch/scrape/${id}`
        return { success: true as const, id, url, ...(invalidURLs && { invalidURLs }) }
      },
    }),
    ...jobRoutes(batch, {
      path: '/v2/batch/scrape',
      noun: 'batch',
      tag: 'Batch',
      group: 'batch-scrape',
    }),
  ]
}

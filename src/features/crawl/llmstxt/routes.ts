import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import { JobParams } from '#job-api/contract.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { LlmsTextStarted, llmsTextRequest, LlmsTextStatus } from './contract.ts'
import type { LlmsText } from './llms-text.ts'

const shared = { tag: 'Crawl', group: 'crawl' } as const

export const llmsTextRoutes = (llmsText: LlmsText, rules: UrlRules): Endpoint[] => [
  keyEndpoint({
    ...shared,
    method: 'POST',
    path: '/v2/llmstxt',
    summary: 'Make an llms.txt of a site',
    description: 'Crawls the site in the background. `GET /v2/llmstxt/{id}` has the text.',
    operationId: 'startLlmsText',
    bucket: 'crawl',
    creditsRequired: 1,
    body: json(llmsTextRequest(rules)),
    reply: json(LlmsTextStarted),
    errors: ['UNPROCESSABLE'],
    isIdempotent: () => true,
    handle: async ({ body, call }) => ({
      success: true as const,
      id: await llmsText.start(body, call),
    }),
  }),
  keyEndpoint({
    ...shared,
    method: 'GET',
    path: '/v2/llmstxt/:id',
    summary: 'Get the llms.txt of a crawl',
    operationId: 'getLlmsText',
    bucket: 'status',
    params: JobParams,
    reply: json(LlmsTextStatus),
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: ({ params, call }) => llmsText.status(params.id, call),
  }),
]

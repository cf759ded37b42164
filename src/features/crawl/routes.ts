import { jobRoutes } from '#features/job/routes.ts'
import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import { isZeroDataRetention } from '#operations/zero-data-retention.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { ActiveCrawls, CrawlPreview, CrawlReply, crawlRequest, previewRequest } from './contract.ts'
import { retentionOf, type Crawl } from './crawl.ts'

/** Text of the rate limit error. */
const slowDown = 'Request rate limit exceeded. Please wait and try again later.'

export function crawlRoutes({ crawl, ...rules }: UrlRules & { crawl: Crawl }): Endpoint[] {
  const shared = { tag: 'Crawl', group: 'crawl' } as const
  const active = (path: `/${string}`) =>
    keyEndpoint({
      ...shared,
      method: 'GET',
      path,
      summary: 'List running crawls',
      bucket: 'status',
      creditsRequired: 0,
      reply: json(ActiveCrawls),
      errors: [],
      messages: { RATE_LIMIT_EXCEEDED: slowDown },
      handle: ({ call }) => crawl.active(call),
    })
  return [
    keyEndpoint({
      ...shared,
      method: 'POST',
      path: '/v2/crawl',
      summary: 'Crawl a site',
      description:
        'Crawls the site in the background. Results are available for 24 hours after the start; under zero data retention for one hour after the end, as long as a process with their key is running.',
      operationId: 'startCrawl',
      bucket: 'crawl',
      creditsRequired: 1,
      body: json(crawlRequest(rules)),
      reply: json(CrawlReply),
      errors: ['NOT_IMPLEMENTED', 'UNPROCESSABLE'],
      isIdempotent: (body, account) => !isZeroDataRetention(retentionOf(body), account),
      handle: async ({ body, call, baseUrl }) => {
        const id = await crawl.start(body, call)
        return { success: true as const, id, url: `${baseUrl}/v2/crawl/${id}` }
      },
    }),
    keyEndpoint({
      ...shared,
      method: 'POST',
      path: '/v2/crawl/params-preview',
      summary: 'Preview crawl options for a prompt',
      description: 'Needs a language model; none is available in this version.',
      bucket: 'crawl',
      creditsRequired: 1,
      invalidPrefix: 'Invalid request parameters',
      body: json(previewRequest(rules)),
      reply: json(CrawlPreview),
      errors: [],
      handle: async () => {
        const message = 'The preview needs a language model. None is available in this version.'
        throw new ServiceError('SERVICE_UNAVAILABLE', message)
      },
    }),
    active('/v2/crawl/active'),
    active('/v2/crawl/ongoing'),
    ...jobRoutes(crawl, { ...shared, path: '/v2/crawl', noun: 'crawl' }),
  ]
}

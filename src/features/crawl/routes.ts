import { jobRoutes } from '#features/job/routes.ts'
import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import { isZeroDataRetention } from '#operations/zero-data-retention.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { ActiveCrawls, CrawlPreview, CrawlReply, crawlRequest, previewRequest } from './contract.ts'
import { retentionOf, type Crawl } from './crawl.ts'

/** The words of contract section 24, D6. */
const slowDown = 'Request rate limit exceeded. Please wait and try again later.'

/** Contract section 9. */
export function crawlRoutes({ crawl, ...rules }: UrlRules & { crawl: Crawl }): Endpoint[] {
  const shared = { tag: 'Crawl', group: 'crawl' } as const
  const active = (path: `/${string}`) =>
    keyEndpoint({
      ...shared,
      method: 'GET',
      path,
      summary: 'The crawls that run now',
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
      summary: 'Scrape the pages of a site',
      description:
        'Accepts the crawl and scrapes page after page in the background. The documents can be had for 24 hours after the start; under zero data retention for an hour after the end, and only as long as a process runs that has their key.',
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
      summary: 'See which options a crawl in words comes to',
      description: 'Needs a language model, which this version does not have.',
      bucket: 'crawl',
      creditsRequired: 1,
      invalidPrefix: 'Invalid request parameters',
      body: json(previewRequest(rules)),
      reply: json(CrawlPreview),
      errors: [],
      // Contract section 25, O15.
      handle: async () => {
        const message = 'Crawls in words need a language model, which this version does not have.'
        throw new ServiceError('SERVICE_UNAVAILABLE', message)
      },
    }),
    active('/v2/crawl/active'),
    active('/v2/crawl/ongoing'),
    ...jobRoutes(crawl, { ...shared, path: '/v2/crawl', noun: 'crawl' }),
  ]
}

import { jobRoutes } from '#job-api/routes.ts'
import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import { isZeroDataRetention } from '#operations/zero-data-retention.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { ActiveCrawls, CrawlPreview, CrawlReply, crawlRequest, previewRequest } from './contract.ts'
import { chooseRetention, noLockdown, notUnderstood, type Crawl } from './crawl.ts'
import { notUnderstoodPrompt } from '#answers/crawl-params.ts'
import { webhookRefusal } from '#delivery/webhook.ts'
import { optionRefusals } from '#pages/option-rules.ts'
import { patternRefusals } from '#sites/path-patterns.ts'
import type { Preview } from './preview.ts'

/** Text of the rate limit error. */
const slowDown = 'Request rate limit exceeded. Please wait and try again later.'

const shared = { tag: 'Crawl', group: 'crawl' } as const

export function crawlRoutes({
  crawl,
  preview,
  ...rules
}: UrlRules & { crawl: Crawl; preview: Preview }): Endpoint[] {
  const active = (path: `/${string}`) =>
    keyEndpoint({
      ...shared,
      method: 'GET',
      path,
      summary: 'List running crawls',
      bucket: 'status',
      reply: json(ActiveCrawls),
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
        'Crawls the site in the background. Results are available until expiresAt, 24 hours after the start unless the team is set to more; under zero data retention for one hour after the end, as long as a process with their key is running.',
      operationId: 'startCrawl',
      bucket: 'crawl',
      creditsRequired: 1,
      body: json(crawlRequest(rules)),
      reply: json(CrawlReply),
      errors: ['NOT_IMPLEMENTED', 'UNPROCESSABLE', 'SERVICE_UNAVAILABLE', 'SAFE_MODE_BLOCKED'],
      refusals: [notUnderstood, noLockdown, webhookRefusal, ...patternRefusals, ...optionRefusals],
      isIdempotent: (body, account) => !isZeroDataRetention(chooseRetention(body), account),
      handle: async ({ body, call, baseUrl }) => {
        const { id, ...made } = await crawl.start(body, call)
        return { success: true as const, id, url: `${baseUrl}/v2/crawl/${id}`, ...made }
      },
    }),
    previewRoute(preview, rules),
    active('/v2/crawl/active'),
    active('/v2/crawl/ongoing'),
    ...jobRoutes(crawl, { ...shared, path: '/v2/crawl', noun: 'crawl' }),
  ]
}

const previewRoute = (preview: Preview, rules: UrlRules): Endpoint =>
  keyEndpoint({
    ...shared,
    method: 'POST',
    path: '/v2/crawl/params-preview',
    summary: 'Preview crawl options for a prompt',
    description: 'Turns a description into crawl options. Needs a language model; fetches nothing.',
    bucket: 'crawl',
    creditsRequired: 1,
    invalidPrefix: 'Invalid request parameters',
    body: json(previewRequest(rules)),
    reply: json(CrawlPreview),
    refusals: [notUnderstoodPrompt],
    handle: async ({ body, call }) => ({
      success: true as const,
      ...(await preview(body, call)),
    }),
  })

import { z } from 'zod'
import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import type { ErrorCode } from '#kernel/errors.ts'
import { withData } from '#kernel/reply.ts'
import { ScrapeParams, ScrapeReply, scrapeRequest } from '#pages/contract.ts'
import { optionRefusals } from '#pages/option-rules.ts'
import { isZeroDataRetention } from '#operations/zero-data-retention.ts'
import type { Results } from '#pages/results.ts'
import type { RunTools } from './run-tools.ts'
import type { Scrape } from './scrape.ts'
import { ToolsReply } from '#pages/tool-contract.ts'

interface ScrapeRoutesParts {
  readonly scrape: Scrape
  readonly runTools: RunTools
  readonly results: Pick<Results, 'read'>
  /** Hosts without a top-level domain that the operator allows. */
  readonly allowedHosts: readonly string[]
}

const failures: readonly ErrorCode[] = [
  'SCRAPE_TIMEOUT',
  'CONCURRENCY_QUEUE_TIMEOUT',
  'CONCURRENCY_LIMIT_REACHED',
  'SCRAPE_DNS_RESOLUTION_ERROR',
  'SCRAPE_NO_CACHED_DATA',
  'SCRAPE_LOCKDOWN_CACHE_MISS',
  'CONFLICT',
  'SCRAPE_ACTION_ERROR',
  'SCRAPE_ACTIONS_NOT_SUPPORTED',
  'SCRAPE_PROMPT_INJECTION_DETECTED',
  'SCRAPE_ZDR_VIOLATION_ERROR',
  'SCRAPE_UNSUPPORTED_FILE_ERROR',
  'SCRAPE_JSON_CONTENT_TOO_LARGE',
  'SCRAPE_SSL_ERROR',
  'SCRAPE_SITE_ERROR',
  'SCRAPE_PROXY_SELECTION_ERROR',
  'SCRAPE_ALL_ENGINES_FAILED',
  'NOT_IMPLEMENTED',
  'UNPROCESSABLE',
  'UNSUPPORTED_SITE',
  'SAFE_MODE_BLOCKED',
  'THIRD_PARTY_DATA_NOT_FOUND',
  'THIRD_PARTY_DATA_UNSUPPORTED_URL',
  'THIRD_PARTY_DATA_UNSUPPORTED_OPTION',
  'THIRD_PARTY_DATA_NOT_ENABLED',
  'THIRD_PARTY_DATA_ENRICHMENT_NOT_ENABLED',
  'THIRD_PARTY_DATA_TERMS_REQUIRED',
]

export function scrapeRoutes({
  scrape,
  runTools,
  results,
  allowedHosts,
}: ScrapeRoutesParts): Endpoint[] {
  return [
    keyEndpoint({
      method: 'POST',
      path: '/v2/scrape',
      summary: 'Scrape one URL',
      description:
        'Returns a page as a document. The document is stored for 24 hours, except under zero data retention.',
      operationId: 'scrape',
      isKeyless: true,
      tag: 'Scrape',
      group: 'scrape',
      bucket: 'scrape',
      creditsRequired: 1,
      body: json(scrapeRequest({ allowedHosts })),
      reply: json(z.union([ScrapeReply, ToolsReply])),
      errors: failures,
      refusals: optionRefusals,
      isIdempotent: (body, account) => !isZeroDataRetention(body, account),
      async handle({ body, call, baseUrl }) {
        const { alexandria: calls, timeout, zeroDataRetention } = body
        if (calls !== undefined) {
          const request = { calls: [calls].flat(), timeout, zeroDataRetention }
          return runTools(request, call)
        }
        return withData(await scrape(body, call, baseUrl))
      },
    }),
    keyEndpoint({
      method: 'GET',
      path: '/v2/scrape/:jobId',
      summary: 'Get a stored scrape',
      description:
        'Returns the document of a scrape of the last 24 hours by its `metadata.scrapeId`.',
      operationId: 'getScrape',
      tag: 'Scrape',
      group: 'scrape',
      bucket: 'status',
      params: ScrapeParams,
      reply: json(ScrapeReply),
      errors: ['NOT_FOUND'],
      handle: async ({ params, call }) => withData(await results.read(params.jobId, call)),
    }),
  ]
}

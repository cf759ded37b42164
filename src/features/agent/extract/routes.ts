import { refuseForeignWork } from '#kernel/own-work.ts'
import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import { ServiceError } from '#kernel/errors.ts'
import { invalidUrl } from '#kernel/url.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { webhookRefusal } from '#delivery/webhook.ts'
import { optionRefusals } from '#pages/option-rules.ts'
import { noRetention } from '#features/agent/start-agent.ts'
import type { Run } from '#features/agent/runs/run.ts'
import type { RunStore } from '#features/agent/runs/run-store.ts'
import {
  deprecation,
  extractRequest,
  ExtractParams,
  ExtractStarted,
  ExtractStatus,
} from './contract.ts'
import type { StartExtract } from './start-extract.ts'

const marks = { warnings: [deprecation], replacement: '/v2/scrape' }
const shared = {
  tag: 'Extract',
  group: 'extract',
  headers: {
    deprecation: 'true',
    link: '</v2/scrape>; rel="successor-version"',
    warning: `299 - "${deprecation}"`,
  },
} as const

export function extractRoutes({
  startExtract,
  store,
  ...rules
}: UrlRules & {
  readonly startExtract: StartExtract
  readonly store: Pick<RunStore, 'find'>
}): Endpoint[] {
  return [
    keyEndpoint({
      ...shared,
      method: 'POST',
      path: '/v2/extract',
      summary: 'Extract data from pages',
      description:
        'Deprecated. Reads the pages in the background and merges the data that they hold. Works without a language model, by structured data, labels and tables.',
      operationId: 'startExtract',
      bucket: 'agent',
      creditsRequired: 20,
      body: json(extractRequest(rules)),
      reply: json(ExtractStarted),
      errors: ['NOT_IMPLEMENTED', 'UNPROCESSABLE', 'UNBILLED_ALLOWANCE_USED'],
      refusals: [noRetention, webhookRefusal, invalidUrl, ...optionRefusals],
      isIdempotent: () => true,
      async handle({ body, call }) {
        const { id, invalidURLs } = await startExtract(body, call)
        return {
          success: true as const,
          id,
          urlTrace: [],
          ...(invalidURLs.length > 0 && { invalidURLs: [...invalidURLs] }),
          ...marks,
        }
      },
    }),
    keyEndpoint({
      ...shared,
      method: 'GET',
      path: '/v2/extract/:id',
      summary: 'State and data of an extraction',
      operationId: 'getExtractStatus',
      bucket: 'agentStatus',
      params: ExtractParams,
      reply: json(ExtractStatus),
      errors: ['NOT_FOUND'],
      async handle({ params, call }) {
        const { teamId } = call.account
        const run = await store.find({ id: params.id, teamId, kind: 'extract' })
        if (!run) throw new ServiceError('NOT_FOUND', 'Extract job not found')
        refuseForeignWork(call.account, run.request.account.principal)
        return makeStatus(run)
      },
    }),
  ]
}

const statuses = {
  processing: 'processing',
  succeeded: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
  refused: 'failed',
  credit_limit_reached: 'failed',
} as const

function makeStatus({ id, state, result, error, expiresAt, credits, tokens }: Run) {
  const status = statuses[state]
  const { data, sources, warning } = result ?? {}
  return {
    success: status !== 'failed',
    id,
    status,
    data: status === 'completed' ? (data ?? null) : [],
    ...(error !== null && { error }),
    ...(warning !== undefined && { warning }),
    ...(sources !== undefined && { sources: sources as Record<string, string[]> }),
    expiresAt: expiresAt.toISOString(),
    ...(status !== 'processing' && { creditsUsed: credits, tokensUsed: tokens }),
    ...marks,
  }
}

import { prices } from '#credits/prices.ts'
import { ScrapeParams } from '#pages/contract.ts'
import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import type { BoundSessions } from './bound-sessions.ts'
import type { Connections } from './connections.ts'
import { BoundEndReply, BoundReply, BoundRequest, codeTooLong } from './contract.ts'
import { boundEndReply, boundReply } from './replies.ts'
import { urlsFor, createUrls } from './routes.ts'
import { makeWork } from './work-of.ts'

const shared = {
  path: '/v2/scrape/:jobId/interact',
  tag: 'Browser sessions',
  group: 'browser',
  bucket: 'interactExecute',
  isKeyless: true,
  params: ScrapeParams,
} as const

interface BoundRouteParts {
  readonly bound: BoundSessions
  readonly connections: Connections
}

/** The session of a scrape: created by the first call, used by the next ones. */
export const boundRoutes = ({ bound, connections }: BoundRouteParts): Endpoint[] => [
  keyEndpoint({
    ...shared,
    method: 'POST',
    summary: 'Interact with the page of a scrape',
    description: `The first call opens the page of the scrape again, with its options and actions, in a browser session; later calls use that session. Runs a program or a prompt. It costs ${prices.browserMinute} credits per minute, ${prices.promptedBrowserMinute} once a prompt was used, charged when the session ends.`,
    operationId: 'scrapeInteract',
    body: json(BoundRequest),
    reply: json(BoundReply),
    errors: [
      'NOT_FOUND',
      'CONFLICT',
      'BROWSER_SESSION_DESTROYED',
      'BROWSER_SESSION_FAILED',
      'CONCURRENCY_LIMIT_REACHED',
      'SERVICE_UNAVAILABLE',
      'SAFE_MODE_BLOCKED',
    ],
    refusals: [codeTooLong],
    handle: async ({ params, body, call, baseUrl }) => {
      const { ttl, activityTtl, existingSessionId } = body
      const { row, result } = await bound.work(
        {
          scrapeId: params.jobId,
          work: makeWork(body),
          times: { ttl, activityTtl },
          existingSessionId,
        },
        call,
      )
      const urls = urlsFor(call.account, createUrls('/v2/interact', connections, baseUrl))
      return boundReply(row, result, urls)
    },
  }),
  keyEndpoint({
    ...shared,
    method: 'DELETE',
    summary: 'End the session of a scrape',
    operationId: 'scrapeInteractEnd',
    reply: json(BoundEndReply),
    errors: ['NOT_FOUND'],
    handle: async ({ params, call }) => boundEndReply(await bound.end(params.jobId, call)),
  }),
]

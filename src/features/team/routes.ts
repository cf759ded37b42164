import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import {
  eitherPeriods,
  TeamActivity,
  TeamActivityQuery,
  Concurrency,
  CreditHistory,
  CreditHistoryQuery,
  CreditUsage,
  QueueStatus,
  TokenHistory,
  TokenHistoryQuery,
  TokenUsage,
} from './contract.ts'
import { invalidCursor } from './cursor.ts'
import type { TeamUse } from './team.ts'

const shared = {
  method: 'GET',
  tag: 'Team',
  group: null,
  bucket: 'account',
} as const

/** Endpoints about the team itself; every key may use them. */
export function teamRoutes(team: TeamUse): Endpoint[] {
  return [...creditRoutes(team), ...tokenRoutes(team), ...workRoutes(team)]
}

/** Error texts of these endpoints. */
const fetching = (what: string) => ({
  messages: {
    NOT_FOUND: `Could not find ${what} information`,
    UNKNOWN_ERROR: `Internal server error while fetching ${what}`,
  },
})

function creditRoutes(team: TeamUse): Endpoint[] {
  return [
    keyEndpoint({
      ...shared,
      path: '/v2/team/credit-usage',
      summary: 'Credits left',
      reply: json(CreditUsage),
      errors: ['NOT_FOUND'],
      ...fetching('credit usage'),
      handle: ({ call }) => team.creditUsage(call),
    }),
    keyEndpoint({
      ...shared,
      path: '/v2/team/credit-usage/historical',
      summary: 'List credits used by period',
      query: CreditHistoryQuery,
      reply: json(CreditHistory),
      refusals: [eitherPeriods],
      ...fetching('historical credit usage'),
      handle: ({ query, call }) => team.creditHistory(query, call),
    }),
  ]
}

function tokenRoutes(team: TeamUse): Endpoint[] {
  return [
    keyEndpoint({
      ...shared,
      path: '/v2/team/token-usage',
      summary: 'Tokens left',
      reply: json(TokenUsage),
      errors: ['NOT_FOUND'],
      ...fetching('token usage'),
      handle: ({ call }) => team.tokenUsage(call),
    }),
    keyEndpoint({
      ...shared,
      path: '/v2/team/token-usage/historical',
      summary: 'List tokens used by period',
      query: TokenHistoryQuery,
      reply: json(TokenHistory),
      ...fetching('historical token usage'),
      handle: ({ query, call }) => team.tokenHistory(query, call),
    }),
  ]
}

function workRoutes(team: TeamUse): Endpoint[] {
  return [
    keyEndpoint({
      ...shared,
      path: '/v2/team/queue-status',
      summary: 'Get running and waiting jobs',
      reply: json(QueueStatus),
      handle: ({ call }) => team.queueStatus(call),
    }),
    keyEndpoint({
      ...shared,
      path: '/v2/team/activity',
      summary: 'List operations of the last 24 hours',
      query: TeamActivityQuery,
      reply: json(TeamActivity),
      refusals: [invalidCursor],
      messages: { UNKNOWN_ERROR: 'Failed to fetch activity.' },
      handle: ({ query, call }) => team.activity(query, call),
    }),
    keyEndpoint({
      ...shared,
      bucket: 'status',
      path: '/v2/concurrency-check',
      summary: 'Get used concurrency slots',
      reply: json(Concurrency),
      handle: ({ call }) => team.concurrency(call),
    }),
  ]
}

import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import type { Call } from '#kernel/call.ts'
import { toCaller, type Operation, type RunOperation } from '#operations/operation.ts'
import {
  DeveloperBody,
  DeveloperQuery,
  DeveloperReply,
  toDeveloperWanted,
  unreachable,
} from './contract.ts'
import type { SearchDeveloper } from './developer.ts'
import type { DeveloperWanted } from './wanted.ts'

const timeoutMs = 60_000

/** Free of charge, with a deadline and an entry in the activity list. */
const operation = (search: SearchDeveloper): Operation<DeveloperWanted, DeveloperReply> => ({
  endpoint: 'search',
  chargeKind: 'search',
  needsSlot: false,
  timeoutCode: 'SEARCH_TIMEOUT',
  timeoutMs: () => timeoutMs,
  zeroDataRetention: (_wanted, account) => account.zeroDataRetention === 'forced',
  target: ({ query }) => query,
  reservation: () => 0,
  async run(wanted, context) {
    return { result: await search(wanted, toCaller(context)), credits: 0 }
  },
})

export function developerRoutes(deps: {
  readonly searchDeveloper: SearchDeveloper
  readonly runOperation: RunOperation
}): Endpoint[] {
  const run = (wanted: DeveloperWanted, call: Call) =>
    deps.runOperation(operation(deps.searchDeveloper), wanted, call)
  const shared = {
    path: '/v2/search/developer',
    description: 'Documentation that the team has read, issues, pull requests and repositories.',
    tag: 'Search',
    group: 'search',
    bucket: 'research',
    isKeyless: true,
    reply: json(DeveloperReply),
    errors: ['SEARCH_TIMEOUT'],
    refusals: unreachable,
  } as const
  return [
    keyEndpoint({
      ...shared,
      method: 'GET',
      summary: 'Search for developers',
      operationId: 'getDeveloperSearch',
      query: DeveloperQuery,
      handle: ({ query, call }) => run(toDeveloperWanted(query), call),
    }),
    keyEndpoint({
      ...shared,
      method: 'POST',
      summary: 'Search for developers',
      operationId: 'developerSearch',
      body: json(DeveloperBody),
      handle: ({ body, call }) => run(toDeveloperWanted(body), call),
    }),
  ]
}

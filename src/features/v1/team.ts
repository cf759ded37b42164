import type { KeyEndpoint } from '#http/endpoint.ts'
import type { FindOperation } from './feature.ts'
import { isObject } from '#base/json-values.ts'
import { olderOperation, type Members } from './older-operation.ts'

export const teamOperations = (find: FindOperation): KeyEndpoint[] => [
  olderOperation(find('GET /v2/team/credit-usage'), {
    path: '/v1/team/credit-usage',
    toAnswer: withOlderNames,
  }),
  olderOperation(find('GET /v2/team/token-usage'), {
    path: '/v1/team/token-usage',
    toAnswer: withOlderNames,
  }),
  ...(['credit-usage/historical', 'token-usage/historical', 'queue-status'] as const).map((name) =>
    olderOperation(find(`GET /v2/team/${name}`), { path: `/v1/team/${name}` }),
  ),
  olderOperation(find('GET /v2/concurrency-check'), { path: '/v1/concurrency-check' }),
]

/** `remainingCredits` is `remaining_credits` in version 1. */
function withOlderNames({ data, ...rest }: Members): Members {
  const members = isObject(data) ? Object.entries(data) : []
  return { ...rest, data: Object.fromEntries(members.map(([name, value]) => [snake(name), value])) }
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

import type { KeyEndpoint } from '#http/endpoint.ts'
import type { FindOperation } from './feature.ts'
import { olderOperation, type Members } from './older-operation.ts'

/** Searches of version 2 at the addresses that they had at first, where every request needs a key. */
export function earlierAddresses(find: FindOperation): KeyEndpoint[] {
  const findKeyed = (name: Parameters<FindOperation>[0]): KeyEndpoint => {
    const { isKeyless: _open, ...operation } = find(name)
    return operation
  }
  const papers = '/research/papers'
  const paper = `${papers}/:paperId` as const
  return [
    olderOperation(findKeyed('GET /v2/search/developer'), { path: '/v2/developer/search' }),
    olderOperation(findKeyed('POST /v2/search/developer'), { path: '/v2/developer/search' }),
    olderOperation(findKeyed(`GET /v2/search${papers}`), {
      path: `/v2${papers}`,
      toAnswer: ({ results, ...rest }) => ({ ...rest, results: withOlderIds(results) }),
    }),
    olderOperation(findKeyed(`GET /v2/search${paper}`), { path: `/v2${paper}` }),
    olderOperation(findKeyed(`GET /v2/search${paper}/similar`), {
      path: `/v2${paper}/similar`,
      toAnswer: ({ results, ...rest }) => ({ ...rest, results: withOlderIds(results) }),
    }),
  ]
}

const withOlderIds = (results: unknown) =>
  (results as readonly Members[]).map((one) => ({ ...one, paper_id: one['paperId'] }))

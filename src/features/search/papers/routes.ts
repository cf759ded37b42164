import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import type { Call } from '#kernel/call.ts'
import { toCaller, type Operation, type RunOperation } from '#operations/operation.ts'
import {
  noPassages,
  PaperParams,
  PaperQuery,
  PaperReply,
  PapersQuery,
  PapersReply,
  SimilarQuery,
  SimilarReply,
  passagesUsual,
} from './contract.ts'
import type { Caller } from '#kernel/caller.ts'
import { readPaper, searchPapers, type PapersDeps } from './papers.ts'
import { similarPapers } from './similar-papers.ts'

const timeoutMs = 60_000
const shared = {
  tag: 'Search',
  group: 'research',
  bucket: 'research',
  isKeyless: true,
} as const

interface Asked<Reply> {
  /** What the activity list shows. */
  readonly target: string
  readonly answer: (caller: Caller) => Promise<Reply>
}

/** Free of charge, with a deadline and an entry in the activity list. */
function paperOperation<Reply>(): Operation<Asked<Reply>, Reply> {
  return {
    endpoint: 'research',
    chargeKind: 'search',
    needsSlot: false,
    timeoutCode: 'SEARCH_TIMEOUT',
    timeoutMs: () => timeoutMs,
    zeroDataRetention: (_asked, account) => account.zeroDataRetention === 'forced',
    target: ({ target }) => target,
    reservation: () => 0,
    async run({ answer }, context) {
      return { result: await answer(toCaller(context)), credits: 0 }
    },
  }
}

export function paperRoutes(
  deps: PapersDeps & { readonly runOperation: RunOperation },
): Endpoint[] {
  const run = <Reply>(asked: Asked<Reply>, call: Call) =>
    deps.runOperation(paperOperation<Reply>(), asked, call)
  return [
    keyEndpoint({
      ...shared,
      method: 'GET',
      path: '/v2/search/research/papers',
      summary: 'Search papers',
      description: 'Papers that the team has read, and those of the configured indexes of papers.',
      operationId: 'searchPapers',
      query: PapersQuery,
      reply: json(PapersReply),
      errors: ['SEARCH_TIMEOUT'],
      handle: ({ query, call }) =>
        run({ target: query.query, answer: (caller) => searchPapers(deps, query, caller) }, call),
    }),
    keyEndpoint({
      ...shared,
      method: 'GET',
      path: '/v2/search/research/papers/:paperId',
      summary: 'Get a paper',
      description: 'With `query` also the passages of its abstract that answer it.',
      operationId: 'getPaper',
      params: PaperParams,
      query: PaperQuery,
      reply: json(PaperReply),
      errors: ['NOT_FOUND', 'SEARCH_TIMEOUT'],
      refusals: [noPassages],
      handle: ({ params: { paperId: id }, query, call }) =>
        run(
          {
            target: id,
            answer: (caller) =>
              readPaper(deps, { ...query, k: query.k ?? passagesUsual, id }, caller),
          },
          call,
        ),
    }),
    keyEndpoint({
      ...shared,
      method: 'GET',
      path: '/v2/search/research/papers/:paperId/similar',
      summary: 'Find related papers',
      description: 'Similar papers, papers that cite it, or its references.',
      operationId: 'similarPapers',
      params: PaperParams,
      query: SimilarQuery,
      reply: json(SimilarReply),
      errors: ['NOT_FOUND', 'SEARCH_TIMEOUT'],
      handle: ({ params: { paperId: id }, query, call }) =>
        run(
          { target: id, answer: (caller) => similarPapers(deps, { ...query, id }, caller) },
          call,
        ),
    }),
  ]
}

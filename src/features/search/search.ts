import { searchPrice } from '#credits/prices.ts'
import type { Call } from '#kernel/call.ts'
import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Operation, OperationContext, RunOperation } from '#operations/operation.ts'
import { isZeroDataRetention } from '#operations/zero-data-retention.ts'
import type { SearchRequest } from './contract.ts'
import { toItems } from './items.ts'
import type { SearchReply } from './reply.ts'
import type { SearchSource, SourceResult } from './search-source.ts'
import { sourcesOf, toWanted } from './to-wanted.ts'
import type { Wanted } from './wanted.ts'

/**
 * Searches the pages of the team and the web (contract section 11). Throws `SERVICE_UNAVAILABLE` when nobody can answer,
 * `SEARCH_TIMEOUT` when nobody does in time; both are free.
 */
export type Search = (request: SearchRequest, call: Call) => Promise<SearchReply>

export interface SearchDeps {
  readonly runOperation: RunOperation
  readonly searchSource: SearchSource
  readonly clock: Clock
  readonly allowedHosts: readonly string[]
}

/** Providers have this long at most, and never more than half of the timeout. */
const providersMsMax = 20_000

const operation = (deps: SearchDeps): Operation<SearchRequest, SearchReply> => ({
  endpoint: 'search',
  chargeKind: 'search',
  needsSlot: false,
  timeoutCode: 'SEARCH_TIMEOUT',
  timeoutMs: ({ timeout }) => timeout,
  zeroDataRetention: ({ enterprise }, account) =>
    isZeroDataRetention({ zeroDataRetention: enterprise.includes('zdr') }, account),
  target: ({ query }) => query,
  reservation: (request, zeroDataRetention) =>
    searchPrice(request.limit * sourcesOf(request).length, { zeroDataRetention }),
  async run(request, context) {
    const now = deps.clock.now()
    const { zeroDataRetention } = context
    const wanted = toWanted(request, now)
    const found = await searchAll(deps, wanted, { request, context })
    const sortsByDate = wanted.some(({ time }) => time.sortsByDate)
    const { allowedHosts } = deps
    const data = toItems(found, { request, sortsByDate, allowedHosts, now })
    const credits = searchPrice(countOf(data), { zeroDataRetention })
    const warning = warningOf(wanted, found)
    return {
      result: {
        success: true,
        data,
        ...(warning !== undefined && { warning }),
        creditsUsed: credits,
        id: context.id,
      },
      credits,
    }
  },
})

export function createSearch(deps: SearchDeps): Search {
  return async function search(request, call) {
    refuse(request, call)
    return deps.runOperation(operation(deps), request, call)
  }
}

async function searchAll(
  { searchSource }: SearchDeps,
  wanted: readonly Wanted[],
  { request, context }: { readonly request: SearchRequest; readonly context: OperationContext },
): Promise<SourceResult[]> {
  const { signal, zeroDataRetention, call } = context
  const providersUntil = AbortSignal.timeout(Math.min(providersMsMax, request.timeout / 2))
  const options = { teamId: call.account.teamId, zeroDataRetention, providersUntil, signal }
  const found = await Promise.all(wanted.map((one) => searchSource(one, options)))
  if (found.length === 0 || found.some(({ isAnswered }) => isAnswered)) return found
  if (providersUntil.aborted) throw new ServiceError('SEARCH_TIMEOUT')
  const reasons = found.flatMap(({ warnings }) => warnings).join(' ')
  throw new ServiceError('SERVICE_UNAVAILABLE', `${reasons} ${wayOut}`)
}

const wayOut =
  'Set WEIR_SEARXNG_URL or the key of another search provider, or scrape pages first: they are found without a provider.'

function warningOf(wanted: readonly Wanted[], found: readonly SourceResult[]): string | undefined {
  const unknown = new Set(wanted.flatMap(({ time }) => time.unknown))
  const warnings = new Set([
    ...found.flatMap((result) => result.warnings),
    ...(unknown.size > 0 ? [`Unknown in tbs, and ignored: ${[...unknown].join(', ')}.`] : []),
  ])
  return warnings.size === 0 ? undefined : [...warnings].join(' ')
}

const countOf = (data: SearchReply['data']) =>
  Object.values(data).reduce((sum, group) => sum + (group?.length ?? 0), 0)

/** What the team may not ask for, and what this version does not have. */
function refuse(
  { enterprise, categories, threatProtection }: SearchRequest,
  { account }: Call,
): void {
  if (enterprise.includes('zdr') && account.zeroDataRetention === 'off') {
    throw new ServiceError(
      'FORBIDDEN',
      'Zero Data Retention (ZDR) search is not enabled for your team. Ask the operator of this service to allow it.',
    )
  }
  if (threatProtection !== undefined) {
    const message = 'The following options are not available in this version: threatProtection.'
    throw new ServiceError('NOT_IMPLEMENTED', message)
  }
  if (categories.some(({ type }) => !['github', 'research', 'pdf'].includes(type))) {
    const message = 'There is no developer index here. Search without the developer category.'
    throw new ServiceError('SERVICE_UNAVAILABLE', message)
  }
}

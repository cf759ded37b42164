import type { CallApi } from '#net/api-client.ts'
import type { ProviderHealth } from './health.ts'
import {
  SearchProviderError,
  type CallOnce,
  type Hit,
  type SearchProvider,
  type RawHit,
} from './providers/provider.ts'
import { providerQueries, type QueryOfProvider } from './provider-queries.ts'
import { callSearchProvider, makeFailure, isSuccess } from './call-provider.ts'
import { isRelevant } from './is-relevant.ts'
import { fuse } from './fuse.ts'
import { cleanHits } from './clean-hits.ts'
import { dateOfHit, isInRange } from './time-range.ts'
import { isWanted, type Wanted } from './wanted.ts'

/** Searches with one provider: pages and split queries, then what the provider did not filter. Throws `SearchProviderError`. */
export type Send = (provider: SearchProvider, wanted: Wanted, signal: AbortSignal) => Promise<Hit[]>

interface SendDeps {
  readonly callApi: CallApi
  readonly health: Pick<ProviderHealth, 'take'>
  readonly now: () => Date
}

const callsMax = 5
/** Of one answer; no provider is asked for more. */
const hitsMax = 200

export function createSend({ callApi, health, now }: SendDeps): Send {
  /** The caller has already counted the first call. */
  async function readAll(
    provider: SearchProvider,
    { wanted, signal }: { readonly wanted: Wanted; readonly signal: AbortSignal },
  ): Promise<Hit[]> {
    const queries = providerQueries(wanted, provider, now())
    const lists: Hit[][] = queries.map(() => [])
    const perPage = provider.limits.perPage[wanted.source] ?? 10
    const isDone = queries.map(() => false)
    let calls = 0
    for (let page = 0; page < provider.limits.pagesMax; page++) {
      for (const [index, query] of queries.entries()) {
        const list = lists[index] ?? []
        if (isDone[index] || calls >= callsMax) continue
        if (calls > 0 && (await health.take(provider)).status !== 'taken') return fuse(lists)
        calls++
        const count = Math.min(perPage, wanted.limit)
        const hits = await call(provider, { ...query, count, page }, signal)
        const known = new Set(list.map(({ url }) => url))
        list.push(...cleanHits(hits.slice(0, hitsMax)).filter(({ url }) => !known.has(url)))
        isDone[index] = hits.length === 0 || list.length >= wanted.limit
      }
      if (isDone.every(Boolean)) break
    }
    return fuse(lists)
  }

  async function call(
    provider: SearchProvider,
    query: QueryOfProvider & { readonly count: number; readonly page: number },
    signal: AbortSignal,
  ): Promise<readonly RawHit[]> {
    const request = provider.request(query)
    const callOnce: CallOnce = (one) => callSearchProvider(one, { callApi, signal })
    await provider.check?.(request, callOnce)
    const answer = await callOnce(request)
    if (!isSuccess(answer)) throw provider.failure?.(answer) ?? makeFailure(answer, now())
    return provider.read(answer, query)
  }

  return async function send(provider, wanted, signal) {
    const found = await readAll(provider, { wanted, signal })
    if (provider.readsPages && !isRelevant(found, wanted.query)) {
      throw new SearchProviderError('failed', 'answered with unrelated results')
    }
    return found.filter(
      (hit) =>
        (wanted.source === 'images' || isWanted(hit.url, wanted)) &&
        isInRange(dateOfHit(hit.date, now()), wanted.time.range),
    )
  }
}

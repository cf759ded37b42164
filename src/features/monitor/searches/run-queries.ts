import type { Caller } from '#kernel/caller.ts'
import { addressKey } from '#web-search/fuse.ts'
import type { Hit } from '#web-search/providers/provider.ts'
import type { SearchWeb } from '#web-search/search-web.ts'
import type { SearchTarget } from '#features/monitor/targets.ts'

/** Results of the queries of a target; equal URLs are one. */
export interface QueryResults {
  readonly results: number
  readonly queriesFailed: number
  readonly failure: string | undefined
  /** In the order of their best rank. */
  readonly found: readonly FoundResult[]
}

export interface FoundResult {
  readonly key: string
  readonly hit: Hit
  readonly matched: readonly number[]
}

const windowMs: Readonly<Record<SearchTarget['searchWindow'], number>> = {
  '5m': 5 * 60_000,
  '15m': 15 * 60_000,
  '1h': 3_600_000,
  '6h': 6 * 3_600_000,
  '24h': 24 * 3_600_000,
  '7d': 7 * 24 * 3_600_000,
}
const queryMsMax = 30_000

/** One query after the other, so that the pace of providers is kept. Throws the reason of the signal alone. */
export async function runQueries(
  { queries, searchWindow, maxResults, includeDomains = [], excludeDomains = [] }: SearchTarget,
  { searchWeb, now }: { readonly searchWeb: SearchWeb; readonly now: Date },
  caller: Caller,
): Promise<QueryResults> {
  const from = new Date(now.getTime() - windowMs[searchWindow])
  const found = new Map<string, { hit: Hit; rank: number; matched: number[] }>()
  const failures: string[] = []
  let results = 0
  for (const [index, query] of queries.entries()) {
    const asked = { query, limit: maxResults, includeDomains, excludeDomains, from }
    const { hits, failure } = await within(searchWeb, asked, caller)
    if (failure !== undefined) failures.push(failure)
    results += hits.length
    for (const [rank, hit] of hits.entries()) {
      const key = addressKey(hit.url)
      const known = found.get(key)
      if (!known) found.set(key, { hit, rank, matched: [index] })
      else if (!known.matched.includes(index)) known.matched.push(index)
      if (known) known.rank = Math.min(known.rank, rank)
    }
  }
  const ordered = [...found].toSorted(([, one], [, other]) => one.rank - other.rank)
  return {
    results,
    queriesFailed: failures.length,
    failure: failures[0],
    found: ordered.map(([key, { hit, matched }]) => ({ key, hit, matched })),
  }
}

async function within(
  searchWeb: SearchWeb,
  query: Parameters<SearchWeb>[0],
  { teamId, signal }: Caller,
): ReturnType<SearchWeb> {
  const late = AbortSignal.timeout(queryMsMax)
  try {
    return await searchWeb(query, { teamId, signal: AbortSignal.any([signal, late]) })
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted) return { hits: [], failure: 'No provider answered in time.' }
    throw error
  }
}

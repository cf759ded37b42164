import { searchPrice } from '#credits/prices.ts'

/** What the queries of a search target found in one check; stored with the check. */
export interface SearchOutcome {
  /** Results of all queries, before those of equal URL become one. */
  readonly results: number
  readonly queriesFailed: number
  /** Why the first query that failed did. */
  readonly failure?: string | undefined
  /** The queries that found each URL, by their place in the target. */
  readonly matched: Readonly<Record<string, readonly number[]>>
  /** URLs that are scraped and judged. */
  readonly toJudge: readonly string[]
  /** Whether a goal was set that no language model could judge by. */
  readonly isUnjudged: boolean
}

/** How the results of a search target are shown in a check (docs/api/monitor.md). */
export const searchStatuses = ['alert', 'already_seen', 'watching', 'ignored', 'skipped'] as const
export type SearchStatus = (typeof searchStatuses)[number]

/** Number of pages of a target, by search status; `judged` counts those with a judgment. */
export type SearchCounts = Readonly<Partial<Record<SearchStatus | 'judged', number>>>

/** Credits of the searches themselves. Judgments are charged with their pages. */
export const searchCredits = (outcome: SearchOutcome | undefined) =>
  searchPrice(outcome?.results ?? 0, { zeroDataRetention: false })

/** No query of the target was answered. */
export const hasFailed = (outcome: SearchOutcome | undefined, queries: number) =>
  outcome === undefined || outcome.queriesFailed >= queries

const unjudged =
  'No language model is configured, so that new results were reported without a judgment. Set WEIR_LLM_PROVIDER.'
const undecided = 'The language model gave no usable judgment; the results are judged again.'

/** The entry of the target in `targetResults` of the check. */
export function toTargetResult(
  targetId: string,
  outcome: SearchOutcome | undefined,
  counts: SearchCounts,
): object {
  const { alert: matches = 0, watching = 0, judged = 0 } = counts
  const results = outcome?.results ?? 0
  const isDegraded = outcome?.isUnjudged === true || watching > 0
  return {
    targetId,
    type: 'search',
    searchCompleted: outcome !== undefined && outcome.queriesFailed === 0,
    resultCount: results,
    matches,
    summary: `${matches} new of ${results} results.`,
    judgeDegraded: isDegraded,
    ...(isDegraded && { degradedReason: outcome?.isUnjudged === true ? unjudged : undecided }),
    searchCredits: searchCredits(outcome),
    judgeCredits: judged,
    resultsJudged: judged,
  }
}

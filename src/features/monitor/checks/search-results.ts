import type { Sql } from '#storage/database.ts'
import type { StoredMonitor } from '#features/monitor/monitors/monitor-store.ts'
import type { PageStore } from '#features/monitor/pages/page-store.ts'
import {
  hasFailed,
  searchCredits,
  toTargetResult,
} from '#features/monitor/searches/search-outcome.ts'
import type { CheckJob, CheckStore, StoredCheck } from './check-store.ts'

interface Searches {
  /** Those of the check, with what the search targets found. */
  readonly targetResults: readonly object[] | null
  readonly credits: number
  /** Why the first query that failed did; undefined when none did. */
  readonly failure: string | undefined
  /** There are searches, and none was answered. */
  readonly areAllFailed: boolean
}

const interrupted = 'The search was interrupted.'

/** What the search targets of a check found, when all of its jobs have ended. */
export async function collectSearches(
  deps: {
    readonly checks: Pick<CheckStore, 'findSearch'>
    readonly pages: Pick<PageStore, 'countResults'>
  },
  {
    check,
    monitor,
    work,
  }: {
    readonly check: StoredCheck
    readonly monitor: StoredMonitor
    readonly work: readonly CheckJob[]
  },
  sql: Sql,
): Promise<Searches> {
  const results = new Map<string, object>()
  let [credits, failed] = [0, 0]
  let failure: string | undefined
  for (const { jobId, targetId } of work.filter(({ isSearch }) => isSearch)) {
    const outcome = await deps.checks.findSearch({ jobId, checkId: check.id }, sql)
    const counts = await deps.pages.countResults({ checkId: check.id, targetId }, sql)
    const target = monitor.targets.find(({ id }) => id === targetId)
    const queries = target?.type === 'search' ? target.queries.length : 1
    results.set(targetId, toTargetResult(targetId, outcome, counts))
    credits += searchCredits(outcome)
    if (hasFailed(outcome, queries)) failed += 1
    failure ??= outcome ? outcome.failure : interrupted
  }
  return {
    targetResults:
      check.targetResults?.map((one) => results.get(findTarget(one) ?? '') ?? one) ?? null,
    credits,
    failure,
    areAllFailed: results.size > 0 && failed === results.size,
  }
}

const findTarget = (result: object) =>
  'targetId' in result && typeof result.targetId === 'string' ? result.targetId : undefined

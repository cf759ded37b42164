import { createHash } from 'node:crypto'
import type { SearchWeb } from '#web-search/search-web.ts'
import type { SearchTarget } from '#features/monitor/targets.ts'
import type { CheckStore } from '#features/monitor/checks/check-store.ts'
import type { ComparingDeps, PageWatch } from '#features/monitor/pages/compare-pages.ts'
import type { SeenPage } from '#features/monitor/pages/page-store.ts'
import { scopePrefix } from '#features/monitor/pages/snapshot-scope.ts'
import type { JobHandlers } from '#jobs/job-handler.ts'
import type { Job } from '#jobs/job.ts'
import { newId } from '#kernel/ids.ts'
import type { Database } from '#storage/database.ts'
import type { SearchStatus } from './search-outcome.ts'

/** The stored request of the job of a search target. */
export interface SearchTargetWork {
  readonly target: SearchTarget
  readonly watch: PageWatch
}

export interface SearchHandlersDeps extends Omit<ComparingDeps, 'comparer' | 'watcher'> {
  readonly database: Database
  readonly searchWeb: SearchWeb
  readonly checks: Pick<CheckStore, 'findSearch' | 'recordSearch'>
  /** Scrapes a result before it is judged. */
  readonly scrape: Pick<JobHandlers, 'page'>
}

export const readWork = (job: Job) => job.request as SearchTargetWork

/** What was seen counts for one goal and one list of queries: others begin anew. */
export function seenScope({ target, watch }: SearchTargetWork): string {
  const text = JSON.stringify([target.queries, watch.goal])
  const version = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return `${scopePrefix(watch.monitorId)}${watch.targetId}, search ${version}`
}

/** A result of a search as a page of the check. */
export function makeResultPage(
  { target, watch }: SearchTargetWork,
  result: {
    readonly url: string
    readonly title: string | null
    readonly matched: readonly number[]
    readonly searchStatus: SearchStatus
    readonly judgedThisRun: boolean
  },
): Omit<SeenPage, 'createdAt'> {
  const { url, title, matched, searchStatus, judgedThisRun } = result
  const matchedQueries = matched.flatMap((index) => target.queries[index] ?? [])
  const status = searchStatus === 'alert' ? 'new' : searchStatus === 'skipped' ? 'error' : 'same'
  return {
    id: newId(),
    checkId: watch.checkId,
    monitorId: watch.monitorId,
    targetId: watch.targetId,
    url,
    status,
    previousScrapeId: null,
    currentScrapeId: null,
    statusCode: null,
    error: null,
    metadata: { title, searchStatus, matchedQueries, judgedThisRun },
    diff: null,
    judgment: null,
    credits: 0,
  }
}

import { makePageEvent } from '#features/monitor/checks/webhook-events.ts'
import type { JobHandlers } from '#jobs/job-handler.ts'
import { toJobCaller, type Job } from '#jobs/job.ts'
import type { Sql } from '#storage/database.ts'
import { createJudgePage } from './judge-page.ts'
import { runQueries, type FoundResult } from './run-queries.ts'
import { makeResultPage, seenScope, readWork, type SearchHandlersDeps } from './search-result.ts'
import type { SearchOutcome, SearchStatus } from './search-outcome.ts'

/**
 * Searches, and reports each result once. With a goal, new results are scraped and judged as pages of the job. What a check
 * found is written in one transaction, so that a killed process neither repeats nor loses a result or a charge.
 */
export function createMonitorSearchHandlers(deps: SearchHandlersDeps): JobHandlers {
  const { database, searchWeb, checks, judge, clock } = deps

  async function search(job: Job, signal: AbortSignal): Promise<SearchOutcome> {
    const work = readWork(job)
    const { target, watch } = work
    const now = clock.now()
    const { found, ...counts } = await runQueries(
      target,
      { searchWeb, now },
      toJobCaller(job, signal),
    )
    const judges = judge !== undefined && watch.goal !== null
    const toJudge: string[] = []
    const writes: ((sql: Sql) => Promise<unknown>)[] = []
    for (const result of found) {
      const place = { teamId: job.teamId, scope: seenScope(work), url: result.key }
      const isSeen = (await deps.snapshots.latest(place)) !== undefined
      if (judges && !isSeen && toJudge.length < target.maxResults) toJudge.push(result.hit.url)
      else {
        const searchStatus = isSeen ? 'already_seen' : judges ? 'watching' : 'alert'
        writes.push(await recorded(deps, { job, result, searchStatus }))
      }
    }
    const outcome: SearchOutcome = {
      ...counts,
      matched: Object.fromEntries(found.map(({ hit, matched }) => [hit.url, matched])),
      toJudge,
      isUnjudged: watch.goal !== null && judge === undefined,
    }
    await database.transaction(async (sql) => {
      if (!(await checks.recordSearch({ jobId: job.id, checkId: watch.checkId }, outcome, sql)))
        return
      for (const write of writes) await write(sql)
    })
    return outcome
  }

  return {
    async discover(job, add, signal) {
      const { checkId } = readWork(job).watch
      const before = await checks.findSearch({ jobId: job.id, checkId })
      const { toJudge } = before ?? (await search(job, signal))
      const pages = toJudge.map((url) => ({ url, depth: 0, urlKey: url }))
      if (pages.length > 0) await add(pages, [])
    },
    page: createJudgePage(deps),
  }
}

/** Writes a result that is not judged, and that it has been seen. */
async function recorded(
  { pages, snapshots, outbox, clock }: SearchHandlersDeps,
  {
    job,
    result: { key, hit, matched },
    searchStatus,
  }: { readonly job: Job; readonly result: FoundResult; readonly searchStatus: SearchStatus },
): Promise<(sql: Sql) => Promise<unknown>> {
  const work = readWork(job)
  const { watch } = work
  const createdAt = clock.now()
  const { url, title } = hit
  const result = { url, title, matched, searchStatus, judgedThisRun: false }
  const page = { ...makeResultPage(work, result), createdAt }
  const writePage = await pages.prepare(page)
  const writeSeen = await snapshots.prepare(
    { teamId: job.teamId, scope: seenScope(work), url: key },
    {
      scrapeId: page.id,
      takenAt: createdAt,
      version: { markdown: '', normalisedText: undefined },
      lifeMs: watch.versionMs,
    },
  )
  return async (sql) => {
    if (!(await writePage(sql))) return
    // A result that waits for its judgment has not been seen.
    if (searchStatus !== 'watching') await writeSeen(sql)
    const isNew = searchStatus === 'alert'
    if (isNew && watch.webhook)
      await outbox.add(sql, [makePageEvent(page, watch.webhook, job.teamId)])
  }
}

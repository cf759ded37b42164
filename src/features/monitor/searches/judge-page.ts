import type { Judgment } from '#answers/judge.ts'
import { prices } from '#credits/prices.ts'
import { addressKey } from '#web-search/fuse.ts'
import { makePageEvent } from '#features/monitor/checks/webhook-events.ts'
import type { SeenPage } from '#features/monitor/pages/page-store.ts'
import type { Document } from '#formats/document.ts'
import { pageFailure } from '#formats/page-failure.ts'
import { unpackDocument } from '#formats/packed-document.ts'
import type { LeasedPage } from '#jobs/frontier.ts'
import type { JobHandlers } from '#jobs/job-handler.ts'
import { toJobCaller, type Job } from '#jobs/job.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import type { Sql } from '#storage/database.ts'
import { makeResultPage, seenScope, readWork, type SearchHandlersDeps } from './search-result.ts'
import type { SearchStatus } from './search-outcome.ts'

const judgedCharsMax = 24_000

/** Scrapes a new result and judges it by the goal. Without a judgment it stays unseen and is judged in the next check. */
export function createJudgePage(deps: SearchHandlersDeps): JobHandlers['page'] {
  return async function judgePage(job, page, progress) {
    const outcome = await deps.scrape.page(job, page, progress)
    if (outcome.state === 'waiting') return outcome
    // The check is charged as a whole at its end.
    if (outcome.state === 'failed') return { ...outcome, price: 0 }
    const document = await unpackDocument(outcome.document.bytes)
    const isLoaded = pageFailure(document.metadata) === undefined
    const judgment = isLoaded ? await judged(deps, { job, page, document }, progress.signal) : null
    const write = await writer(deps, { job, page, document }, judgment)
    return { ...outcome, price: 0, extraWrites: [...(outcome.extraWrites ?? []), write] }
  }
}

interface Scraped {
  readonly job: Job
  readonly page: LeasedPage
  readonly document: Document
}

/** All of the page is new: a change from nothing. */
async function judged(
  { judge }: SearchHandlersDeps,
  { job, page, document: { markdown = '' } }: Scraped,
  signal: AbortSignal,
): Promise<Judgment | null> {
  const { goal } = readWork(job).watch
  if (!judge || goal === null) return null
  const after = markdown.slice(0, judgedCharsMax)
  const diff = after
    .split('\n')
    .map((line) => `+${line}`)
    .join('\n')
  const change = { goal, url: withoutUserInfo(page.url), diff, before: '', after }
  return (await judge(change, toJobCaller(job, signal))) ?? null
}

async function writer(
  { pages, snapshots, outbox, checks, clock }: SearchHandlersDeps,
  { job, page, document }: Scraped,
  judgment: Judgment | null,
): Promise<(sql: Sql) => Promise<void>> {
  const work = readWork(job)
  const { watch } = work
  const { statusCode } = document.metadata
  const url = withoutUserInfo(page.url)
  const place = { jobId: job.id, checkId: watch.checkId }
  const matched = (await checks.findSearch(place))?.matched[page.url] ?? []
  const failure = pageFailure(document.metadata)
  // The title of a refusal is not that of the page.
  const { title = null } = failure === undefined ? document.metadata : {}
  const searchStatus = chooseStatus(failure, judgment)
  const result = { url, title, matched, searchStatus, judgedThisRun: judgment !== null }
  const seen: SeenPage = {
    ...makeResultPage(work, result),
    currentScrapeId: page.scrapeId,
    statusCode,
    error: failure ?? null,
    judgment,
    // The scrape is free.
    credits: judgment === null ? 0 : prices.judgment,
    createdAt: clock.now(),
  }
  const shown = {
    ...seen,
    metadata: { ...seen.metadata, ...(judgment && { rationale: judgment.reason }) },
  }
  const writePage = await pages.prepare(shown)
  const writeSeen = await snapshots.prepare(
    { teamId: job.teamId, scope: seenScope(work), url: addressKey(page.url) },
    {
      scrapeId: page.scrapeId,
      takenAt: seen.createdAt,
      version: { markdown: '', normalisedText: undefined },
      lifeMs: watch.versionMs,
    },
  )
  return async (sql) => {
    if (!(await writePage(sql))) return
    if (judgment !== null) await writeSeen(sql)
    const isNotified = seen.status === 'new' || seen.status === 'error'
    if (isNotified && watch.webhook) {
      await outbox.add(sql, [makePageEvent(shown, watch.webhook, job.teamId)])
    }
  }
}

function chooseStatus(failure: string | undefined, judgment: Judgment | null): SearchStatus {
  if (failure !== undefined) return 'skipped'
  if (judgment === null) return 'watching'
  return judgment.meaningful ? 'alert' : 'ignored'
}

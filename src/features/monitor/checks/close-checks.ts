import type { Snapshots } from '#changes/snapshots.ts'
import { failedScrapePrice } from '#credits/prices.ts'
import type { Outbox } from '#delivery/outbox.ts'
import type { Job, Jobs } from '#jobs/job.ts'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import type { Queue } from '#queue/queue.ts'
import type { Sql } from '#storage/database.ts'
import { collectSearches } from './search-results.ts'
import { checkEnds, type CheckJob, type CheckStore, type StoredCheck } from './check-store.ts'
import { createCheckQueue, type CheckQueueDeps } from './check-queue.ts'
import { makePageEvent } from './webhook-events.ts'
import type { StoredMonitor, MonitorStore } from '#features/monitor/monitors/monitor-store.ts'
import type { PageStore, SeenPage } from '#features/monitor/pages/page-store.ts'
import { snapshotScope } from '#features/monitor/pages/snapshot-scope.ts'
import { monitorCrawlJobType } from '#features/monitor/job-types.ts'

interface CloseChecksDeps extends CheckQueueDeps {
  readonly monitors: Pick<MonitorStore, 'lockById'>
  readonly checks: CheckStore
  readonly pages: PageStore
  readonly jobs: Pick<Jobs, 'byId' | 'errors' | 'cancel'>
  readonly snapshots: Pick<Snapshots, 'list' | 'markGone'>
  readonly outbox: Pick<Outbox, 'add'>
  readonly clock: Clock
}

const idleMsMax = 3_600_000
const runningMsMax = 24 * 3_600_000
const searchingMsMax = 600_000

/** Queues checks whose jobs have ended or that have exceeded their time limit. Returns whether there were any. */
export function createQueueEnds(deps: { readonly checks: Pick<CheckStore, 'queueEnds'> }) {
  return async (): Promise<boolean> =>
    deps.checks.queueEnds({ idleMsMax, runningMsMax, searchingMsMax })
}

/** Ends checks. */
export function createCheckEnds(deps: CloseChecksDeps): Queue {
  const { monitors, checks, pages, jobs, endCheck } = deps

  async function close(check: StoredCheck, sql: Sql): Promise<void> {
    const monitor = await monitors.lockById(check.monitorId, sql)
    if (!monitor) {
      return endCheck(check, { status: 'failed', error: 'Monitor no longer exists.' }, sql)
    }
    const work = await collectWork(check, sql)
    if (work.some(({ job }) => job?.state === 'scraping')) {
      return endCheck(check, { status: 'failed', error: late }, sql)
    }
    for (const part of work) {
      await addFailures(deps, { check, monitor, part }, sql)
      await addRemoved(deps, { check, part }, sql)
    }
    const searches = await collectSearches(deps, { check, monitor, work }, sql)
    const ended = { ...check, targetResults: searches.targetResults }
    const failure = searches.failure === undefined ? {} : { error: searches.failure }
    const hasPages = work.some(({ isSearch }) => !isSearch)
    if (searches.areAllFailed && !hasPages) {
      return endCheck(ended, { status: 'failed', ...failure }, sql)
    }
    const { summary, credits } = await pages.count(check.id, sql)
    const status = summary.error > 0 || searches.failure !== undefined ? 'partial' : 'completed'
    await endCheck(ended, { status, summary, credits: credits + searches.credits, ...failure }, sql)
  }

  async function collectWork(check: StoredCheck, sql: Sql): Promise<Part[]> {
    const parts = await checks.listJobs(check.id, sql)
    return Promise.all(parts.map(async (part) => ({ ...part, job: await jobs.byId(part.jobId) })))
  }

  return createCheckQueue(deps, {
    name: checkEnds,
    status: 'running',
    work: close,
    failure: 'The check could not be ended after several attempts.',
    committed: (item) => stopWork(deps, item),
  })
}

const late = 'Monitor check exceeded the running timeout.'

interface Part extends CheckJob {
  readonly job: Job | undefined
}

interface Closing {
  readonly check: StoredCheck
  readonly part: Part
}

/** Adds pages that could not be loaded. They are not changes: the previous version remains the baseline. */
async function addFailures(
  { pages, jobs, outbox, clock }: CloseChecksDeps,
  { check, monitor, part }: Closing & { readonly monitor: StoredMonitor },
  sql: Sql,
): Promise<void> {
  for (const { id: scrapeId, url, code, message } of await jobs.errors(part.jobId)) {
    const page = {
      ...makePage({ check, part }, url, clock.now()),
      status: 'error',
      error: message,
      ...(part.isSearch
        ? { credits: 0, metadata: { title: null, searchStatus: 'skipped' } }
        : { credits: failedScrapePrice({ code }) }),
    } as const
    const write = await pages.prepare({ ...page, currentScrapeId: scrapeId })
    const isNew = await write(sql)
    if (isNew && monitor.webhook) {
      await outbox.add(sql, [makePageEvent(page, monitor.webhook, check.teamId)])
    }
  }
}

/** Adds pages of the previous check that this crawl, which has finished, did not find. */
async function addRemoved(
  { pages, snapshots, clock }: CloseChecksDeps,
  { check, part }: Closing,
  sql: Sql,
): Promise<void> {
  const { job, targetId } = part
  if (job?.kind !== monitorCrawlJobType.kind || job.state !== 'completed') return
  const { limit } = job.request as { readonly limit: number }
  // A crawl that reached its limit may have left pages out that are still there.
  if (job.total >= limit || job.completed === 0) return
  const scope = snapshotScope(check.monitorId, targetId, job.request)
  const now = clock.now()
  for await (const known of snapshots.list({ teamId: check.teamId, scope })) {
    const there = known.filter(({ goneAt }) => goneAt === null)
    const urls = there.map(({ url }) => url)
    const seen = await pages.seen({ checkId: check.id, targetId }, urls, sql)
    for (const { url, scrapeId } of there.filter((page) => !seen.has(page.url))) {
      const page = { ...makePage({ check, part }, url, now), status: 'removed' } as const
      const write = await pages.prepare({ ...page, previousScrapeId: scrapeId })
      await write(sql)
      await snapshots.markGone({ teamId: check.teamId, scope, url }, now, sql)
    }
  }
}

function makePage({ check, part }: Closing, url: string, now: Date): Omit<SeenPage, 'status'> {
  return {
    id: newId(),
    checkId: check.id,
    monitorId: check.monitorId,
    targetId: part.targetId,
    url,
    previousScrapeId: null,
    currentScrapeId: null,
    statusCode: null,
    error: null,
    metadata: null,
    diff: null,
    judgment: null,
    credits: 0,
    createdAt: now,
  }
}

/** Cancels the remaining jobs of a check that ended early. */
async function stopWork(
  { checks, jobs }: CloseChecksDeps,
  { id, teamId }: Pick<StoredCheck, 'id' | 'teamId'>,
): Promise<void> {
  for (const { jobId } of await checks.listJobs(id)) {
    const job = await jobs.byId(jobId)
    if (job?.state === 'scraping') await jobs.cancel({ id: jobId, teamId, kind: job.kind })
  }
}

import { readTeamLimits, type TeamLimits } from '#accounts/team-limits.ts'
import type { Credits } from '#credits/credits.ts'
import type { Notifier } from '#queue/notifier.ts'
import type { Retry, Queue } from '#queue/queue.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Jobs } from '#jobs/job.ts'
import { queueCapacity, queueFull } from '#jobs/queue-capacity.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import type { Sql } from '#storage/database.ts'
import { checkStarts, type CheckStore, type StoredCheck } from './check-store.ts'
import { createCheckQueue, type CheckQueueDeps } from './check-queue.ts'
import { intervalMs } from '#features/monitor/schedule/cron.ts'
import type { StoredMonitor, MonitorStore } from '#features/monitor/monitors/monitor-store.ts'
import { monitorCrawlJobType, monitorSearchJobType } from '#features/monitor/job-types.ts'
import { makeCheckCharge, checkLifeMs, makePrincipal } from './reservation.ts'
import { zeroDataRetentionRefusal } from '#features/monitor/monitors/refuse-zero-data-retention.ts'
import { targetJob, type TargetJob } from './target-jobs.ts'
import type { PageWatch } from '#features/monitor/pages/compare-pages.ts'

interface StartChecksDeps extends UrlRules, CheckQueueDeps {
  readonly monitors: Pick<MonitorStore, 'lockById'>
  readonly checks: CheckStore
  readonly jobs: Pick<Jobs, 'start' | 'pagesWaiting'>
  readonly credits: Pick<Credits, 'reserve'>
  /** Notified when jobs have been started. */
  readonly notifier: Notifier
  readonly clock: Clock
}

/** Of a team that was deleted. */
const noLimits: TeamLimits = {
  zeroDataRetention: 'off',
  concurrencyMax: 0,
  queuedJobsMax: 0,
  resultDays: 1,
}

interface JobOfTarget {
  readonly id: string
  readonly targetId: string
  readonly job: TargetJob
}

const dayMs = 86_400_000
/** Delay until a check tries again to start when the queue of its team is full. */
const queueRetryMs = 15_000
const queueWaitMsMax = 3_600_000

/** Starts checks: reserves credits and starts a job for each target. */
export function createCheckStarts(deps: StartChecksDeps): Queue {
  const { monitors, credits, endCheck, notifier } = deps

  async function start(check: StoredCheck, sql: Sql): Promise<Retry | void> {
    const monitor = await monitors.lockById(check.monitorId, sql)
    if (!monitor)
      return endCheck(check, { status: 'failed', error: 'Monitor no longer exists.' }, sql)
    // They may have changed since the monitor was created.
    const team = (await readTeamLimits(monitor.teamId, sql)) ?? noLimits
    if (team.zeroDataRetention === 'forced') {
      return endCheck(check, { status: 'failed', error: zeroDataRetentionRefusal }, sql)
    }
    try {
      const wanted = listJobs(monitor)
      const again = await retryWhenFull(deps, { check, wanted, team })
      if (again) return again
      await credits.reserve(makeCheckCharge(check, monitor.requester))
      await begin(deps, { check, monitor, wanted }, sql)
    } catch (thrown) {
      await endCheck(check, chooseEnding(thrown), sql)
    }
  }

  function listJobs({ targets }: StoredMonitor): JobOfTarget[] {
    return targets.map((target) => ({
      id: newId(),
      targetId: target.id,
      job: targetJob(target, deps),
    }))
  }

  return createCheckQueue(deps, {
    name: checkStarts,
    status: 'queued',
    work: start,
    failure: 'The check could not be started after several attempts.',
    committed: async () => notifier.notify(),
  })
}

/**
 * When to try again, if the queue of the team has no capacity for the pages (docs/credits.md). Fails with `UNPROCESSABLE`
 * after one hour, or if the check can never start.
 */
async function retryWhenFull(
  { jobs, clock }: StartChecksDeps,
  {
    check,
    wanted,
    team,
  }: {
    readonly check: StoredCheck
    readonly wanted: readonly JobOfTarget[]
    readonly team: TeamLimits
  },
): Promise<Retry | undefined> {
  const pages = wanted.reduce((count, { job }) => count + job.pages.length, 0)
  const waiting = await jobs.pagesWaiting(check.teamId)
  if (waiting + pages <= queueCapacity(team)) return undefined
  const now = clock.now().getTime()
  const isLate = now - check.createdAt.getTime() > queueWaitMsMax
  if (isLate || pages > queueCapacity(team)) {
    throw new ServiceError('UNPROCESSABLE', queueFull(team))
  }
  return { afterMs: queueRetryMs, isUncounted: true }
}

async function begin(
  { checks, jobs, clock }: StartChecksDeps,
  {
    check,
    monitor,
    wanted,
  }: {
    readonly check: StoredCheck
    readonly monitor: StoredMonitor
    readonly wanted: readonly JobOfTarget[]
  },
  sql: Sql,
): Promise<void> {
  const now = clock.now()
  for (const { id, targetId, job } of wanted) {
    await jobs.start(sql, {
      ...job,
      id,
      teamId: monitor.teamId,
      principal: makePrincipal(check, monitor.requester),
      request: { ...job.request, watch: makeWatch(monitor, check, targetId) },
      zeroDataRetention: false,
      pagePrice: 0,
      concurrencyMax: job.maxConcurrency,
      warning: undefined,
      webhook: undefined,
      lifeMs: checkLifeMs,
    })
  }
  await checks.addJobs(
    check.id,
    wanted.map(({ id: jobId, targetId, job }) => ({ jobId, targetId, isSearch: isSearch(job) })),
    sql,
  )
  await checks.change(
    check.id,
    {
      status: 'running',
      startedAt: now,
      updatedAt: now,
      reservedCredits: check.estimatedCredits,
      billingStatus: 'reserved',
      targetResults: wanted.map(toResult),
    },
    sql,
  )
}

/** Expected failures of the request or of credits; other errors are bugs of the service. */
function chooseEnding(thrown: unknown) {
  if (!(thrown instanceof ServiceError)) throw thrown
  const { code, message } = thrown
  if (code === 'INSUFFICIENT_CREDITS') {
    const error = 'Monitor check skipped: insufficient credits.'
    return { status: 'skipped_no_credits', error } as const
  }
  if (!lasting.has(code)) throw thrown
  return { status: 'failed', error: message } as const
}

const lasting = new Set(['BAD_REQUEST', 'FORBIDDEN', 'NOT_IMPLEMENTED', 'UNPROCESSABLE'])

function makeWatch(
  monitor: StoredMonitor,
  { id: checkId, createdAt }: StoredCheck,
  targetId: string,
): PageWatch {
  const { id: monitorId, webhook, retentionDays, judgeEnabled } = monitor
  const goal = judgeEnabled ? monitor.goal : null
  // A version must be kept until the next check, even if the interval is longer than the retention.
  const versionMs = Math.max(retentionDays * dayMs, 2 * intervalMs(monitor, createdAt))
  return { monitorId, checkId, targetId, webhook, goal, versionMs }
}

const isSearch = ({ kind }: TargetJob) => kind === monitorSearchJobType.kind

function toResult({ id, targetId, job }: JobOfTarget): object {
  if (isSearch(job)) return { targetId, type: 'search', searchCompleted: false }
  return job.kind === monitorCrawlJobType.kind
    ? { targetId, type: 'crawl', crawlId: id }
    : { targetId, type: 'scrape', expectedJobs: [id] }
}

import { readTeamLimits } from '#accounts/team-limits.ts'
import type { Credits } from '#credits/credits.ts'
import type { Notifier } from '#queue/notifier.ts'
import type { Jobs } from '#jobs/job.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import type { Sql } from '#storage/database.ts'
import type { CheckStore, ClaimedCheck, KeptCheck } from './check-store.ts'
import { createCheckTurn, type CheckTurnDeps } from './work-on-check.ts'
import { intervalMs } from '#features/monitor/schedule/cron.ts'
import type { KeptMonitor, MonitorStore } from '#features/monitor/monitors/monitor-store.ts'
import { monitorCrawlJobType } from '#features/monitor/job-types.ts'
import { chargeOf, checkLifeMs } from './reservation.ts'
import { zeroDataRetentionRefusal } from '#features/monitor/monitors/refuse-zero-data-retention.ts'
import { targetJob, type TargetJob } from './target-jobs.ts'
import type { Watch } from '#features/monitor/pages/compare-pages.ts'

interface StartChecksDeps extends UrlRules, CheckTurnDeps {
  readonly monitors: Pick<MonitorStore, 'lockById'>
  readonly checks: CheckStore
  readonly jobs: Pick<Jobs, 'start' | 'pagesWaiting'>
  readonly credits: Pick<Credits, 'reserve'>
  readonly notifier: Notifier
}

/** A team may be forced to zero data retention after it has made monitors, and may have another plan. */
async function readTeam({ teamId }: KeptMonitor, sql: Sql) {
  const limits = await readTeamLimits(teamId, sql)
  if (!limits) return { keepsNothing: false, queuedMax: 0, waitingMax: 0 }
  const { zeroDataRetention, concurrencyMax, queuedJobsMax } = limits
  return {
    keepsNothing: zeroDataRetention === 'forced',
    queuedMax: queuedJobsMax,
    waitingMax: queuedJobsMax + concurrencyMax,
  }
}

interface JobOfTarget {
  readonly id: string
  readonly targetId: string
  readonly job: TargetJob
}

const dayMs = 86_400_000
/** A check waits for room among the pages of its team, and asks again after a while. */
const roomWaitMs = 15_000
const roomWaitMsMax = 3_600_000

/** Starts checks that are queued: sets credits aside and starts a job for each target. Answers whether there were any. */
export function createStartChecks(deps: StartChecksDeps) {
  const { monitors, checks, credits, endCheck, notifier } = deps

  async function start(check: ClaimedCheck, sql: Sql): Promise<void> {
    const monitor = await monitors.lockById(check.monitorId, sql)
    if (!monitor)
      return endCheck(check, { status: 'failed', error: 'Monitor no longer exists.' }, sql)
    const team = await readTeam(monitor, sql)
    if (team.keepsNothing) {
      return endCheck(check, { status: 'failed', error: zeroDataRetentionRefusal }, sql)
    }
    try {
      const wanted = jobsOf(monitor)
      if (await waitsForRoom(deps, { check, wanted, team }, sql)) return
      await credits.reserve(chargeOf(check, monitor.keyId))
      await begin(deps, { check, monitor, wanted }, sql)
    } catch (thrown) {
      await endCheck(check, endingOf(thrown), sql)
    }
  }

  function jobsOf({ targets }: KeptMonitor): JobOfTarget[] {
    return targets.flatMap((target) =>
      target.type === 'search'
        ? []
        : [{ id: newId(), targetId: target.id, job: targetJob(target, deps) }],
    )
  }

  const takeTurn = createCheckTurn(deps, {
    claim: (now, until) => checks.claimQueued({ now, until }),
    work: start,
    failure: 'The check could not be started, and was given up after several attempts.',
  })
  return async function startChecks(): Promise<boolean> {
    const isBusy = (await takeTurn()) !== undefined
    if (isBusy) notifier.notify()
    return isBusy
  }
}

/**
 * Whether the pages of the team leave no room in its plan (docs/credits.md): then the check is put back, for an hour at
 * most. Fails with `UNPROCESSABLE` when it has waited that long, or can never be started.
 */
async function waitsForRoom(
  { checks, jobs, clock }: StartChecksDeps,
  found: {
    readonly check: ClaimedCheck
    readonly wanted: readonly JobOfTarget[]
    readonly team: { readonly queuedMax: number; readonly waitingMax: number }
  },
  sql: Sql,
): Promise<boolean> {
  const { check, wanted, team } = found
  const pages = wanted.reduce((count, { job }) => count + job.pages.length, 0)
  const waiting = await jobs.pagesWaiting(check.teamId)
  if (waiting + pages <= team.waitingMax) return false
  const now = clock.now().getTime()
  const isLate = now - check.createdAt.getTime() > roomWaitMsMax
  if (isLate || pages > team.waitingMax) {
    throw new ServiceError(
      'UNPROCESSABLE',
      `The maximum number of queued jobs (${team.queuedMax}) of your team would be exceeded.`,
    )
  }
  await checks.putBack(check, new Date(now + roomWaitMs), sql)
  return true
}

async function begin(
  { checks, jobs, clock }: StartChecksDeps,
  {
    check,
    monitor,
    wanted,
  }: {
    readonly check: KeptCheck
    readonly monitor: KeptMonitor
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
      keyId: monitor.keyId,
      request: { ...job.request, watch: watchOf(monitor, check, targetId) },
      zeroDataRetention: false,
      pagePrice: 0,
      concurrencyMax: job.maxConcurrency,
      warning: undefined,
      webhook: undefined,
      createdAt: now,
      expiresAt: new Date(now.getTime() + checkLifeMs),
    })
  }
  await checks.addJobs(
    check.id,
    wanted.map(({ id: jobId, targetId }) => ({ jobId, targetId })),
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

/** What the monitor asks for may be impossible, or too dear; everything else is a fault of ours. */
function endingOf(thrown: unknown) {
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

function watchOf(
  monitor: KeptMonitor,
  { id: checkId, createdAt }: KeptCheck,
  targetId: string,
): Watch {
  const { id: monitorId, webhook, retentionDays } = monitor
  // A version must be there at the next look, however seldom there is one.
  const versionMs = Math.max(retentionDays * dayMs, 2 * intervalMs(monitor, createdAt))
  return { monitorId, checkId, targetId, webhook, versionMs }
}

/** Contract section 13.6. */
function toResult({ id, targetId, job }: JobOfTarget): object {
  return job.kind === monitorCrawlJobType.kind
    ? { targetId, type: 'crawl', crawlId: id }
    : { targetId, type: 'scrape', expectedJobs: [id] }
}

import type { Credits } from '#credits/credits.ts'
import type { Bell } from '#kernel/bell.ts'
import type { Jobs } from '#jobs/jobs.ts'
import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { CheckStore, KeptCheck } from './check-store.ts'
import { intervalMs } from './cron.ts'
import type { EndCheck } from './end-check.ts'
import type { KeptMonitor, MonitorStore } from './monitor-store.ts'
import { chargeOf, checkLifeMs } from './reservation.ts'
import { unkept } from './refuse-unkept.ts'
import { targetJob, type TargetJob } from './target-jobs.ts'
import type { Watch } from './watched-work.ts'

interface StartChecksDeps extends UrlRules {
  readonly database: Database
  readonly monitors: Pick<MonitorStore, 'lockById'>
  readonly checks: CheckStore
  readonly jobs: Pick<Jobs, 'start'>
  readonly credits: Pick<Credits, 'reserve'>
  readonly endCheck: EndCheck
  readonly clock: Clock
  readonly bell: Bell
}

/** A team may be forced to zero data retention after it has made monitors. */
async function keepsNothing({ teamId }: KeptMonitor, sql: Sql): Promise<boolean> {
  const rows = await sql.query(
    `select from teams where id = $1 and zero_data_retention = 'forced'`,
    [teamId],
  )
  return rows.length > 0
}

interface JobOfTarget {
  readonly id: string
  readonly targetId: string
  readonly job: TargetJob
}

const atOnce = 10
const dayMs = 86_400_000

/** Starts checks that are queued: sets credits aside and starts a job for each target. Answers whether there were any. */
export function createStartChecks(deps: StartChecksDeps) {
  const { database, monitors, checks, credits, endCheck, bell } = deps

  async function start(check: KeptCheck, sql: Sql): Promise<void> {
    const monitor = await monitors.lockById(check.monitorId, sql)
    if (!monitor)
      return endCheck(check, { status: 'failed', error: 'Monitor no longer exists.' }, sql)
    if (await keepsNothing(monitor, sql)) {
      return endCheck(check, { status: 'failed', error: unkept }, sql)
    }
    try {
      const wanted = jobsOf(monitor)
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

  return async function startChecks(): Promise<boolean> {
    const isBusy = await database.transaction(async (sql) => {
      const queued = await checks.lockQueued(atOnce, sql)
      for (const check of queued) await start(check, sql)
      return queued.length > 0
    })
    if (isBusy) bell.ring()
    return isBusy
  }
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
      leavesNoTrace: false,
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
  return job.kind === 'monitor-crawl'
    ? { targetId, type: 'crawl', crawlId: id }
    : { targetId, type: 'scrape', expectedJobs: [id] }
}

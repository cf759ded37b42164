import { addItems } from '#queue/add-items.ts'
import { beforeMs, type Database, type Sql } from '#storage/database.ts'
import { jsonText } from '#storage/storable.ts'
import type { CheckStatus } from '#features/monitor/contract.ts'
import type { Summary } from '#features/monitor/replies.ts'
import type { SearchOutcome } from '#features/monitor/searches/search-outcome.ts'

/** A stored check. */
export interface StoredCheck {
  readonly id: string
  readonly monitorId: string
  readonly teamId: string
  readonly status: CheckStatus
  readonly trigger: 'scheduled' | 'manual'
  readonly scheduledFor: Date | null
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly estimatedCredits: number
  readonly reservedCredits: number | null
  readonly actualCredits: number | null
  readonly billingStatus: 'not_applicable' | 'reserved' | 'confirmed' | 'released' | 'failed'
  readonly summary: Summary
  readonly targetResults: readonly object[] | null
  readonly notificationStatus: object | null
  readonly error: string | null
  /** When the last of its pages was finished. */
  readonly activeAt: Date
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The jobs of a check: one per target. */
export interface CheckJob {
  readonly jobId: string
  readonly targetId: string
  readonly isSearch: boolean
}

/** A job, and the check that it belongs to. */
export interface CheckJobRef {
  readonly jobId: string
  readonly checkId: string
}

/** Checks that were started before, or that have not advanced since, have exceeded their time limit. */
export interface CheckBounds {
  readonly idleMsMax: number
  readonly runningMsMax: number
  /** Of checks that only search. */
  readonly searchingMsMax: number
}

/** Checks and their jobs. */
export interface CheckStore {
  /** Queues its start as well, unless it has ended. Returns false if there is a check for the scheduled time. */
  add(check: StoredCheck, sql: Sql): Promise<boolean>
  find(place: { readonly id: string; readonly monitorId: string }): Promise<StoredCheck | undefined>
  /** Newest first. */
  list(
    monitorId: string,
    page: { readonly limit: number; readonly offset: number; readonly status?: string | undefined },
  ): Promise<StoredCheck[]>
  /** Locks a check that has this status. */
  lock(
    place: { readonly id: string; readonly status: CheckStatus },
    sql: Sql,
  ): Promise<StoredCheck | undefined>
  /**
   * Queues the end of running checks whose jobs have all ended, whose monitor is deleted, or that exceed their time limit. Returns
   * whether there were any.
   */
  queueEnds(bounds: CheckBounds): Promise<boolean>
  /** Changes the given fields. */
  change(
    id: string,
    to: Pick<StoredCheck, 'status' | 'updatedAt'> & Partial<StoredCheck>,
    sql: Sql,
  ): Promise<void>
  addJobs(checkId: string, jobs: readonly CheckJob[], sql: Sql): Promise<void>
  listJobs(checkId: string, within?: Sql): Promise<CheckJob[]>
  /** Undefined until the searches of the job have ended. */
  findSearch(ref: CheckJobRef, within?: Sql): Promise<SearchOutcome | undefined>
  /** Returns false if the job has an outcome already. */
  recordSearch(ref: CheckJobRef, outcome: SearchOutcome, sql: Sql): Promise<boolean>
  /** Deletes checks older than the retention of their monitor, and those of deleted monitors. */
  sweep(): Promise<void>
}

/** Names of the queues of checks to be started and to be ended. */
export const checkStarts = 'monitor-check-starts'
export const checkEnds = 'monitor-check-ends'

export function createCheckStore({ database }: { readonly database: Database }): CheckStore {
  return {
    ...reading(database),
    ...writing,
    queueEnds: (bounds) => queueEnds(database, bounds),
    sweep: () => sweep(database),
  }
}

const columns = `id, monitor_id as "monitorId", team_id as "teamId", status, trigger,
  scheduled_for as "scheduledFor", started_at as "startedAt", finished_at as "finishedAt",
  estimated_credits as "estimatedCredits", reserved_credits as "reservedCredits",
  actual_credits as "actualCredits", billing_status as "billingStatus", summary,
  target_results as "targetResults", notification_status as "notificationStatus", error, active_at as "activeAt",
  created_at as "createdAt", updated_at as "updatedAt"`

function reading(database: Sql): Pick<CheckStore, 'find' | 'list' | 'listJobs' | 'findSearch'> {
  return {
    async find({ id, monitorId }) {
      const [row] = await database.query<StoredCheck>(
        `select ${columns} from monitor_checks where id = $1 and monitor_id = $2`,
        [id, monitorId],
      )
      return row
    },
    list: (monitorId, { limit, offset, status }) =>
      database.query<StoredCheck>(
        `select ${columns} from monitor_checks
         where monitor_id = $1 and ($2::text is null or status = $2)
         order by created_at desc, id desc limit $3 offset $4`,
        [monitorId, status ?? null, limit, offset],
      ),
    listJobs: (checkId, within = database) =>
      within.query<CheckJob>(
        `select job_id as "jobId", target_id as "targetId", search is not null as "isSearch"
         from monitor_check_jobs where check_id = $1`,
        [checkId],
      ),
    async findSearch({ jobId, checkId }, within = database) {
      const [row] = await within.query<{ search: SearchOutcome }>(
        `select search from monitor_check_jobs
         where check_id = $1 and job_id = $2 and search <> '{}'`,
        [checkId, jobId],
      )
      return row?.search
    },
  }
}

const endsAtOnce = 50

async function queueEnds(
  database: Database,
  { idleMsMax, runningMsMax, searchingMsMax }: CheckBounds,
): Promise<boolean> {
  return database.transaction(async (sql) => {
    const ending = await sql.query<Pick<StoredCheck, 'id' | 'teamId'>>(
      `update monitor_checks set is_ending = true
       where id in (select id from monitor_checks c
         where status = 'running' and not is_ending and (active_at <= ${beforeMs('$1')} or started_at <= ${beforeMs('$2')}
           or exists (select from monitors m where m.id = c.monitor_id and m.deleted_at is not null)
           or (started_at <= ${beforeMs('$4')} and not exists (
             select from monitor_check_jobs m where m.check_id = c.id and m.search is null))
           or not exists (select from monitor_check_jobs m join running_job_ids() j (id) on j.id = m.job_id
             where m.check_id = c.id))
         order by created_at limit $3 for update skip locked)
       returning id, team_id as "teamId"`,
      [idleMsMax, runningMsMax, endsAtOnce, searchingMsMax],
    )
    await addItems(sql, checkEnds, ending.map(toItem))
    return ending.length > 0
  })
}

const toItem = ({ id, teamId }: Pick<StoredCheck, 'id' | 'teamId'>) => ({
  id,
  teamId,
  lane: teamId,
  keyOf: undefined,
})

const writing: Pick<CheckStore, 'add' | 'lock' | 'change' | 'addJobs' | 'recordSearch'> = {
  async add(check, sql) {
    const { id, monitorId, teamId, status, trigger, scheduledFor, finishedAt } = check
    const rows = await sql.query(
      `insert into monitor_checks (id, monitor_id, team_id, status, trigger, scheduled_for,
           finished_at, estimated_credits, actual_credits, summary, error, active_at, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $12)
         on conflict do nothing returning id`,
      [
        id,
        monitorId,
        teamId,
        status,
        trigger,
        scheduledFor,
        finishedAt,
        check.estimatedCredits,
        check.actualCredits,
        check.summary,
        check.error,
        check.createdAt,
      ],
    )
    if (rows.length > 0 && status === 'queued') await addItems(sql, checkStarts, [toItem(check)])
    return rows.length > 0
  },
  async lock({ id, status }, sql) {
    const [row] = await sql.query<StoredCheck>(
      `select ${columns} from monitor_checks where id = $1 and status = $2 for update`,
      [id, status],
    )
    return row
  },
  async change(id, to, sql) {
    await sql.query(
      `update monitor_checks set status = $2, updated_at = $3, active_at = $3,
           started_at = coalesce($4, started_at), finished_at = coalesce($5, finished_at),
           reserved_credits = coalesce($6, reserved_credits),
           actual_credits = coalesce($7, actual_credits),
           billing_status = coalesce($8, billing_status), summary = coalesce($9, summary),
           target_results = coalesce($10, target_results), error = coalesce($11, error),
           notification_status = coalesce($12, notification_status)
         where id = $1`,
      [
        id,
        to.status,
        to.updatedAt,
        to.startedAt ?? null,
        to.finishedAt ?? null,
        to.reservedCredits ?? null,
        to.actualCredits ?? null,
        to.billingStatus ?? null,
        to.summary ?? null,
        to.targetResults ? jsonText(to.targetResults) : null,
        to.error ?? null,
        to.notificationStatus ?? null,
      ],
    )
  },
  async addJobs(checkId, jobs, sql) {
    await sql.query(
      `insert into monitor_check_jobs (check_id, job_id, target_id, search)
         select $1, u.job, u.target, case when u.is_search then '{}'::jsonb end
         from unnest($2::uuid[], $3::uuid[], $4::boolean[]) u (job, target, is_search)
         on conflict do nothing`,
      [
        checkId,
        jobs.map(({ jobId }) => jobId),
        jobs.map(({ targetId }) => targetId),
        jobs.map(({ isSearch }) => isSearch),
      ],
    )
  },
  async recordSearch({ jobId, checkId }, outcome, sql) {
    const rows = await sql.query(
      `update monitor_check_jobs set search = $3::jsonb
       where check_id = $1 and job_id = $2 and search = '{}' returning job_id`,
      [checkId, jobId, jsonText(outcome)],
    )
    return rows.length > 0
  },
}

const checksAtOnce = 200

/** Deletes checks whose time is over, and the versions that only their pages had; looks at no others. */
async function sweep(database: Database): Promise<void> {
  let deleted = checksAtOnce
  while (deleted === checksAtOnce) deleted = await database.transaction(deleteChecks)
}

async function deleteChecks(sql: Sql): Promise<number> {
  const rows = await sql.query<{ id: string }>(
    `select c.id from monitor_checks c join monitors m on m.id = c.monitor_id
     where c.status not in ('queued', 'running')
       and (c.created_at <= now() - make_interval(days => m.retention_days) or m.deleted_at is not null)
     limit $1 for update of c skip locked`,
    [checksAtOnce],
  )
  if (rows.length === 0) return 0
  const checks = rows.map(({ id }) => id)
  // Locked, so that of two processes that delete the last pages of a version the second sees that they were the last.
  const versions = await sql.query<{ id: string }>(
    `select id from monitor_versions
     where id in (select version_id from monitor_pages where check_id = any($1)) order by id for update`,
    [checks],
  )
  await sql.query('delete from monitor_checks where id = any($1)', [checks])
  await sql.query(
    `delete from monitor_versions v where id = any($1)
       and not exists (select from monitor_pages p where p.version_id = v.id)`,
    [versions.map(({ id }) => id)],
  )
  return rows.length
}

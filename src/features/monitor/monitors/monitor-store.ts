import type { Webhook } from '#delivery/webhook.ts'
import type { Log } from '#kernel/log.ts'
import { openReadable } from '#storage/content-seals.ts'
import type { Requester } from '#kernel/principal.ts'
import { afterMs, type Database, type Sql } from '#storage/database.ts'
import type { Seal, SealedJson } from '#storage/seal.ts'
import type { Notification } from '#features/monitor/contract.ts'
import type { Summary } from '#features/monitor/replies.ts'
import type { MonitorTarget } from '#features/monitor/targets.ts'

/** A stored monitor. */
export interface StoredMonitor {
  readonly id: string
  readonly teamId: string
  /** Who created it: its checks are charged to them. */
  readonly requester: Requester | null
  readonly name: string
  readonly tags: readonly string[]
  readonly status: 'active' | 'paused'
  /** When a paused monitor goes on by itself; null if it does not. */
  readonly pausedUntil: Date | null
  readonly cron: string
  readonly timezone: string
  readonly targets: readonly MonitorTarget[]
  readonly webhook: Webhook | null
  readonly notification: Notification
  readonly retentionDays: number
  readonly goal: string | null
  readonly judgeEnabled: boolean
  /** The next scheduled time; null while paused. */
  readonly nextRunAt: Date | null
  /** When that run starts. */
  readonly dispatchAt: Date | null
  readonly lastRunAt: Date | null
  readonly currentCheckId: string | null
  readonly lastCheckSummary: Summary | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The settings that the owner can change. */
export type MonitorSettings = Pick<
  StoredMonitor,
  | 'name'
  | 'tags'
  | 'status'
  | 'pausedUntil'
  | 'cron'
  | 'timezone'
  | 'targets'
  | 'webhook'
  | 'notification'
  | 'retentionDays'
  | 'goal'
  | 'judgeEnabled'
  | 'nextRunAt'
  | 'dispatchAt'
  | 'updatedAt'
>

export interface MonitorRef {
  readonly id: string
  readonly teamId: string
}

/** Monitors that are not deleted. A monitor of another team is treated as unknown. */
export interface MonitorStore {
  add(monitor: StoredMonitor, sql: Sql): Promise<void>
  find(ref: MonitorRef): Promise<StoredMonitor | undefined>
  /** Locks the row until the transaction ends, which serialises changes. */
  lock(ref: MonitorRef, sql: Sql): Promise<StoredMonitor | undefined>
  /** Locks a monitor by id, for work on its checks. */
  lockById(id: string, sql: Sql): Promise<StoredMonitor | undefined>
  /** Locks due monitors, the longest due first; other processes skip them. Each is read separately, because one may be unreadable. */
  lockDue(countMax: number, sql: Sql): Promise<DueMonitor[]>
  /** Delays the next run; its scheduled time stays. */
  postpone(id: string, forMs: number, sql: Sql): Promise<void>
  /** Skips monitors that cannot be decrypted. */
  list(
    teamId: string,
    page: { readonly limit: number; readonly offset: number; readonly tag?: string | undefined },
  ): Promise<StoredMonitor[]>
  change(id: string, settings: MonitorSettings, sql: Sql): Promise<void>
  /** Sets the next run and the current check. */
  advance(id: string, to: Advance, sql: Sql): Promise<void>
  /** Records the end of a check. */
  recordEnd(id: string, ended: { readonly summary: Summary | undefined }, sql: Sql): Promise<void>
  /** Also deletes a monitor that cannot be decrypted. Returns undefined for an unknown one. */
  remove(ref: MonitorRef, sql: Sql): Promise<Pick<StoredMonitor, 'requester'> | undefined>
  ids(teamId: string): Promise<string[]>
}

export interface DueMonitor {
  readonly id: string
  read(): StoredMonitor
}

export type Advance = Pick<StoredMonitor, 'nextRunAt' | 'dispatchAt'> & {
  /** Undefined leaves it unchanged. */
  readonly currentCheckId?: string
}

/** A pause that is over needs no write to end. */
const columns = `id, team_id as "teamId", requester, name, tags,
  case when paused_until <= now() then 'active' else status end as status,
  case when paused_until > now() then paused_until end as "pausedUntil", cron, timezone, targets, webhook,
  notification, retention_days as "retentionDays", goal, judge_enabled as "judgeEnabled",
  next_run_at as "nextRunAt", dispatch_at as "dispatchAt", last_run_at as "lastRunAt",
  current_check_id as "currentCheckId", last_check_summary as "lastCheckSummary",
  created_at as "createdAt", updated_at as "updatedAt"`

type Row = Omit<StoredMonitor, 'targets' | 'webhook'> & {
  readonly targets: SealedJson<readonly MonitorTarget[]>
  readonly webhook: SealedJson<Webhook> | null
}

interface StoreDeps {
  readonly database: Database
  readonly seal: Seal
  readonly log: Log
}

export function createMonitorStore(deps: StoreDeps): MonitorStore {
  return { ...reading(deps), ...writing(deps) }
}

const ofTeam = 'id = $1 and team_id = $2'

const select = (sql: Sql, condition: string, values: readonly (string | number | Date | null)[]) =>
  sql.query<Row>(
    `select ${columns} from monitors where deleted_at is null and ${condition}`,
    values,
  )

function reading({
  database,
  seal,
  log,
}: StoreDeps): Pick<MonitorStore, 'find' | 'ids' | 'lock' | 'lockById' | 'lockDue' | 'list'> {
  const opened = ({ targets, webhook, ...row }: Row): StoredMonitor => ({
    ...row,
    targets: seal.open(targets),
    webhook: webhook === null ? null : seal.open(webhook),
  })
  async function first(...query: Parameters<typeof select>): Promise<StoredMonitor | undefined> {
    const [row] = await select(...query)
    return row && opened(row)
  }
  return {
    find: ({ id, teamId }) => first(database, ofTeam, [id, teamId]),
    lock: ({ id, teamId }, sql) => first(sql, `${ofTeam} for update`, [id, teamId]),
    lockById: (id, sql) => first(sql, 'id = $1 for update', [id]),
    async lockDue(countMax, sql) {
      const due = `dispatch_at <= now() and (status = 'active' or paused_until <= now())
        order by dispatch_at limit $1 for update skip locked`
      const rows = await select(sql, due, [countMax])
      return rows.map((row) => ({ id: row.id, read: () => opened(row) }))
    },
    async ids(teamId) {
      const rows = await database.query<{ id: string }>(
        'select id from monitors where team_id = $1 and deleted_at is null',
        [teamId],
      )
      return rows.map(({ id }) => id)
    },
    async list(teamId, { limit, offset, tag }) {
      const page = `team_id = $1 and ($4::text is null or $4 = any(tags))
        order by created_at desc, id desc limit $2 offset $3`
      const rows = await select(database, page, [teamId, limit, offset, tag ?? null])
      return openReadable(rows, async (row) => opened(row), { log })
    },
  }
}

function writing({
  seal,
}: Pick<StoreDeps, 'seal'>): Pick<
  MonitorStore,
  'add' | 'change' | 'advance' | 'postpone' | 'recordEnd' | 'remove'
> {
  const listValues = (settings: MonitorSettings) => listSettings(settings, seal)
  return {
    async add(monitor, sql) {
      await sql.query(
        `insert into monitors (id, name, status, cron, timezone, targets, webhook, notification,
           retention_days, goal, judge_enabled, next_run_at, dispatch_at, updated_at, tags, paused_until,
           team_id, requester, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
         on conflict (id) do nothing`,
        [monitor.id, ...listValues(monitor), monitor.teamId, monitor.requester, monitor.createdAt],
      )
    },
    async change(id, settings, sql) {
      await sql.query(
        `update monitors set name = $2, status = $3, cron = $4, timezone = $5, targets = $6,
           webhook = $7, notification = $8, retention_days = $9, goal = $10, judge_enabled = $11,
           next_run_at = $12, dispatch_at = $13, updated_at = $14, tags = $15,
           paused_until = $16 where id = $1`,
        [id, ...listValues(settings)],
      )
    },
    async advance(id, { nextRunAt, dispatchAt, currentCheckId }, sql) {
      await sql.query(
        `update monitors set next_run_at = $2, dispatch_at = $3,
           current_check_id = coalesce($4, current_check_id) where id = $1`,
        [id, nextRunAt, dispatchAt, currentCheckId ?? null],
      )
    },
    async postpone(id, forMs, sql) {
      await sql.query(`update monitors set dispatch_at = ${afterMs('$2')} where id = $1`, [
        id,
        forMs,
      ])
    },
    async recordEnd(id, { summary }, sql) {
      await sql.query(
        `update monitors set current_check_id = null, last_run_at = now(),
           last_check_summary = coalesce($2, last_check_summary) where id = $1`,
        [id, summary ?? null],
      )
    },
    async remove({ id, teamId }, sql) {
      const [row] = await sql.query<Pick<StoredMonitor, 'requester'>>(
        `update monitors set deleted_at = now(), next_run_at = null, dispatch_at = null
         where ${ofTeam} and deleted_at is null returning requester`,
        [id, teamId],
      )
      return row
    },
  }
}

function listSettings(settings: MonitorSettings, seal: Seal) {
  return [
    settings.name,
    settings.status,
    settings.cron,
    settings.timezone,
    seal.seal([...settings.targets]),
    settings.webhook && seal.seal(settings.webhook),
    settings.notification,
    settings.retentionDays,
    settings.goal,
    settings.judgeEnabled,
    settings.nextRunAt,
    settings.dispatchAt,
    settings.updatedAt,
    [...settings.tags],
    settings.pausedUntil,
  ]
}

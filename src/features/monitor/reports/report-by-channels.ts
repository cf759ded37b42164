import type { Channels, StoredChannel } from '#delivery/channels/channels.ts'
import type { Event, Outbox } from '#delivery/outbox.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Sql } from '#storage/database.ts'
import type { StoredCheck } from '#features/monitor/checks/check-store.ts'
import {
  isNoise,
  queued,
  skipped,
  type ChannelStatus,
} from '#features/monitor/mail/report-by-mail.ts'
import type { StoredMonitor } from '#features/monitor/monitors/monitor-store.ts'
import type { PageStore, SeenPage } from '#features/monitor/pages/page-store.ts'
import { chooseChannels } from './choose-channels.ts'
import { findReportTime } from './report-time.ts'
import { writeMessage } from './write-message.ts'

/** Reports checks to the channels of their monitor, within the transaction that ends them. */
export interface ReportByChannels {
  readonly report: (sql: Sql, ended: Ended) => Promise<ChannelStatus>
  /** Sends the reports that are due. Returns whether there were any. */
  readonly sendDue: () => Promise<boolean>
}

interface Ended {
  readonly monitor: StoredMonitor
  readonly check: StoredCheck
}

const atOnce = { digest: 'none' } as const
const pagesMax = 500
const dueAtOnce = 100
const eventType = 'monitor.report'

export interface ReportDeps {
  readonly database: { transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> }
  readonly channels: Pick<Channels, 'list'>
  readonly monitors: { lockById(id: string, sql: Sql): Promise<StoredMonitor | undefined> }
  readonly pages: Pick<PageStore, 'list'>
  readonly outbox: Pick<Outbox, 'add'>
  readonly publicUrl: string
  readonly clock: Clock
}

export function createReportByChannels(deps: ReportDeps): ReportByChannels {
  const { database, pages, clock } = deps

  const listReported = async (checkId: string, sql: Sql) => {
    const found = await pages.list(checkId, { skip: 0, limit: pagesMax, isEventful: true }, sql)
    return found.filter((page) => !isNoise(page))
  }

  return {
    async report(sql, { monitor, check }) {
      const { channels: settings, slack } = monitor.notification
      if (!slack?.enabled && !settings?.ids.length) return skipped('disabled')
      const reported = await listReported(check.id, sql)
      if (reported.length === 0) return skipped('no_changes')
      const now = clock.now()
      const dueAt = findReportTime(settings ?? atOnce, monitor.timezone, now)
      if (dueAt.getTime() <= now.getTime()) {
        const isSent = await send(deps, { sql, monitor, jobId: check.id, reported })
        return isSent ? queued : skipped('no_channels')
      }
      await sql.query(
        `insert into monitor_reports (check_id, monitor_id, due_at) values ($1, $2, $3)
         on conflict do nothing`,
        [check.id, monitor.id, dueAt],
      )
      return queued
    },
    sendDue: () =>
      database.transaction(async (sql) => {
        const due = await sql.query<{ checkId: string; monitorId: string }>(
          `delete from monitor_reports where check_id in (
             select check_id from monitor_reports where due_at <= now()
             order by monitor_id, due_at limit $1 for update skip locked)
           returning check_id as "checkId", monitor_id as "monitorId"`,
          [dueAtOnce],
        )
        for (const [monitorId, rows] of Map.groupBy(due, (row) => row.monitorId)) {
          const monitor = await deps.monitors.lockById(monitorId, sql)
          const [first] = rows
          if (!monitor || !first) continue
          const reported: SeenPage[] = []
          for (const { checkId } of rows) reported.push(...(await listReported(checkId, sql)))
          await send(deps, { sql, monitor, jobId: first.checkId, reported })
        }
        return due.length > 0
      }),
  }
}

async function send(
  { channels, outbox, publicUrl }: ReportDeps,
  report: {
    readonly sql: Sql
    readonly monitor: StoredMonitor
    readonly jobId: string
    readonly reported: readonly SeenPage[]
  },
): Promise<boolean> {
  const { sql, monitor, jobId, reported } = report
  const chosen = chooseChannels(await channels.list(monitor.teamId, sql), monitor.notification)
  const message = writeMessage(monitor, reported, `${publicUrl}/console/monitors/${monitor.id}`)
  const place = { teamId: monitor.teamId, jobId }
  await outbox.add(
    sql,
    chosen.map((channel) => makeChannelEvent(channel, message, { ...place, type: eventType })),
  )
  return chosen.length > 0
}

/** An event that carries a message to a channel. */
export const makeChannelEvent = (
  { url }: Pick<StoredChannel, 'url'>,
  message: NonNullable<Event['message']>,
  place: Pick<Event, 'teamId' | 'jobId' | 'type'>,
): Event => ({
  ...place,
  zeroDataRetention: false,
  webhook: { url, headers: {}, metadata: {}, events: [] },
  success: true,
  message,
})

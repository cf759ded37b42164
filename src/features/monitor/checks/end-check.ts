import type { Credits } from '#credits/credits.ts'
import type { Outbox } from '#delivery/outbox.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Sql } from '#storage/database.ts'
import type { CheckStore, StoredCheck } from './check-store.ts'
import { checkEvent } from './webhook-events.ts'
import type { MonitorStore } from '#features/monitor/monitors/monitor-store.ts'
import { nothingSeen, type Summary } from '#features/monitor/replies.ts'
import { queued, skipped, type ReportByMail } from '#features/monitor/mail/report-by-mail.ts'
import type { ReportByChannels } from '#features/monitor/reports/report-by-channels.ts'
import { makeCheckCharge } from './reservation.ts'

/** Result of a check. */
export interface CheckEnding {
  readonly status: Exclude<StoredCheck['status'], 'queued' | 'running' | 'skipped_overlap'>
  readonly error?: string
  readonly summary?: Summary
  /** Credits to charge; default 0. */
  readonly credits?: number
  /** Ends the check without reading its monitor and without notifications. */
  readonly isSilent?: boolean
}

/** Ends a check within the transaction that locks it: charge, monitor, notifications. */
export type EndCheck = (check: StoredCheck, ending: CheckEnding, sql: Sql) => Promise<void>

export function createEndCheck(deps: {
  readonly monitors: Pick<MonitorStore, 'lockById' | 'recordEnd'>
  readonly checks: Pick<CheckStore, 'change'>
  readonly credits: Pick<Credits, 'reserved'>
  readonly outbox: Pick<Outbox, 'add'>
  readonly reportByMail: ReportByMail
  readonly reports: Pick<ReportByChannels, 'report'>
  readonly clock: Clock
}): EndCheck {
  const { monitors, checks, credits, outbox, reportByMail, reports, clock } = deps
  return async function endCheck(check, ending, sql) {
    const { status, error = null, summary = nothingSeen, credits: price = 0 } = ending
    const now = clock.now()
    const monitor = ending.isSilent ? undefined : await monitors.lockById(check.monitorId, sql)
    const wasReserved = check.billingStatus === 'reserved'
    if (wasReserved)
      await credits.reserved(makeCheckCharge(check, monitor?.requester ?? null)).charge(price, sql)
    const ended: StoredCheck = {
      ...check,
      status,
      error,
      summary,
      finishedAt: now,
      updatedAt: now,
      actualCredits: price,
      billingStatus: wasReserved ? (price > 0 ? 'confirmed' : 'released') : 'not_applicable',
    }
    const hasLooked = status === 'completed' || status === 'partial'
    const seen = hasLooked ? summary : undefined
    await monitors.recordEnd(check.monitorId, { summary: seen }, sql)
    if (!monitor) return checks.change(check.id, ended, sql)
    if (monitor.webhook) await outbox.add(sql, [checkEvent(ended, monitor.webhook)])
    const { channels, slack } = monitor.notification
    const byChannels = await reports.report(sql, { monitor, check: ended })
    const notificationStatus = {
      webhook: monitor.webhook ? queued : skipped('disabled'),
      email: await reportByMail(sql, { monitor, check: ended }),
      ...(slack?.enabled && { slack: byChannels }),
      ...(channels && { channels: byChannels }),
    }
    await checks.change(check.id, { ...ended, notificationStatus }, sql)
  }
}

import type { Mailbox } from '#delivery/mailbox.ts'
import type { Sql } from '#storage/database.ts'
import { checkMail, isWorthMail } from './check-mail.ts'
import type { KeptCheck } from '#features/monitor/checks/check-store.ts'
import type { KeptMonitor } from '#features/monitor/monitors/monitor-store.ts'
import type { PageStore } from '#features/monitor/pages/page-store.ts'
import type { Recipients } from './recipients.ts'

interface Ended {
  readonly monitor: KeptMonitor
  readonly check: KeptCheck
}

/** What was done to tell of a check by one way (docs/api/monitor.md). */
export interface Telling {
  readonly attempted: boolean
  readonly success: boolean
  readonly delivered: boolean
  readonly queued: boolean
  readonly skipped?: string
}

export const queued: Telling = { attempted: true, success: true, delivered: false, queued: true }

export const skipped = (reason: string): Telling => ({
  attempted: false,
  success: false,
  delivered: false,
  queued: false,
  skipped: reason,
})

/** Writes the e-mails about a check, inside the transaction that ends it; none when nothing happened. */
export type ReportByMail = (sql: Sql, ended: Ended) => Promise<Telling>

const pagesMax = 500

export function createReportByMail(deps: {
  readonly mailbox: Mailbox | undefined
  readonly recipients: Pick<Recipients, 'confirmed' | 'settle'>
  readonly pages: Pick<PageStore, 'list'>
}): ReportByMail {
  const { mailbox, recipients, pages } = deps
  return async function reportByMail(sql, { monitor, check }) {
    if (!monitor.notification.email?.enabled) return skipped('disabled')
    if (!mailbox) return skipped('not_configured')
    // Asks those whom a limit kept from being asked.
    await recipients.settle(monitor, sql)
    if (!isWorthMail(check.summary)) return skipped('no_changes')
    const readers = await recipients.confirmed(monitor, sql)
    if (readers.length === 0) return skipped('no_confirmed_recipients')
    const told = await pages.list(check.id, { skip: 0, limit: pagesMax, isEventful: true }, sql)
    const mails = readers.map((reader) => checkMail({ monitor, check, pages: told }, reader))
    const batch = { teamId: monitor.teamId, purpose: 'notification', mails } as const
    const sent = await mailbox.add(sql, batch)
    return sent.length > 0 ? queued : skipped('rate_limited')
  }
}

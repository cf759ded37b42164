import type { Mailbox } from '#delivery/mailbox.ts'
import type { Sql } from '#storage/database.ts'
import { checkMail, isWorthMail } from './check-mail.ts'
import type { StoredCheck } from '#features/monitor/checks/check-store.ts'
import type { StoredMonitor } from '#features/monitor/monitors/monitor-store.ts'
import type { PageStore, SeenPage } from '#features/monitor/pages/page-store.ts'
import type { Recipients } from './recipients.ts'

interface Ended {
  readonly monitor: StoredMonitor
  readonly check: StoredCheck
}

/** Status of the notification of a check over one channel (docs/api/monitor.md). */
export interface ChannelStatus {
  readonly attempted: boolean
  readonly success: boolean
  readonly delivered: boolean
  readonly queued: boolean
  readonly skipped?: string
}

export const queued: ChannelStatus = {
  attempted: true,
  success: true,
  delivered: false,
  queued: true,
}

export const skipped = (reason: string): ChannelStatus => ({
  attempted: false,
  success: false,
  delivered: false,
  queued: false,
  skipped: reason,
})

/** Queues the e-mails about a check within the transaction that ends it; none if nothing is to report. */
export type ReportByMail = (sql: Sql, ended: Ended) => Promise<ChannelStatus>

const pagesMax = 500

/** A change that does not matter for the goal of the monitor, or that meets none of its rules. */
export const isNoise = ({ status, judgment, watched }: SeenPage) =>
  (status === 'changed' && judgment?.meaningful === false) ||
  ((status === 'changed' || status === 'new') && watched?.some(({ isMet }) => isMet) === false)

export function createReportByMail(deps: {
  readonly mailbox: Mailbox | undefined
  readonly recipients: Pick<Recipients, 'confirmed' | 'sync'>
  readonly pages: Pick<PageStore, 'list'>
}): ReportByMail {
  const { mailbox, recipients, pages } = deps
  return async function reportByMail(sql, { monitor, check }) {
    if (!monitor.notification.email?.enabled) return skipped('disabled')
    if (!mailbox) return skipped('not_configured')
    // Asks recipients that a limit has delayed.
    await recipients.sync(monitor, sql)
    if (!isWorthMail(check.summary)) return skipped('no_changes')
    const readers = await recipients.confirmed(monitor, sql)
    if (readers.length === 0) return skipped('no_confirmed_recipients')
    const reported = await pages.list(check.id, { skip: 0, limit: pagesMax, isEventful: true }, sql)
    if (reported.length > 0 && reported.every(isNoise)) return skipped('no_meaningful_changes')
    const mails = readers.map((reader) => checkMail({ monitor, check, pages: reported }, reader))
    const batch = { teamId: monitor.teamId, purpose: 'notification', mails } as const
    const sent = await mailbox.add(sql, batch)
    return sent.length > 0 ? queued : skipped('rate_limited')
  }
}

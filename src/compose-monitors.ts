import type { Comparer } from '#changes/create-comparer.ts'
import { createSnapshots } from '#changes/snapshots.ts'
import type { Credits } from '#credits/credits.ts'
import type { Outbox } from '#delivery/outbox.ts'
import { createCheckStore } from '#features/monitor/checks/check-store.ts'
import { createChecks } from '#features/monitor/checks/checks.ts'
import { createCloseChecks } from '#features/monitor/checks/close-checks.ts'
import { createDueChecks } from '#features/monitor/checks/due-checks.ts'
import { createEndCheck } from '#features/monitor/checks/end-check.ts'
import { createReportByMail } from '#features/monitor/mail/report-by-mail.ts'
import { createRecipients } from '#features/monitor/mail/recipients.ts'
import { monitorOpenRoutes } from '#features/monitor/open-routes.ts'
import { createMonitorStore } from '#features/monitor/monitors/monitor-store.ts'
import { createMonitors } from '#features/monitor/monitors/monitors.ts'
import { createPageStore } from '#features/monitor/pages/page-store.ts'
import { monitorRoutes } from '#features/monitor/routes.ts'
import { createStartChecks } from '#features/monitor/checks/start-checks.ts'
import { startMonitoring } from '#features/monitor/checks/start-monitoring.ts'
import { watchedWork } from '#features/monitor/pages/compare-pages.ts'
import type { AnyRoute } from '#http/route.ts'
import { createNotifier, type Notifier } from '#queue/notifier.ts'
import type { JobWork } from '#jobs/job-work.ts'
import type { Jobs } from '#jobs/jobs.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import type { Database } from '#storage/database.ts'
import type { Mailbox } from '#delivery/mailbox.ts'
import type { Seal } from '#storage/seal.ts'
import type { DeriveKey } from '#storage/secret.ts'

interface MonitorParts extends UrlRules {
  readonly database: Database
  readonly seal: Seal
  readonly deriveKey: DeriveKey
  /** Absent where no e-mails can be sent. */
  readonly mailbox: Mailbox | undefined
  readonly needsConfirmation: boolean
  readonly publicUrl: string
  readonly credits: Pick<Credits, 'reserve' | 'reserved'>
  readonly jobs: Jobs
  readonly outbox: Outbox
  readonly notifier: Notifier
  readonly comparer: Comparer
  readonly clock: Clock
  readonly log: Log
}

/** Monitors as their teams see them, what is done with the pages they watch, and what makes their checks happen. */
export function composeMonitors(
  parts: MonitorParts,
  works: { readonly scrape: JobWork; readonly crawl: JobWork },
) {
  const { database, outbox, comparer, clock, log } = parts
  const monitors = createMonitorStore(parts)
  const checks = createCheckStore(parts)
  const pages = createPageStore(parts)
  const snapshots = createSnapshots(parts)
  const notifier = createNotifier()
  const recipients = createRecipients({ ...parts, key: parts.deriveKey('mail links') })
  const reportByMail = createReportByMail({ mailbox: parts.mailbox, recipients, pages })
  const endCheck = createEndCheck({ ...parts, monitors, checks, reportByMail })
  const stores = { ...parts, monitors, checks, pages, snapshots, endCheck }
  const watching = { pages, snapshots, comparer, outbox, clock }
  const ticks = [
    createDueChecks({ database, monitors, checks, outbox, clock, log }),
    createStartChecks(stores),
    createCloseChecks(stores),
  ]
  const routes: AnyRoute[] = monitorRoutes({
    ...parts,
    monitors: createMonitors({ ...stores, recipients, notifier }),
    checks: createChecks(stores),
  })
  return {
    routes,
    openRoutes: monitorOpenRoutes(recipients),
    works: {
      'monitor-scrape': watchedWork(works.scrape, watching),
      'monitor-crawl': watchedWork(works.crawl, watching),
    },
    monitoring: {
      kept: [checks, snapshots],
      start: () => startMonitoring({ ticks, notifier, log }),
    },
  }
}

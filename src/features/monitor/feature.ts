import type { Comparer } from '#changes/create-comparer.ts'
import type { Snapshots } from '#changes/snapshots.ts'
import type { Credits } from '#credits/credits.ts'
import type { Mailbox } from '#delivery/mailbox.ts'
import type { Outbox } from '#delivery/outbox.ts'
import type { SearchWeb } from '#web-search/search-web.ts'
import type { Feature } from '#features/feature.ts'
import type { JobHandlers } from '#jobs/job-handler.ts'
import type { Jobs } from '#jobs/job.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { Threats } from '#threat/threats.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import type { Notifier } from '#queue/notifier.ts'
import type { Database } from '#storage/database.ts'
import type { Seal } from '#storage/seal.ts'
import type { SignedFiles } from '#storage/signed-files.ts'
import type { Signer } from '#storage/signer.ts'
import { createChannels } from '#delivery/channels/channels.ts'
import { channelRoutes } from './reports/channel-routes.ts'
import { createReportByChannels } from './reports/report-by-channels.ts'
import { createCheckStore } from './checks/check-store.ts'
import { createChecks } from './checks/checks.ts'
import { createCheckEnds, createQueueEnds } from './checks/close-checks.ts'
import { createDueChecks } from './checks/due-checks.ts'
import { createEndCheck } from './checks/end-check.ts'
import { monitorCrawlJobType, monitorScrapeJobType, monitorSearchJobType } from './job-types.ts'
import { createMonitorStore } from './monitors/monitor-store.ts'
import { createMonitors } from './monitors/monitors.ts'
import { createSeenChecks } from './monitors/seen-checks.ts'
import { monitorConsoleRoutes } from './console-routes.ts'
import { monitorEmailRoutes } from './email-routes.ts'
import { createFeeds } from './feeds/feeds.ts'
import { feedRoutes } from './feeds/feed-routes.ts'
import { createCompareStored } from './pages/compare-stored.ts'
import { createPageStore } from './pages/page-store.ts'
import { createVersionStore } from './pages/version-store.ts'
import { createRecipients } from './mail/recipients.ts'
import { createReportByMail } from './mail/report-by-mail.ts'
import { monitorRoutes } from './routes.ts'
import { createCheckStarts } from './checks/start-checks.ts'
import { startMonitoring } from './checks/start-monitoring.ts'
import { createMonitorSearchHandlers } from './searches/search-handlers.ts'
import type { Watcher } from './watch/create-watcher.ts'
import { comparingHandlers, type ComparingDeps } from './pages/compare-pages.ts'

export interface MonitorFeatureDeps {
  readonly database: Database
  readonly seal: Seal
  readonly credits: Pick<Credits, 'reserve' | 'reserved'>
  readonly jobs: Jobs
  /** Notifies when a job has been started. */
  readonly notifier: Notifier
  /** Notifies when checks have been queued. */
  readonly queueNotifier: Notifier
  /** Handlers for the pages of targets, before comparison. */
  readonly handlers: { readonly scrape: JobHandlers; readonly crawl: JobHandlers }
  readonly snapshots: Snapshots
  readonly files: Pick<SignedFiles, 'hold' | 'release'>
  readonly comparer: Comparer
  readonly watcher: Watcher
  readonly outbox: Outbox
  /** Undefined when no mail server is configured. */
  readonly mailbox: Mailbox | undefined
  readonly needsConfirmation: boolean
  /** Signs the links in e-mails. */
  readonly mailLinks: Signer
  readonly publicUrl: string
  readonly urlRules: UrlRules
  readonly threats: Pick<Threats, 'refuseOption' | 'findScreen'>
  /** Judges changes by the goal of a monitor; undefined when no language model is configured. */
  readonly judge: ComparingDeps['judge']
  /** Search targets ask the providers of searches. */
  readonly searchWeb: SearchWeb
  readonly clock: Clock
  readonly log: Log
}

export function createMonitorFeature(deps: MonitorFeatureDeps): Feature {
  const { database, credits, jobs, notifier, handlers, snapshots, comparer } = deps
  const { queueNotifier, outbox, mailbox, urlRules, clock, log } = deps
  const monitors = createMonitorStore({ database, seal: deps.seal, log })
  const checks = createCheckStore({ database })
  const pages = createPageStore({ database })
  const [versions, feeds] = [createVersionStore({ database }), createFeeds({ database })]
  const { publicUrl, needsConfirmation, mailLinks: links, files } = deps
  const recipients = createRecipients({ database, mailbox, needsConfirmation, links, publicUrl })
  const reportByMail = createReportByMail({ mailbox, recipients, pages })
  const channels = createChannels({ database, seal: deps.seal, log })
  const reporting = { database, channels, monitors, pages, outbox, publicUrl, clock }
  const reports = createReportByChannels(reporting)
  const ending = { monitors, checks, credits, outbox, reportByMail, reports, clock }
  const endCheck = createEndCheck(ending)
  const queueDeps = { checks, monitors, jobs, endCheck, clock, log }
  const queues = [
    createCheckStarts({ ...queueDeps, ...urlRules, credits, notifier }),
    createCheckEnds({ ...queueDeps, pages, snapshots, outbox }),
  ]
  const ticks = [
    createDueChecks({ database, monitors, checks, outbox, clock, log }),
    createQueueEnds({ checks }),
    reports.sendDue,
  ]
  const kept = { snapshots, files, feeds }
  const changing = { database, monitors, checks, ...kept, recipients, channels, mailbox, clock }
  const verbs = createMonitors({
    ...changing,
    notifier: queueNotifier,
    threats: deps.threats,
  })
  const { watcher, judge } = deps
  const watching = { pages, versions, files, snapshots, comparer, watcher, outbox, judge, clock }
  const { searchWeb } = deps
  const searching = { ...watching, database, searchWeb, checks, scrape: handlers.scrape }
  return {
    endpoints: [
      ...monitorConsoleRoutes({ seenChecks: createSeenChecks({ database }), watcher, database }),
      ...channelRoutes({ channels, database, outbox, publicUrl, ...urlRules }),
      ...monitorRoutes({
        monitors: verbs,
        checks: createChecks({ monitors, checks, pages, versions }),
        compareStored: createCompareStored({ monitors, versions, comparer, watcher }),
        ...urlRules,
      }),
      ...feedRoutes({ feeds, monitors, pages, publicUrl }),
      ...monitorEmailRoutes(recipients),
    ],
    jobTypes: [
      { ...monitorScrapeJobType, handlers: comparingHandlers(handlers.scrape, watching) },
      { ...monitorCrawlJobType, handlers: comparingHandlers(handlers.crawl, watching) },
      { ...monitorSearchJobType, handlers: createMonitorSearchHandlers(searching) },
    ],
    sweeps: [checks],
    endTeam: (teamId) => verbs.removeAll(teamId),
    queues,
    loops: [() => startMonitoring({ database, ticks, notifier: queueNotifier, log })],
  }
}

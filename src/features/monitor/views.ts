import type { StoredCheck } from '#features/monitor/checks/check-store.ts'
import { creditsPerMonth } from '#features/monitor/monitors/estimate-credits.ts'
import type { StoredMonitor } from '#features/monitor/monitors/monitor-store.ts'
import type { StoredVersion } from '#features/monitor/pages/version-store.ts'
import type { SeenPage } from '#features/monitor/pages/page-store.ts'
import type { Check, CheckPage, Monitor, Subscription, Version } from './replies.ts'

/** Returns a monitor as the API shows it. */
export function toMonitor(
  monitor: StoredMonitor,
  subscriptions?: readonly Subscription[],
): Monitor {
  const { id, name, status, pausedUntil, cron, timezone, webhook, lastCheckSummary } = monitor
  const { email, ...otherWays } = monitor.notification
  return {
    id,
    name,
    tags: [...monitor.tags],
    status,
    ...(pausedUntil && { pausedUntil: pausedUntil.toISOString() }),
    schedule: { cron, timezone },
    nextRunAt: text(monitor.nextRunAt),
    lastRunAt: text(monitor.lastRunAt),
    currentCheckId: monitor.currentCheckId,
    targets: [...monitor.targets],
    ...(webhook && { webhook: { ...webhook } }),
    notification: { email: email ?? noEmail, ...otherWays },
    ...(subscriptions && { emailRecipientSubscriptions: [...subscriptions] }),
    retentionDays: monitor.retentionDays,
    estimatedCreditsPerMonth: creditsPerMonth(monitor, monitor, monitor.createdAt),
    ...(lastCheckSummary && { lastCheckSummary }),
    goal: monitor.goal,
    judgeEnabled: monitor.judgeEnabled,
    createdAt: monitor.createdAt.toISOString(),
    updatedAt: monitor.updatedAt.toISOString(),
  }
}

const noEmail = { enabled: false, includeDiffs: false, recipients: [] }

const text = (time: Date | null) => time?.toISOString() ?? null

export function toCheck({ teamId: _teamId, activeAt: _activeAt, ...check }: StoredCheck): Check {
  return {
    ...check,
    scheduledFor: text(check.scheduledFor),
    startedAt: text(check.startedAt),
    finishedAt: text(check.finishedAt),
    targetResults: check.targetResults as Check['targetResults'],
    notificationStatus: check.notificationStatus && { ...check.notificationStatus },
    createdAt: check.createdAt.toISOString(),
    updatedAt: check.updatedAt.toISOString(),
  }
}

export function toPage(page: SeenPage): CheckPage {
  const { checkId: _check, monitorId: _monitor, credits: _credits, watched, ...shown } = page
  return {
    ...shown,
    versionId: page.versionId ?? null,
    ...(watched && { watched: [...watched] }),
    metadata: page.metadata && { ...page.metadata },
    diff: page.diff && { ...page.diff, json: { ...page.diff.json } },
    judgment: page.judgment && { ...page.judgment },
    createdAt: page.createdAt.toISOString(),
  }
}

export const toVersion = ({ id, targetId, url, metadata, createdAt }: StoredVersion): Version => ({
  id,
  targetId,
  url,
  metadata: metadata && { ...metadata },
  createdAt: createdAt.toISOString(),
})

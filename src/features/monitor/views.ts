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
  const { id, name, tags, status, pausedUntil, cron, timezone, webhook, lastCheckSummary } = monitor
  const { nextRunAt, lastRunAt, currentCheckId, targets, retentionDays } = monitor
  const { goal, judgeEnabled, createdAt, updatedAt } = monitor
  const { email, ...otherWays } = monitor.notification
  return {
    id,
    name,
    tags,
    status,
    ...(pausedUntil && { pausedUntil }),
    schedule: { cron, timezone },
    nextRunAt,
    lastRunAt,
    currentCheckId,
    targets,
    ...(webhook && { webhook: { ...webhook } }),
    notification: { email: email ?? noEmail, ...otherWays },
    ...(subscriptions && { emailRecipientSubscriptions: subscriptions }),
    retentionDays,
    estimatedCreditsPerMonth: creditsPerMonth(monitor, monitor, monitor.createdAt),
    ...(lastCheckSummary && { lastCheckSummary }),
    goal,
    judgeEnabled,
    createdAt,
    updatedAt,
  }
}

const noEmail = { enabled: false, includeDiffs: false, recipients: [] }

export function toCheck(stored: StoredCheck): Check {
  const { teamId: _teamId, activeAt: _activeAt, ...check } = stored
  return {
    ...check,
    targetResults: check.targetResults as Check['targetResults'],
    notificationStatus: check.notificationStatus && { ...check.notificationStatus },
  }
}

export function toPage(page: SeenPage): CheckPage {
  const { checkId: _check, monitorId: _monitor, credits: _credits, watched, ...shown } = page
  return {
    ...shown,
    versionId: page.versionId ?? null,
    ...(watched && { watched }),
    metadata: page.metadata && { ...page.metadata },
    diff: page.diff && { ...page.diff, json: { ...page.diff.json } },
  }
}

export const toVersion = ({ id, targetId, url, metadata, createdAt }: StoredVersion): Version => ({
  id,
  targetId,
  url,
  metadata: metadata && { ...metadata },
  createdAt,
})

import type { StoredCheck } from './check-store.ts'
import { creditsPerCheck } from '#features/monitor/monitors/estimate-credits.ts'
import type { StoredMonitor } from '#features/monitor/monitors/monitor-store.ts'
import { nothingSeen } from '#features/monitor/replies.ts'

/** Returns a queued check of a monitor. */
export function newCheck(
  monitor: StoredMonitor,
  {
    id,
    trigger,
    now,
  }: { readonly id: string; readonly trigger: StoredCheck['trigger']; readonly now: Date },
): StoredCheck {
  return {
    id,
    monitorId: monitor.id,
    teamId: monitor.teamId,
    status: 'queued',
    trigger,
    scheduledFor: trigger === 'scheduled' ? monitor.nextRunAt : null,
    startedAt: null,
    finishedAt: null,
    estimatedCredits: creditsPerCheck(monitor),
    reservedCredits: null,
    actualCredits: null,
    billingStatus: 'not_applicable',
    summary: nothingSeen,
    targetResults: null,
    notificationStatus: null,
    error: null,
    activeAt: now,
    createdAt: now,
    updatedAt: now,
  }
}

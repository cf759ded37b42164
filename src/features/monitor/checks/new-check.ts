import type { KeptCheck } from './check-store.ts'
import { creditsPerCheck } from '#features/monitor/monitors/estimate-credits.ts'
import type { KeptMonitor } from '#features/monitor/monitors/monitor-store.ts'
import { nothingSeen } from '#features/monitor/replies.ts'

/** A check of a monitor that is to be made. */
export function newCheck(
  monitor: KeptMonitor,
  {
    id,
    trigger,
    now,
  }: { readonly id: string; readonly trigger: KeptCheck['trigger']; readonly now: Date },
): KeptCheck {
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

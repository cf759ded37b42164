import type { Event } from '#delivery/outbox.ts'
import type { Webhook } from '#delivery/webhook.ts'
import type { StoredCheck } from './check-store.ts'
import type { SeenPage } from '#features/monitor/pages/page-store.ts'

/** `monitor.page` (docs/api/webhooks.md). */
export function makePageEvent(page: SeenPage, webhook: Webhook, teamId: string): Event {
  const { monitorId, checkId, url, status, previousScrapeId, currentScrapeId, error, diff } = page
  const { judgment, watched } = page
  const reported = { monitorId, checkId, url, status, previousScrapeId, currentScrapeId, error }
  return {
    teamId,
    jobId: checkId,
    zeroDataRetention: false,
    type: 'monitor.page',
    webhook,
    success: status !== 'error',
    ...(error !== null && { error }),
    ...(currentScrapeId !== null && { scrapeId: currentScrapeId }),
    data: [
      {
        ...reported,
        isMeaningful: judgment?.meaningful ?? null,
        judgment,
        diff,
        ...(watched && { watched }),
      },
    ],
  }
}

/** `monitor.check.completed`. */
export function checkEvent(
  check: Pick<StoredCheck, 'id' | 'monitorId' | 'teamId' | 'status' | 'summary' | 'error'>,
  webhook: Webhook,
): Event {
  const { id: checkId, monitorId, teamId, status, summary, error } = check
  return {
    teamId,
    jobId: checkId,
    zeroDataRetention: false,
    type: 'monitor.check.completed',
    webhook,
    success: status === 'completed',
    ...(error !== null && { error }),
    data: [{ monitorId, checkId, status, summary }],
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

const calmMsMax = 4_000
const quietMs = 300
const stepMs = 50

/** Types of requests that change what a page shows. */
const awaited = new Set(['document', 'script', 'xhr', 'fetch', 'stylesheet'])

/** Waits until a page has loaded and no request is open for a moment, at most four seconds: pages may never be calm. */
export async function waitUntilCalm(page: Page): Promise<void> {
  const open = new Set<Request>()
  let changedAt = performance.now()
  const start = (request: Request) => {
    if (awaited.has(request.resourceType())) open.add(request)
    changedAt = performance.now()
  }
  const end = (request: Request) => {
    open.delete(request)
    changedAt = performance.now()
  }
  page.on('request', start).on('requestfinished', end).on('requestfailed', end)
  try {
    const until = performance.now() + calmMsMax
    await page.waitForLoadState('domcontentloaded', { timeout: calmMsMax }).catch(() => {})
    const isCalm = () => open.size === 0 && performance.now() - changedAt >= quietMs
    while (!isCalm() && performance.now() < until && !page.isClosed()) await sleep(stepMs)
  } finally {
    page.off('request', start).off('requestfinished', end).off('requestfailed', end)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { isOfPageItself } from '#browser/network-watch.ts'

/** A navigation caused by an action starts within this time. */
const beginMs = 60
/** Time limit for loading the next page; then the next action runs on the page as it is. */
const loadMsMax = 15_000
const lookMs = 10

/** Runs an action and, if it navigates to another page, waits until that page is loaded. */
export async function throughPageChange(
  page: Page,
  act: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const underWay = new Set<Request>()
  const begin = (request: Request) => {
    if (isOfPageItself(request, page)) underWay.add(request)
  }
  const end = (request: Request) => underWay.delete(request)
  page.on('request', begin)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  try {
    await act()
    await sleep(beginMs, undefined, { signal })
    const untilMs = performance.now() + loadMsMax
    while (underWay.size > 0 && performance.now() < untilMs) {
      await sleep(lookMs, undefined, { signal })
    }
    const timeout = Math.max(1, untilMs - performance.now())
    // If nothing is loading, this resolves at once; a page that takes too long is used as it is.
    await page.waitForLoadState('domcontentloaded', { timeout }).catch(() => {})
  } finally {
    page.off('request', begin)
    page.off('requestfinished', end)
    page.off('requestfailed', end)
  }
}

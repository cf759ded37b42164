import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { isOfPageItself } from '#browser/network-watch.ts'

/** A page that is left by a step begins to leave within this. */
const beginMs = 60
/** The next page has this long to be read; then the next step sees it as it is. */
const loadMsMax = 15_000
const lookMs = 10

/** Does something in a page and, when that leads to another page, waits until that one has been read. */
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
    // A page that has nothing new to read answers at once; one that takes too long is taken as it is.
    await page.waitForLoadState('domcontentloaded', { timeout }).catch(() => {})
  } finally {
    page.off('request', begin)
    page.off('requestfinished', end)
    page.off('requestfailed', end)
  }
}

import type { Page, Request } from 'playwright-core'

/** Whether a page has made a request. The first request of a window that is being opened has no frame yet. */
export function isOfPage(request: Request, page: Page): boolean {
  try {
    return request.frame().page() === page
  } catch {
    return false
  }
}

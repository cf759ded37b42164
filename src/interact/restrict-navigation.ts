import { isOfPage } from '#browser/is-of-page.ts'
import { createMemory } from '#kernel/memory.ts'
import type { DrivenPage } from './drive.ts'

/** Whether a page may be opened; `from` is the URL that has redirected to it. */
export type MayNavigate = (url: string, from: string | undefined) => boolean

const visitedMax = 1_000

/**
 * Refuses navigations of a session before anything is sent, also those of links, scripts, forms and frames; a refused one leaves the
 * page as it is. Windows that it opens send nothing and are closed.
 */
export async function restrictNavigation(
  { context, page }: Pick<DrivenPage, 'context' | 'page'>,
  mayNavigate: MayNavigate,
): Promise<void> {
  await context.route(/^https?:/i, async (route) => {
    const request = route.request()
    const isOther = request.isNavigationRequest() && !isOfPage(request, page)
    const answered = isOther ? route.abort('aborted') : route.fallback()
    // The page may be closed by now.
    await answered.catch(() => {})
  })
  context.on('page', (opened) => void opened.close().catch(() => {}))
  const session = await context.newCDPSession(page)
  /** URLs by the ids of their requests: a redirect names the request that it is of. */
  const asked = createMemory<string>({ sizeMax: visitedMax })
  session.on('Fetch.requestPaused', ({ requestId, redirectedRequestId, request: { url } }) => {
    const from = redirectedRequestId === undefined ? undefined : asked.get(redirectedRequestId)
    asked.set(requestId, url)
    const isRefused = /^https?:/i.test(url) && !isPermitted(mayNavigate, { url, from })
    const answered = isRefused
      ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : session.send('Fetch.continueRequest', { requestId })
    // The page may be closed by now.
    answered.catch(() => {})
  })
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] })
}

/** What cannot be judged is refused. Browsers know URLs that cannot be parsed here, such as those with a space in their host. */
function isPermitted(
  mayNavigate: MayNavigate,
  { url, from }: { readonly url: string; readonly from: string | undefined },
): boolean {
  try {
    return mayNavigate(url, from)
  } catch {
    return false
  }
}

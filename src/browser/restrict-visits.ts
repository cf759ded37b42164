import { NetError } from '#net/failure.ts'
import { toFetchError } from '#net/to-service-error.ts'
import { isOfPage } from './is-of-page.ts'
import type { OpenedPage } from './browsers.ts'
import type { PageRequests } from './page-requests.ts'
import type { RenderRequest } from './rendering.ts'

/** What became of the URLs that a page wanted to visit. */
interface Visits {
  /** Fails with `FORBIDDEN` if a document was refused. */
  assertNoneRefused(): void
}

/**
 * Refuses the documents that the request may not visit, of the page and of its frames. Redirects and navigations of scripts are checked
 * before anything is sent. Windows that the page opens send nothing.
 */
export async function restrictVisits(
  { requests, context, page }: Pick<OpenedPage, 'requests' | 'context' | 'page'>,
  request: Pick<RenderRequest, 'mayVisit'>,
): Promise<Visits> {
  if (request.mayVisit) {
    await context.route(/^https?:/i, async (route) => {
      const isOwn = isOfPage(route.request(), page)
      // The page may be closed by now.
      await (isOwn ? route.continue() : route.abort('aborted')).catch(() => {})
    })
  }
  return restrictDocuments(requests, request)
}

/** Like `restrictVisits`, for a page that runs no scripts. */
export async function restrictDocuments(
  requests: PageRequests,
  { mayVisit }: Pick<RenderRequest, 'mayVisit'>,
): Promise<Visits> {
  let hasRefused = false
  if (mayVisit) {
    await requests.intercept({ resourceType: 'Document' }, ({ url, resourceType }) => {
      if (resourceType !== 'Document' || !/^https?:/i.test(url) || mayVisit(url)) return undefined
      hasRefused = true
      return 'aborted'
    })
  }
  return {
    assertNoneRefused() {
      if (hasRefused) throw toFetchError(new NetError('forbidden', 'ERR_BLOCKED'))
    },
  }
}

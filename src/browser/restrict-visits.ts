import { NetError } from '#net/failure.ts'
import { toServiceError } from '#net/to-service-error.ts'
import type { OpenedPage } from './browsers.ts'
import type { RenderRequest } from './rendering.ts'

/** What became of the URLs that a page wanted to visit. */
interface Visits {
  /** Fails with `FORBIDDEN` if a document was refused. */
  assertNoneRefused(): void
}

/**
 * Refuses the documents that the request may not visit, of the page and of its frames. Redirects and navigations of scripts are checked
 * before anything is sent.
 */
export async function restrictVisits(
  { requests }: Pick<OpenedPage, 'requests'>,
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
      if (hasRefused) throw toServiceError(new NetError('forbidden', 'ERR_BLOCKED'))
    },
  }
}

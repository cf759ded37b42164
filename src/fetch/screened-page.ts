import type { AdmitUrl } from '#kernel/screen.ts'
import type { Caller } from '#kernel/caller.ts'
import type { FoundPage, GetPage } from './get-page.ts'
import type { PageRequest } from './page.ts'

/**
 * Checks the URL of a page by the policy of the caller before the page is read, also from the cache, and again the URL that it leads
 * to. Fails like `getPage`, and with `unsafe_domain_blocked`.
 */
export function screenedGetPage(getPage: GetPage, admitUrl: AdmitUrl): GetPage {
  async function admitted(
    found: FoundPage,
    request: PageRequest,
    caller: Caller,
  ): Promise<FoundPage> {
    if (found.page.url !== request.url) await admitUrl(found.page.url, caller)
    const { rendered } = found
    if (!rendered) return found
    return {
      ...found,
      rendered: async (clientRendered) => admitted(await rendered(clientRendered), request, caller),
    }
  }

  return async (request, caller) => {
    await admitUrl(request.url, caller)
    return admitted(await getPage(request, caller), request, caller)
  }
}

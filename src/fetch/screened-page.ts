import type { AdmitUrl } from '#kernel/screen.ts'
import type { FoundPage, GetPage, Reader } from './get-page.ts'
import type { PageRequest } from './page.ts'

/**
 * Checks the URL of a page by the policy of the reader before the page is read, also from the cache, and again the URL that it leads
 * to. Fails like `getPage`, and with `unsafe_domain_blocked`.
 */
export function screenedGetPage(getPage: GetPage, admitUrl: AdmitUrl): GetPage {
  async function admitted(
    found: FoundPage,
    request: PageRequest,
    reader: Reader,
  ): Promise<FoundPage> {
    if (found.page.url !== request.url) await admitUrl(found.page.url, reader)
    const { rendered } = found
    if (!rendered) return found
    return {
      ...found,
      rendered: async (clientRendered) => admitted(await rendered(clientRendered), request, reader),
    }
  }

  return async (request, reader) => {
    await admitUrl(request.url, reader)
    return admitted(await getPage(request, reader), request, reader)
  }
}

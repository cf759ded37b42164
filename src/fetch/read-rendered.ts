import { isClientRoute } from '#base/client-route.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Page, ClientRendered } from './page.ts'

interface Found<Self> {
  readonly page: Page
  readonly rendered?: ((clientRendered: ClientRendered) => Promise<Self>) | undefined
}

interface Read {
  readonly internal: { readonly clientRendered?: ClientRendered | undefined }
}

/** The page that was read in the end, its content, and a warning for the caller. */
interface ReadPage<FoundPage, Content> {
  readonly found: FoundPage
  readonly content: Content
  readonly warning?: string
}

/**
 * Reads a page, and again in a browser if it is client-rendered. If the browser fails, the content of the first page is returned with a
 * warning. Throws the errors of `read`, or the reason of the signal.
 */
export async function readRendered<FoundPage extends Found<FoundPage>, Content extends Read>(
  found: FoundPage,
  read: (found: FoundPage) => Promise<Content>,
  signal: AbortSignal,
): Promise<ReadPage<FoundPage, Content>> {
  const content = await read(found)
  const { clientRendered } = content.internal
  if (found.page.engine === 'browser') return { found, content }
  if (!clientRendered) {
    const isMissed = isClientRoute(new URL(found.page.url).hash)
    return { found, content, ...(isMissed && { warning: missedRoute }) }
  }
  if (!found.rendered) return { found, content, warning: writeWarning(clientRendered) }
  try {
    const rendered = await found.rendered(clientRendered)
    return { found: rendered, content: await read(rendered) }
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof ServiceError)) throw thrown
    return { found, content, warning: writeWarning(clientRendered, thrown.message) }
  }
}

const missedRoute =
  'The part of the URL behind # names a page that scripts show in a browser, which did not run: this is the page without it.'

function writeWarning({ reason }: ClientRendered, failure?: string): string {
  const warning = `Scripts render this page in a browser (${reason}): content may be missing.`
  return failure === undefined ? warning : `${warning} ${failure}`
}

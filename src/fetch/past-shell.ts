import { ServiceError } from '#kernel/errors.ts'
import type { Page, Shell } from './page.ts'

interface Found<Self> {
  readonly page: Page
  readonly rendered?: ((shell: Shell) => Promise<Self>) | undefined
}

interface Read {
  readonly internal: { readonly clientRendered?: Shell | undefined }
}

/** What was read at last, of which page, and what the caller should know about it. */
interface Past<FoundPage, Content> {
  readonly found: FoundPage
  readonly content: Content
  readonly warning?: string
}

/**
 * Reads a page, and when it is only a shell that scripts fill, once more as a browser shows it. The page is parsed
 * for its content anyway, so that one that is no shell costs nothing more. When the browser fails, the shell is the
 * result. Fails with what `read` fails with, or the reason of the signal.
 */
export async function readPastShell<FoundPage extends Found<FoundPage>, Content extends Read>(
  found: FoundPage,
  read: (found: FoundPage) => Promise<Content>,
  signal: AbortSignal,
): Promise<Past<FoundPage, Content>> {
  const content = await read(found)
  const { clientRendered: shell } = content.internal
  if (!shell || found.page.engine === 'browser') return { found, content }
  if (!found.rendered) return { found, content, warning: shellWarning(shell) }
  try {
    const rendered = await found.rendered(shell)
    return { found: rendered, content: await read(rendered) }
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof ServiceError)) throw thrown
    return { found, content, warning: shellWarning(shell, thrown.message) }
  }
}

function shellWarning({ reason }: Shell, failure?: string): string {
  const warning = `Scripts fill this page in a browser (${reason}): content may be missing.`
  return failure === undefined ? warning : `${warning} ${failure}`
}

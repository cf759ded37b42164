import type { Caller } from '#kernel/caller.ts'
import type { FoundPage, GetPage } from '#fetch/get-page.ts'
import type { PageRequest } from '#fetch/page.ts'
import { ServiceError } from '#kernel/errors.ts'
import { readFile, type PublicExport } from './public-export.ts'
import { publicExports } from './registry.ts'

interface Wanted {
  readonly request: PageRequest
  readonly caller: Caller
  /** Whether a URL must not be read. */
  readonly isDisallowed?: ((url: string) => Promise<boolean>) | undefined
}

/**
 * Reads the public export of a link, if it has one. Undefined when it has none, or none that can be read: the page itself is to be
 * read then.
 */
export function createGetExport(getPage: GetPage, kinds: readonly PublicExport[] = publicExports) {
  return async function getExport(wanted: Wanted): Promise<FoundPage | undefined> {
    const link = new URL(wanted.request.url)
    for (const { locate, read = readFile } of kinds) {
      const url = locate(link)
      if (url === undefined) continue
      return attempt(wanted.caller.signal, async () => {
        const found = await load(wanted, url)
        return found && read(found, { link, load: (more) => required(load(wanted, more)) })
      })
    }
    return undefined
  }

  async function load({ request, caller, isDisallowed }: Wanted, url: string) {
    const isRefused = request.mayVisit?.(url) === false || (await isDisallowed?.(url))
    return isRefused ? undefined : getPage({ ...request, url }, caller)
  }
}

/** An export that fails is as good as none. */
async function attempt<Result>(
  signal: AbortSignal,
  run: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await run()
  } catch (thrown) {
    signal.throwIfAborted()
    if (thrown instanceof ServiceError || thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

async function required(found: Promise<FoundPage | undefined>): Promise<FoundPage> {
  const page = await found
  if (!page) throw new ServiceError('FORBIDDEN')
  return page
}

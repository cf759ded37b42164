import { ServiceError } from '#kernel/errors.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Engine, FetchAttempt } from './engine.ts'
import type { ClientRendered, Page } from './page.ts'
import type { SiteMemory } from './site-memory.ts'

/** Minimum number of characters that a browser must add to the page fetched over HTTP. */
const gainMin = 20

/** Returns a function that fetches a page with one engine, or with another one if the URL leads to a file. */
export function createFetchStep(
  engines: readonly Engine[],
  makeSites: (teamId: string) => SiteMemory<true>,
) {
  return async function fetchStep(
    request: FetchAttempt,
    {
      engine,
      clientRendered,
    }: { readonly engine: Engine; readonly clientRendered: ClientRendered | undefined },
    caller: Caller,
  ): Promise<Page> {
    const page = await engine.fetch(request, caller)
    const { url } = request
    if (caller.zeroDataRetention === false)
      learn(makeSites(caller.teamId), page, { url, clientRendered })
    return page ?? getFile(engine, request, caller)
  }

  /** Fetches a file with another engine; actions on a file fail. */
  async function getFile(engine: Engine, request: FetchAttempt, caller: Caller): Promise<Page> {
    refusePageOptions(request)
    const others = engines.filter((other) => other !== engine)
    const page = await others[0]?.fetch(request, caller)
    if (!page) throw new ServiceError('SCRAPE_ALL_ENGINES_FAILED')
    if (!request.screenshot) return page
    const warning = 'This URL leads to a file, and a screenshot can only be made of a web page.'
    return { ...page, warnings: [...(page.warnings ?? []), warning] }
  }
}

/** Throws for options that only a web page can fulfil. */
function refusePageOptions({ actions, branding }: FetchAttempt): void {
  if (actions?.length) {
    const message = 'Actions need a web page, and this URL leads to a file.'
    throw new ServiceError('SCRAPE_ACTIONS_NOT_SUPPORTED', message)
  }
  if (branding) throw new ServiceError('SCRAPE_BRANDING_NOT_SUPPORTED')
}

/** Remembers a site whose page needed the browser, and forgets one whose page did not. */
function learn(
  sites: SiteMemory<true>,
  page: Page | undefined,
  {
    url,
    clientRendered,
  }: { readonly url: string; readonly clientRendered: ClientRendered | undefined },
): void {
  if (page?.engine !== 'browser' || !page.rendering) return
  const { textLength, hadText } = page.rendering
  if (clientRendered && textLength > clientRendered.textLength + gainMin) sites.set(url, true)
  else if (clientRendered || hadText) sites.remove(url)
}

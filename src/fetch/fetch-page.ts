import { systemClock, type Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { Waiter } from '#kernel/waiter.ts'
import { withEarlierDeadline } from './earlier-deadline.ts'
import { chooseEngine, needOf, type EngineNeed } from './engine-choice.ts'
import type { Engine, Validators } from './engine.ts'
import type { Page, PageRequest, ClientRendered } from './page.ts'
import { createClientRenderedSites, type ClientRenderedSites } from './client-rendered-sites.ts'
import { withBetterProxy, type UnroutedRequest } from './with-better-proxy.ts'

/** Known facts besides the request. */
export interface FetchFacts {
  /** Validators of a cached copy; the response may then be a Page with status 304 and an empty body. */
  readonly revalidate?: Validators | undefined
  /** When the caller needs the result. An incompletely loaded page is returned then. */
  readonly deadlineAt?: Date | undefined
  /** The page fetched over HTTP is client-rendered: a browser is needed. */
  readonly clientRendered?: ClientRendered | undefined
  /** Nothing about the site may be rememberedMs. */
  readonly zeroDataRetention?: boolean | undefined
}

/** Fetches a page. Throws `ServiceError` (docs/errors.md), or the reason of the signal. */
export type FetchPage = (request: PageRequest, waiter: Waiter, facts?: FetchFacts) => Promise<Page>

interface FetchPageDeps {
  /** Ordered by cost. */
  readonly engines: readonly Engine[]
  readonly clock?: Clock
  readonly log: Log
}

/** Minimum number of characters that a browser must add to the page fetched over HTTP. */
const gainMin = 20

export function createFetchPage({ engines, clock = systemClock, log }: FetchPageDeps): FetchPage {
  const shells = createClientRenderedSites(clock)

  return async function fetchPage(request, waiter, facts = {}) {
    const { teamId, signal } = waiter
    const sites = shells.of(teamId)
    const need = needOf(request, {
      clientRendered: facts.clientRendered,
      isClientRenderedSite: sites.has(request.url),
    })
    const engine = choose(need)
    if (!isGuess(need)) return fetchBy(engine, { request, facts, need }, waiter)
    using time = withEarlierDeadline(facts.deadlineAt, signal)
    try {
      return await fetchBy(engine, { request, facts, need }, { teamId, signal: time.signal })
    } catch (thrown) {
      if (signal.aborted) throw thrown
      const err = facts.zeroDataRetention ? undefined : thrown
      log.debug({ engine: engine.name, err }, 'engine failed, cheapest engine used')
      sites.remove(request.url)
      const asked = { request, facts, need: nothing }
      return fetchBy(choose(nothing), asked, waiter)
    }
  }

  async function fetchBy(
    engine: Engine,
    asked: { request: PageRequest; facts: FetchFacts; need: EngineNeed },
    waiter: Waiter,
  ): Promise<Page> {
    const { request, facts, need } = asked
    const { teamId } = waiter
    const comparesSource = isGuess(need)
    const engineRequest = toEngineRequest(request, facts, { teamId, comparesSource })
    using time = withEarlierDeadline(facts.clientRendered && facts.deadlineAt, waiter.signal)
    const page = await withBetterProxy(engine, engineRequest, { teamId, signal: time.signal })
    if (!facts.zeroDataRetention)
      learn(shells.of(teamId), page, { url: request.url, clientRendered: facts.clientRendered })
    return page ?? getFile(engine, engineRequest, waiter)
  }

  function choose(need: EngineNeed): Engine {
    const choice = chooseEngine(need, engines)
    if (choice.status === 'chosen') {
      log.debug({ engine: choice.engine.name, reason: choice.reason }, 'engine chosen')
      return choice.engine
    }
    if (isGuess(need)) return choose(nothing)
    throw noEngine(need, choice.reason)
  }

  /** Fetches a file with another engine; actions on a file fail. */
  async function getFile(engine: Engine, request: UnroutedRequest, waiter: Waiter): Promise<Page> {
    refusePageOptions(request)
    const others = engines.filter((other) => other !== engine)
    const page = others[0] && (await withBetterProxy(others[0], request, waiter))
    if (!page) throw new ServiceError('SCRAPE_ALL_ENGINES_FAILED')
    if (!request.screenshot) return page
    const warning = 'This URL leads to a file, and a screenshot can only be made of a web page.'
    return { ...page, warnings: [...(page.warnings ?? []), warning] }
  }
}

/** Throws for options that only a web page can fulfil. */
function refusePageOptions({ actions, branding }: UnroutedRequest): void {
  if (actions?.length) {
    const message = 'Actions need a web page, and this URL leads to a file.'
    throw new ServiceError('SCRAPE_ACTIONS_NOT_SUPPORTED', message)
  }
  if (branding) throw new ServiceError('SCRAPE_BRANDING_NOT_SUPPORTED')
}

/** Remembers a site whose page needed the browser, and forgets one whose page did not. */
function learn(
  sites: ClientRenderedSites,
  page: Page | undefined,
  {
    url,
    clientRendered,
  }: { readonly url: string; readonly clientRendered: ClientRendered | undefined },
): void {
  if (page?.engine !== 'browser' || !page.rendering) return
  const { textLength, hadText } = page.rendering
  if (clientRendered && textLength > clientRendered.textLength + gainMin) sites.add(url)
  else if (clientRendered || hadText) sites.remove(url)
}

const nothing: EngineNeed = { abilities: {}, isFirm: false }

const isGuess = ({ abilities, isFirm }: EngineNeed) => !isFirm && Object.keys(abilities).length > 0

function toEngineRequest(
  { profile, ...request }: PageRequest,
  { revalidate, deadlineAt }: FetchFacts,
  { teamId, comparesSource }: { readonly teamId: string; readonly comparesSource: boolean },
): UnroutedRequest {
  return {
    ...request,
    revalidate,
    deadlineAt,
    comparesSource,
    ...(profile && { profile: { ...profile, teamId } }),
  }
}

function noEngine({ abilities }: EngineNeed, reason: string): ServiceError {
  const causes = Object.values(abilities).join(', ')
  if (causes === '')
    return new ServiceError('SCRAPE_ALL_ENGINES_FAILED', undefined, { cause: reason })
  const message = `This request needs a browser (${causes}), and none is installed. Run \`weir doctor\` to see how to install one.`
  return new ServiceError('SERVICE_UNAVAILABLE', message)
}

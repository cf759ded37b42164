import { systemClock, type Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { Waiter } from '#kernel/waiter.ts'
import { endEarlier } from './end-earlier.ts'
import { chooseEngine, needOf, type EngineNeed } from './engine-choice.ts'
import type { Engine, Validators } from './engine.ts'
import type { Page, PageRequest, Shell } from './page.ts'
import { createSitesOfShells, type SitesOfShells } from './sites-of-shells.ts'
import { withBetterExit, type ExitRequest } from './with-better-exit.ts'

/** What a fetch should know beside the request. */
export interface FetchFacts {
  /** The answer may then be a Page with status 304 and an empty body. */
  readonly revalidate?: Validators | undefined
  /** When the caller must have the answer; a page that is still loading by then is better than none. */
  readonly deadlineAt?: Date | undefined
  /** What plain HTTP brought, when it was only a shell: asks for a browser. */
  readonly shell?: Shell | undefined
  /** Nothing may be remembered of the site (zero data retention). */
  readonly zeroDataRetention?: boolean | undefined
}

/** Gets a page from the web. Throws `ServiceError` (contract section 3.2), or the reason of the signal. */
export type FetchPage = (request: PageRequest, waiter: Waiter, facts?: FetchFacts) => Promise<Page>

interface FetchPageDeps {
  /** Cheapest first. */
  readonly engines: readonly Engine[]
  readonly clock?: Clock
  readonly log: Log
}

/** More characters than HTTP brought, so that the browser was worth it. */
const gainMin = 20

export function createFetchPage({ engines, clock = systemClock, log }: FetchPageDeps): FetchPage {
  const shells = createSitesOfShells(clock)

  return async function fetchPage(request, waiter, facts = {}) {
    const { teamId, signal } = waiter
    const sites = shells.of(teamId)
    const need = needOf(request, { shell: facts.shell, isOfShells: sites.has(request.url) })
    const engine = choose(need)
    if (!isGuess(need)) return fetchBy(engine, { request, facts, need }, waiter)
    using time = endEarlier(facts.deadlineAt, signal)
    try {
      return await fetchBy(engine, { request, facts, need }, { teamId, signal: time.signal })
    } catch (thrown) {
      if (signal.aborted) throw thrown
      const err = facts.zeroDataRetention ? undefined : thrown
      log.debug({ engine: engine.name, err }, 'engine failed, the cheapest taken')
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
    using time = endEarlier(facts.shell && facts.deadlineAt, waiter.signal)
    const page = await withBetterExit(engine, engineRequest, { teamId, signal: time.signal })
    if (!facts.zeroDataRetention)
      learn(shells.of(teamId), page, { url: request.url, shell: facts.shell })
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

  /** What a browser does not show, another engine gets; nobody can act in it. */
  async function getFile(engine: Engine, request: ExitRequest, waiter: Waiter): Promise<Page> {
    if (request.actions?.length) {
      const message = 'Actions need a web page, and this URL leads to a file.'
      throw new ServiceError('SCRAPE_ACTIONS_NOT_SUPPORTED', message)
    }
    const others = engines.filter((other) => other !== engine)
    const page = others[0] && (await withBetterExit(others[0], request, waiter))
    if (!page) throw new ServiceError('SCRAPE_ALL_ENGINES_FAILED')
    if (!request.screenshot) return page
    const warning = 'This URL leads to a file, and a screenshot can only be made of a web page.'
    return { ...page, warnings: [...(page.warnings ?? []), warning] }
  }
}

/** A site is remembered for a page that a browser filled, and forgotten for one that needed none. */
function learn(
  sites: SitesOfShells,
  page: Page | undefined,
  { url, shell }: { readonly url: string; readonly shell: Shell | undefined },
): void {
  if (page?.engine !== 'browser' || !page.rendering) return
  const { textLength, hadText } = page.rendering
  if (shell && textLength > shell.textLength + gainMin) sites.add(url)
  else if (shell || hadText) sites.remove(url)
}

const nothing: EngineNeed = { abilities: {}, isFirm: false }

const isGuess = ({ abilities, isFirm }: EngineNeed) => !isFirm && Object.keys(abilities).length > 0

function toEngineRequest(
  { profile, ...request }: PageRequest,
  { revalidate, deadlineAt }: FetchFacts,
  { teamId, comparesSource }: { readonly teamId: string; readonly comparesSource: boolean },
): ExitRequest {
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
  const message = `This needs a browser (${causes}), and this service has none. Its operator can bring one: \`weir doctor\` says how.`
  return new ServiceError('SERVICE_UNAVAILABLE', message)
}

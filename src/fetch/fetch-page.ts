import { systemClock, type Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import { isScreenRefusal } from '#kernel/screen.ts'
import type { Log } from '#kernel/log.ts'
import type { Routes } from '#net/routes.ts'
import type { Caller } from '#kernel/caller.ts'
import { withEarlierDeadline } from './earlier-deadline.ts'
import { chooseEngine, isFileUrl, findNeed, type EngineNeed } from './engine-choice.ts'
import type { Engine, FetchAttempt, Validators } from './engine.ts'
import type { Page, PageRequest, ClientRendered } from './page.ts'
import { escalate } from './escalate.ts'
import type { RefusingSite } from './refusing-site.ts'
import { listSteps, type EscalationStep } from './escalation.ts'
import { createFetchStep } from './fetch-step.ts'
import { createSiteMemory } from './site-memory.ts'

/** Known facts besides the request. */
export interface KnownFacts {
  /** Validators of a cached copy; the response may then be a Page with status 304 and an empty body. */
  readonly revalidate?: Validators | undefined
  /** The page fetched over HTTP is client-rendered: a browser is needed. */
  readonly clientRendered?: ClientRendered | undefined
  /** How often the page has been requested before. */
  readonly attempts?: number | undefined
}

/** Fetches a page. Throws `ServiceError` (docs/errors.md), or the reason of the signal. */
export type FetchPage = (request: PageRequest, caller: Caller, facts?: KnownFacts) => Promise<Page>

interface FetchPageDeps {
  /** Ordered by cost. */
  readonly engines: readonly Engine[]
  readonly routes: Pick<Routes, 'choose' | 'hasOther' | 'hasSeveral' | 'report'>
  readonly clock?: Clock
  readonly log: Log
}

export function createFetchPage(deps: FetchPageDeps): FetchPage {
  const { engines, routes, clock = systemClock, log } = deps
  const clientRenderedSites = createSiteMemory<true>(clock)
  const refusingSites = createSiteMemory<RefusingSite>(clock)
  const choose = createChoose(deps)
  const fetchStep = createFetchStep(engines, (teamId) => clientRenderedSites.of(teamId))

  return async function fetchPage(request, caller, facts = {}) {
    const { teamId, signal, deadlineAt, zeroDataRetention } = caller
    const sites = clientRenderedSites.of(teamId)
    const need = findNeed(request, {
      clientRendered: facts.clientRendered,
      isClientRenderedSite: sites.get(request.url) === true,
    })
    const engine = choose(need)
    if (!isGuess(need)) return fetchBy(engine, { request, facts, need }, caller)
    using time = withEarlierDeadline(deadlineAt, signal)
    try {
      return await fetchBy(engine, { request, facts, need }, { ...caller, signal: time.signal })
    } catch (thrown) {
      if (signal.aborted || isScreenRefusal(thrown)) throw thrown
      const err = zeroDataRetention === false ? thrown : undefined
      log.debug({ engine: engine.name, err }, 'engine failed, cheapest engine used')
      sites.remove(request.url)
      const asked = { request, facts, need: nothing }
      return fetchBy(choose(nothing), asked, caller)
    }
  }

  async function fetchBy(
    engine: Engine,
    asked: { request: PageRequest; facts: KnownFacts; need: EngineNeed },
    caller: Caller,
  ): Promise<Page> {
    const { request, facts, need } = asked
    const { teamId, deadlineAt, endsAt, zeroDataRetention } = caller
    const comparesSource = isGuess(need)
    const wanted = toAttempt(request, caller, { revalidate: facts.revalidate, comparesSource })
    using time = withEarlierDeadline(facts.clientRendered && deadlineAt, caller.signal)
    const { url, fastMode = false, proxy, location, stickyKey } = request
    const scripted = engines.find(({ abilities }) => abilities.has('scripts'))
    const browser = fastMode || isFileUrl(url) ? undefined : scripted
    const escalation = {
      url,
      stickyKey,
      country: location.country,
      steps: listSteps({ proxy, chosen: engine, browser }),
      isBasic: proxy === 'basic',
      sites: zeroDataRetention === false ? refusingSites.of(teamId) : undefined,
      deadlineAt: deadlineAt ?? endsAt,
      attempts: facts.attempts ?? 0,
      fetch: (step: EscalationStep, route: string, patience: Caller) =>
        fetchStep(
          { ...wanted, proxy: step.proxy, route },
          { engine: step.engine, clientRendered: facts.clientRendered },
          patience,
        ),
    }
    return await escalate(escalation, { routes, clock }, { ...caller, signal: time.signal })
  }
}

/** Returns a function that chooses the cheapest engine with the abilities of a request. */
function createChoose({ engines, log }: Pick<FetchPageDeps, 'engines' | 'log'>) {
  return function choose(need: EngineNeed): Engine {
    const choice = chooseEngine(need, engines)
    if (choice.status === 'chosen') {
      log.debug({ engine: choice.engine.name, reason: choice.reason }, 'engine chosen')
      return choice.engine
    }
    if (isGuess(need)) return choose(nothing)
    throw noEngine(need, choice.reason)
  }
}

const nothing: EngineNeed = { abilities: {}, isFirm: false }

const isGuess = ({ abilities, isFirm }: EngineNeed) => !isFirm && Object.keys(abilities).length > 0

function toAttempt(
  { profile, proxy: _proxy, stickyKey: _key, ...request }: PageRequest,
  { teamId, deadlineAt }: Caller,
  facts: Pick<FetchAttempt, 'revalidate' | 'comparesSource'>,
): Omit<FetchAttempt, 'proxy'> {
  return {
    ...request,
    ...facts,
    deadlineAt,
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

import { isClientRoute } from '#base/client-route.ts'
import type { Ability, Engine } from './engine.ts'
import type { PageRequest, ClientRendered } from './page.ts'

/** Abilities that an engine must have. */
export interface EngineNeed {
  /** Maps each ability to the option or finding that needs it, for example `{ screenshot: 'formats' }`. */
  readonly abilities: Readonly<Partial<Record<Ability, string>>>
  /** False if an engine without these abilities also returns a useful result. */
  readonly isFirm: boolean
}

export type EngineChoice =
  | { readonly status: 'chosen'; readonly engine: Engine; readonly reason: string }
  | { readonly status: 'impossible'; readonly missing: readonly Ability[]; readonly reason: string }

/** Known properties of the page. */
interface Findings {
  /** Set if the page fetched over HTTP is client-rendered. */
  readonly clientRendered?: ClientRendered | undefined
  /** Other pages of the site needed a browser. */
  readonly isClientRenderedSite: boolean
}

/**
 * Returns the abilities that the options need and, without `fastMode`, those that the findings need. `mobile` and `location` are
 * sent as headers and need no browser.
 */
export function findNeed(request: PageRequest, findings: Findings): EngineNeed {
  const { waitFor, actions = [], screenshot, branding, profile, fastMode = false } = request
  const isAskedToWait = waitFor > 0 && request.waitsOnlyInBrowser !== true
  const asked = {
    ...(isAskedToWait && { scripts: 'waitFor' }),
    ...(actions.length > 0 && { actions: 'actions' }),
    ...(screenshot && { screenshot: 'formats' }),
    ...(branding && { branding: 'formats' }),
    ...(profile && { profile: 'profile' }),
  }
  if (Object.keys(asked).length > 0) return { abilities: asked, isFirm: true }
  if (fastMode) return { abilities: {}, isFirm: false }
  const { clientRendered, isClientRenderedSite } = findings
  if (clientRendered)
    return {
      abilities: { scripts: `client-rendered page (${clientRendered.reason})` },
      isFirm: true,
    }
  if (request.wantsFrames) return { abilities: { scripts: 'includeTags' }, isFirm: false }
  // A server never sees the fragment: what it returns is the first page of the router.
  if (isClientRoute(new URL(request.url).hash))
    return { abilities: { scripts: 'client-side route' }, isFirm: false }
  const isGuess = isClientRenderedSite && !isFileUrl(request.url)
  return { abilities: isGuess ? { scripts: 'client-rendered site' } : {}, isFirm: false }
}

/** Whether a URL names a file that a browser does not display as a page. */
export const isFileUrl = (url: string): boolean => fileName.test(new URL(url).pathname)

const fileName =
  /\.(pdf|xml|json|txt|md|csv|zip|gz|docx?|xlsx?|pptx?|odt|ods|epub|rtf|rss|atom|png|jpe?g|gif|webp|avif|svg|mp[34]|webm)$/i

/**
 * Chooses an engine. Engines are ordered by cost; the first with all abilities is chosen. If none has them, the reason names what is
 * missing, and the caller decides between an error and a warning.
 */
export function chooseEngine(need: EngineNeed, available: readonly Engine[]): EngineChoice {
  const needed = Object.keys(need.abilities) as Ability[]
  const lacking = (engine: Engine) => needed.filter((ability) => !engine.abilities.has(ability))
  const engine = available.find((candidate) => lacking(candidate).length === 0)
  const causes = needed.map((ability) => `${need.abilities[ability]} needs ${ability}`).join(', ')
  if (engine) {
    const reason = causes === '' ? `${engine.name} is the cheapest` : causes
    return { status: 'chosen', engine, reason }
  }
  const missing = needed.filter((ability) => !available.some((it) => it.abilities.has(ability)))
  const reason = causes === '' ? 'no engine is available' : `${causes}; no engine here can do it`
  return { status: 'impossible', missing, reason }
}

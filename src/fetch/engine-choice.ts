import type { Ability, Engine } from './engine.ts'
import type { PageRequest, Shell } from './page.ts'

/** What asks for an engine: abilities by their cause, so that the reason can name it. */
export interface EngineNeed {
  /** Ability to the option or finding that needs it, for example `{ screenshot: 'formats' }`. */
  readonly abilities: Readonly<Partial<Record<Ability, string>>>
  /** False when an engine without these abilities still brings something. */
  readonly isFirm: boolean
}

export type EngineChoice =
  | { readonly status: 'chosen'; readonly engine: Engine; readonly reason: string }
  | { readonly status: 'impossible'; readonly missing: readonly Ability[]; readonly reason: string }

/** What is known of the page beside its request. */
interface Findings {
  /** What plain HTTP brought, when it was only a shell. */
  readonly shell?: Shell | undefined
  /** Other pages of the site needed a browser. */
  readonly isOfShells: boolean
}

/**
 * What the request asks for by itself and, unless it wants to be fast, what was found out about the page.
 * `mobile` and `location` are headers first of all, and need no browser.
 */
export function needOf(request: PageRequest, findings: Findings): EngineNeed {
  const { waitFor = 0, actions = [], screenshot, profile, fastMode = false } = request
  const isAskedToWait = waitFor > 0 && request.waitsOnlyWhenShown !== true
  const asked = {
    ...(isAskedToWait && { scripts: 'waitFor' }),
    ...(actions.length > 0 && { actions: 'actions' }),
    ...(screenshot && { screenshot: 'formats' }),
    ...(profile && { profile: 'profile' }),
  }
  if (Object.keys(asked).length > 0) return { abilities: asked, isFirm: true }
  if (fastMode) return { abilities: {}, isFirm: false }
  const { shell, isOfShells } = findings
  if (shell) return { abilities: { scripts: `a shell (${shell.reason})` }, isFirm: true }
  if (request.wantsFrames) return { abilities: { scripts: 'includeTags' }, isFirm: false }
  const isGuess = isOfShells && !fileName.test(new URL(request.url).pathname)
  return { abilities: isGuess ? { scripts: 'a site of shells' } : {}, isFirm: false }
}

/** Names of what a browser does not show as a page. */
const fileName =
  /\.(pdf|xml|json|txt|md|csv|zip|gz|docx?|xlsx?|pptx?|odt|ods|epub|rtf|rss|atom|png|jpe?g|gif|webp|avif|svg|mp[34]|webm)$/i

/**
 * Which engine, and why. Engines are listed cheapest first; the first that can do everything is taken.
 * When none can, the answer says what is missing, and the caller decides whether that is a refusal or a warning.
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

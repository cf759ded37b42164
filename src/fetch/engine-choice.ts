import type { Ability, Engine } from './engine.ts'

/** What asks for an engine: abilities by their cause, so that the reason can name it. */
export interface EngineNeed {
  /** Ability to the option or finding that needs it, for example `{ screenshot: 'formats' }`. */
  readonly abilities: Readonly<Partial<Record<Ability, string>>>
}

export type EngineChoice =
  | { readonly status: 'chosen'; readonly engine: Engine; readonly reason: string }
  | { readonly status: 'impossible'; readonly missing: readonly Ability[]; readonly reason: string }

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

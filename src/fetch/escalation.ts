import type { RefusalKind } from '#content/refusal/refusal.ts'
import type { Engine } from './engine.ts'

/** One way to fetch a page. */
export interface EscalationStep {
  /** Names it among the steps of a request. */
  readonly name: 'first' | 'other-route' | 'browser' | 'enhanced'
  readonly engine: Engine
  readonly proxy: 'basic' | 'enhanced'
}

/** Why a page was not returned: the site refused, or the connection or its proxy failed. */
export type Obstacle = RefusalKind | 'unavailable' | 'connection' | 'proxy'

/** What a step differs in from those before it. */
interface Difference {
  readonly route: boolean
  readonly identity: boolean
}

const both = { route: true, identity: true }
const otherRoute = { route: true, identity: false }
const otherIdentity = { route: false, identity: true }
const nothing = { route: false, identity: false }

/** What can change the response of the site. Without an entry of `true`, the next step is not taken. */
const remedies: Readonly<Record<Obstacle, Difference>> = {
  challenge: otherIdentity,
  block: both,
  rate_limit: otherRoute,
  geo_block: otherRoute,
  consent_wall: nothing,
  login_wall: nothing,
  soft_404: nothing,
  unavailable: otherRoute,
  connection: both,
  proxy: otherRoute,
}

/** Whether a step that differs in this way may get the page. */
export const mayHelp = (obstacle: Obstacle, { route, identity }: Difference): boolean =>
  (remedies[obstacle].route && route) || (remedies[obstacle].identity && identity)

interface StepOptions {
  readonly proxy: 'basic' | 'enhanced' | 'auto'
  /** The engine that the request needs. */
  readonly chosen: Engine
  /** The engine with scripts; undefined if none may be used. */
  readonly browser: Engine | undefined
}

/**
 * The steps of a request, the cheapest first. `auto` changes its route, then its engine, then its identity. `basic` has one identity
 * and loads only checks for robots in a browser. `enhanced` begins and ends with the last step.
 */
export function listSteps({ proxy, chosen, browser }: StepOptions): readonly EscalationStep[] {
  const first: EscalationStep = { name: 'first', engine: chosen, proxy: 'basic' }
  const rendered: EscalationStep[] =
    browser && browser !== chosen ? [{ name: 'browser', engine: browser, proxy: 'basic' }] : []
  const best = browser ?? chosen
  const enhanced: EscalationStep[] = best.hasEnhanced
    ? [{ name: 'enhanced', engine: best, proxy: 'enhanced' }]
    : []
  if (proxy === 'basic') return [first, ...rendered]
  if (proxy === 'enhanced' && best.hasEnhanced) return enhanced
  return [first, { ...first, name: 'other-route' }, ...rendered, ...enhanced]
}

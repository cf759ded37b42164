import type { Clock } from '#kernel/clock.ts'
import type { Obstacle, EscalationStep } from './escalation.ts'

/** What a team knows of a site that refuses. */
export interface RefusingSite {
  /** The step that got the last page. */
  readonly step?: EscalationStep['name'] | undefined
  /** No request before. */
  readonly waitUntil?: Date | undefined
  /** How often in a row the site has asked to wait. */
  readonly waits?: number | undefined
  readonly exhausted?: Exhaustion | undefined
}

/** Steps that did not get a page, so that the next pages of the site do not repeat them. */
interface Exhaustion {
  /** What they met; other obstacles are tried. */
  readonly obstacle: Obstacle
  readonly steps: readonly EscalationStep['name'][]
  readonly until: Date
  /** How often in a row. */
  readonly times: number
}

/** Steps are left out for this time, and twice as long after each further time. */
const restMs = 60_000
const restMsMax = 3_600_000
/** A site is asked again after this time, whatever its Retry-After says. */
const pauseMsMax = 300_000

/** Whether a step is known not to help against this obstacle. */
export const isExhausted = (
  exhausted: Exhaustion | undefined,
  { step, obstacle }: { readonly step: EscalationStep['name']; readonly obstacle: Obstacle },
  clock: Clock,
): boolean =>
  exhausted?.obstacle === obstacle &&
  exhausted.steps.includes(step) &&
  clock.now() < exhausted.until

interface Escalated {
  readonly tried: readonly EscalationStep['name'][]
  readonly obstacle: Obstacle | undefined
  readonly exhausted: Exhaustion | undefined
}

/** What is remembered after a page that no step got. A single step says nothing of others, and a proxy nothing of the site. */
export function afterExhaustion(
  { tried, obstacle, exhausted }: Escalated,
  clock: Clock,
): Exhaustion | undefined {
  const steps = new Set(tried)
  if (obstacle === undefined || obstacle === 'proxy' || steps.size < 2) return exhausted
  const times = exhausted?.obstacle === obstacle ? exhausted.times + 1 : 1
  const forMs = Math.min(restMs * 2 ** Math.min(times - 1, 10), restMsMax)
  return { obstacle, steps: [...steps], until: new Date(clock.now().getTime() + forMs), times }
}

/** A site that asks to wait more often, without a page in between, is not waited for. */
const waitsMax = 4

type Pause = Required<Pick<RefusingSite, 'waitUntil' | 'waits'>> & { readonly waitUntil: Date }

/** The wait that a site asks for. Pages that are requested at the same time are asked to wait together. */
export function computePause(waitMs: number, known: RefusingSite | undefined, clock: Clock): Pause {
  const now = clock.now()
  const { waits = 0, waitUntil } = known ?? {}
  const isSameWait = waitUntil !== undefined && waitUntil > now
  return {
    waitUntil: new Date(now.getTime() + Math.min(waitMs, pauseMsMax)),
    waits: isSameWait ? waits : waits + 1,
  }
}

/** Whether it is useful to request the page again after the wait. */
export const isWorthWaiting = ({ waits = 0 }: Pick<RefusingSite, 'waits'>): boolean =>
  waits <= waitsMax

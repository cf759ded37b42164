import type { Clock } from '#kernel/clock.ts'
import type { RouteOutcome, RouteSite } from './routes.ts'

/** Totals of a route since the service started. */
export interface RouteFigures {
  readonly label: string
  readonly requests: number
  /** Requests that the proxy itself failed. */
  readonly failures: number
  /** Requests that a site refused. */
  readonly refusals: number
}

interface RouteHealth {
  isResting(label: string, site: RouteSite): boolean
  count(label: string | undefined): void
  report(label: string, outcome: RouteOutcome, site: RouteSite): void
  figures(): readonly RouteFigures[]
}

/** A route rests for this time after its first failure, and twice as long after each further one. */
const restMs = { failed: 15_000, refused: 60_000 }
const restMsMax = 900_000
const remembered = 10_000

/** Which routes rest, alone and for single sites. */
export function createRouteHealth(labels: readonly string[], clock: Clock): RouteHealth {
  /** Failures in a row and the end of the rest, by route or by route, team and host; the oldest first. */
  const rests = new Map<string, { readonly failures: number; readonly untilMs: number }>()
  const totals = new Map(labels.map((label) => [label, { requests: 0, failures: 0, refusals: 0 }]))

  function rest(key: string, firstMs: number): void {
    const failures = (rests.get(key)?.failures ?? 0) + 1
    const forMs = Math.min(firstMs * 2 ** Math.min(failures - 1, 10), restMsMax)
    rests.delete(key)
    rests.set(key, { failures, untilMs: clock.now().getTime() + forMs })
    const [oldest] = rests.keys()
    if (rests.size > remembered && oldest !== undefined) rests.delete(oldest)
  }
  const isAtRest = (key: string) => (rests.get(key)?.untilMs ?? 0) > clock.now().getTime()

  return {
    isResting: (label, site) => isAtRest(label) || isAtRest(keyOf(label, site)),
    count(label) {
      const total = label === undefined ? undefined : totals.get(label)
      if (total) total.requests += 1
    },
    report(label, outcome, site) {
      const total = totals.get(label)
      // A direct connection has no alternative.
      if (!total) return
      if (outcome === 'passed') {
        rests.delete(label)
        rests.delete(keyOf(label, site))
      } else if (outcome === 'failed') {
        total.failures += 1
        rest(label, restMs.failed)
      } else {
        total.refusals += 1
        rest(keyOf(label, site), restMs.refused)
      }
    },
    figures: () => [...totals].map(([label, total]) => ({ label, ...total })),
  }
}

const keyOf = (label: string, { teamId, host }: RouteSite) => `${label} ${teamId} ${host}`

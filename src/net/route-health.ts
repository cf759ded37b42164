import type { Clock } from '#kernel/clock.ts'
import { createMemory } from '#kernel/memory.ts'
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
/** Sites of a team, and teams, whose rests are remembered. A team displaces only its own. */
const sitesPerTeamMax = 1_000
const teamsMax = 1_000

/** Which routes rest, alone and for single sites. */
export function createRouteHealth(labels: readonly string[], clock: Clock): RouteHealth {
  const ofRoutes = createRests(labels.length, clock)
  const ofTeams = createMemory<Rests>({ sizeMax: teamsMax })
  const totals = new Map(labels.map((label) => [label, { requests: 0, failures: 0, refusals: 0 }]))

  const ofTeam = (teamId: string) =>
    ofTeams.getOrMake(teamId, () => createRests(sitesPerTeamMax, clock))

  return {
    isResting: (label, site) =>
      ofRoutes.isResting(label) ||
      ofTeams.get(site.teamId)?.isResting(makeKey(label, site)) === true,
    count(label) {
      const total = label === undefined ? undefined : totals.get(label)
      if (total) total.requests += 1
    },
    report(label, outcome, site) {
      const total = totals.get(label)
      // A direct connection has no alternative.
      if (!total) return
      if (outcome === 'passed') {
        ofRoutes.end(label)
        ofTeams.get(site.teamId)?.end(makeKey(label, site))
      } else if (outcome === 'failed') {
        total.failures += 1
        ofRoutes.start(label, restMs.failed)
      } else {
        total.refusals += 1
        ofTeam(site.teamId).start(makeKey(label, site), restMs.refused)
      }
    },
    figures: () => [...totals].map(([label, total]) => ({ label, ...total })),
  }
}

const makeKey = (label: string, { host }: RouteSite) => `${label} ${host}`

interface Rests {
  isResting(key: string): boolean
  start(key: string, firstMs: number): void
  end(key: string): void
}

/** Rests by key; those that were asked for least recently are forgotten. */
function createRests(keysMax: number, clock: Clock): Rests {
  const rests = createMemory<{ readonly failures: number; readonly untilMs: number }>({
    sizeMax: Math.max(1, keysMax),
  })
  return {
    isResting: (key) => (rests.get(key)?.untilMs ?? 0) > clock.now().getTime(),
    start(key, firstMs) {
      const failures = (rests.get(key)?.failures ?? 0) + 1
      const forMs = Math.min(firstMs * 2 ** Math.min(failures - 1, 10), restMsMax)
      rests.set(key, { failures, untilMs: clock.now().getTime() + forMs })
    },
    end: (key) => rests.delete(key),
  }
}

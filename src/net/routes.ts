import { createHash } from 'node:crypto'
import { systemClock, type Clock } from '#kernel/clock.ts'
import { NetError } from './failure.ts'
import { parseProxy, type Proxy } from './proxy.ts'
import { createRouteHealth, type RouteFigures } from './route-health.ts'

/** Pools of upstream proxies, as configured by the operator. An empty pool connects directly. */
export interface ProxyPools {
  readonly basic: readonly string[]
  readonly enhanced: readonly string[]
}
export type ProxyPool = keyof ProxyPools

/** A route to the internet: through a proxy, or direct. */
export interface Route {
  /** Identifies the route; contains credentials, so it must not be shown. */
  readonly name: string
  /** Pool and position in its setting, for example `basic-1`. */
  readonly label: string
  readonly proxy: Proxy | undefined
}

/** A site as a team uses it. Health of routes is kept per site, and teams do not see that of others. */
export interface RouteSite {
  readonly teamId: string
  readonly host: string
}

interface RouteRequest {
  /** `enhanced` without proxies of its own uses those of `basic`. */
  readonly pool: ProxyPool
  /** A proxy in this country if the pool has any, else one without a known country. */
  readonly country?: string | undefined
  readonly site: RouteSite
  /** Requests with the same key use the same route to a host as long as it works. */
  readonly stickyKey?: string | undefined
  /** Labels of routes that are used only if there is no other. */
  readonly avoid?: readonly string[] | undefined
}

/** The result of a request, as far as its route is concerned. */
export type RouteOutcome =
  /** The proxy itself failed. */
  | 'failed'
  /** The site refused. */
  | 'refused'
  | 'passed'

export interface Routes {
  /** Returns a route that does not rest, and counts the request. */
  choose(request: RouteRequest): Route
  /** Undefined for an unknown label. */
  named(label: string | undefined): Route | undefined
  has(pool: ProxyPool): boolean
  /** Whether the pool has a route for the country besides those with these labels. */
  hasOther(pool: ProxyPool, country: string | undefined, labels: readonly string[]): boolean
  /** Whether the pool has several routes for the country. */
  hasSeveral(pool: ProxyPool, country: string | undefined): boolean
  /** Routes that fail rest; those that a site refuses rest for this site. */
  report(label: string, outcome: RouteOutcome, site: RouteSite): void
  figures(): readonly RouteFigures[]
}

/** A route in use. */
interface TakenRoute {
  readonly route: Route
  /** Reports a failure of the proxy; other errors are ignored. */
  readonly failed: (error: unknown) => void
}

/** Takes the named route, or chooses one. */
export function takeRoute(
  routes: Routes,
  { label, ...request }: RouteRequest & { readonly label: string | undefined },
): TakenRoute {
  const route = routes.named(label) ?? routes.choose(request)
  return {
    route,
    failed(error) {
      if (error instanceof NetError && error.kind === 'proxy')
        routes.report(route.label, 'failed', request.site)
    },
  }
}

/** Uses the proxies of a pool round-robin, without those that rest. */
export function createRoutes(pools: ProxyPools, clock: Clock = systemClock): Routes {
  const routes = {
    basic: toRoutes('basic', pools.basic),
    enhanced: toRoutes('enhanced', pools.enhanced),
  }
  const health = createRouteHealth(
    [...routes.basic, ...routes.enhanced].map(({ label }) => label),
    clock,
  )
  const all = [direct, ...routes.basic, ...routes.enhanced]
  const choosePool = (pool: ProxyPool) => (routes[pool].length > 0 ? routes[pool] : routes.basic)
  let turn = 0
  return {
    choose({ pool, country, site, stickyKey, avoid = [] }) {
      const fitting = inCountry(choosePool(pool), country?.toLowerCase())
      const others = fitting.filter(({ label }) => !avoid.includes(label))
      const wanted = others.length > 0 ? others : fitting
      const rested = wanted.filter(({ label }) => !health.isResting(label, site))
      const usable = rested.length > 0 ? rested : wanted
      const route =
        stickyKey === undefined
          ? usable[turn++ % usable.length]
          : stuck(usable, `${stickyKey} ${site.host}`)
      health.count(route?.label)
      return route ?? direct
    },
    named: (label) => all.find((route) => route.label === label),
    has: (pool) => routes[pool].length > 0,
    hasOther: (pool, country, labels) =>
      inCountry(choosePool(pool), country?.toLowerCase()).some(
        ({ label }) => !labels.includes(label),
      ),
    hasSeveral: (pool, country) => inCountry(choosePool(pool), country?.toLowerCase()).length > 1,
    report: (label, outcome, site) => health.report(label, outcome, site),
    figures: () => health.figures(),
  }
}

const direct: Route = { name: 'direct', label: 'direct', proxy: undefined }

const toRoutes = (pool: ProxyPool, urls: readonly string[]): Route[] =>
  urls.map((url, index) => {
    const proxy = parseProxy(url)
    return { name: JSON.stringify(proxy), label: `${pool}-${index + 1}`, proxy }
  })

function inCountry(routes: readonly Route[], country: string | undefined): readonly Route[] {
  const there = routes.filter(({ proxy }) => proxy?.country === country && country !== undefined)
  if (there.length > 0) return there
  const anywhere = routes.filter(({ proxy }) => proxy?.country === undefined)
  return anywhere.length > 0 ? anywhere : routes
}

/** Rendezvous hashing: every process chooses the same route, and only the requests of a route that rests move. */
function stuck(routes: readonly Route[], key: string): Route | undefined {
  const rankRoute = ({ label }: Route) =>
    createHash('sha256').update(`${key} ${label}`).digest('hex')
  return routes
    .map((route) => ({ route, rank: rankRoute(route) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))[0]?.route
}

import { parseProxy, type Proxy } from './proxy.ts'

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
  readonly proxy: Proxy | undefined
}

export interface Routes {
  /**
   * Returns the next route of the pool. With a country: one in this country if the pool has any, else one without a known
   * country.
   */
  next(pool: ProxyPool, country?: string): Route
  has(pool: ProxyPool): boolean
}

/** Uses the proxies of a pool round-robin. */
export function createRoutes(pools: ProxyPools): Routes {
  const routes = { basic: pools.basic.map(toRoute), enhanced: pools.enhanced.map(toRoute) }
  let turn = 0
  return {
    next(pool, country) {
      const fitting = inCountry(routes[pool], country?.toLowerCase())
      return fitting[turn++ % fitting.length] ?? direct
    },
    has: (pool) => routes[pool].length > 0,
  }
}

const direct: Route = { name: 'direct', proxy: undefined }

function toRoute(text: string): Route {
  const proxy = parseProxy(text)
  return { name: JSON.stringify(proxy), proxy }
}

function inCountry(routes: readonly Route[], country: string | undefined): readonly Route[] {
  const there = routes.filter(({ proxy }) => proxy?.country === country && country !== undefined)
  if (there.length > 0) return there
  const anywhere = routes.filter(({ proxy }) => proxy?.country === undefined)
  return anywhere.length > 0 ? anywhere : routes
}

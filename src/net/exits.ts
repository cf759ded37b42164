import { parseProxy, type Proxy } from './proxy.ts'

/** Pools of upstream proxies, as the operator lists them. An empty pool means direct connections. */
export interface ProxyPools {
  readonly basic: readonly string[]
  readonly enhanced: readonly string[]
}
export type ProxyPool = keyof ProxyPools

/** One way out: through a proxy, or directly. */
export interface Exit {
  /** Tells exits apart; carries credentials, so it is never shown. */
  readonly name: string
  readonly proxy: Proxy | undefined
}

export interface Exits {
  /**
   * The next exit of the pool. With a country: one that stands there, where the pool has any; else one whose
   * country is not known.
   */
  next(pool: ProxyPool, country?: string): Exit
  has(pool: ProxyPool): boolean
}

/** Proxies of a pool take turns. */
export function createExits(pools: ProxyPools): Exits {
  const exits = { basic: pools.basic.map(toExit), enhanced: pools.enhanced.map(toExit) }
  let turn = 0
  return {
    next(pool, country) {
      const fitting = inCountry(exits[pool], country?.toLowerCase())
      return fitting[turn++ % fitting.length] ?? direct
    },
    has: (pool) => exits[pool].length > 0,
  }
}

const direct: Exit = { name: 'direct', proxy: undefined }

function toExit(text: string): Exit {
  const proxy = parseProxy(text)
  return { name: JSON.stringify(proxy), proxy }
}

function inCountry(exits: readonly Exit[], country: string | undefined): readonly Exit[] {
  const there = exits.filter(({ proxy }) => proxy?.country === country && country !== undefined)
  if (there.length > 0) return there
  const anywhere = exits.filter(({ proxy }) => proxy?.country === undefined)
  return anywhere.length > 0 ? anywhere : exits
}

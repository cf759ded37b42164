import { createMemory } from './memory.ts'

/** `burst` at once, then one in `everyMs`. */
export interface Rate {
  readonly everyMs: number
  readonly burst: number
}

interface RateLimitOptions extends Rate {
  /** Names that are known at the same time; those that were used least recently are forgotten. */
  readonly namesMax?: number
  /** How long a name is known after its uses are past. */
  readonly rememberedMs?: number
  readonly now?: (() => number) | undefined
}

/** Limits how often each name is used in this process, by the generic cell rate algorithm. */
export interface RateLimit {
  /** Milliseconds until the name may be used; 0 when it may be used now. */
  waitMs(name: string): number
  take(name: string): void
  giveBack(name: string): void
  isKnown(name: string): boolean
  forget(name: string): void
}

export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { everyMs, burst, namesMax = 10_000, rememberedMs = 0 } = options
  const now = options.now ?? (() => performance.now())
  /** Theoretical arrivals. */
  const arrivals = createMemory<number>({
    sizeMax: namesMax,
    clock: { now: () => new Date(now()) },
  })
  const getArrival = (name: string) => Math.max(arrivals.get(name) ?? 0, now())
  const remember = (name: string, arrival: number) =>
    arrivals.set(name, arrival, arrival - now() + rememberedMs)
  return {
    waitMs: (name) => Math.max(0, getArrival(name) + everyMs - (now() + burst * everyMs)),
    take: (name) => remember(name, getArrival(name) + everyMs),
    giveBack(name) {
      const arrival = arrivals.get(name)
      if (arrival !== undefined) remember(name, arrival - everyMs)
    },
    isKnown: (name) => arrivals.get(name) !== undefined,
    forget: (name) => arrivals.delete(name),
  }
}

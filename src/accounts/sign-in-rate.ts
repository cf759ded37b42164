import { ServiceError } from '#kernel/errors.ts'

/** Called when the secret was right: the attempt does not count as a failure. */
export type Succeeded = () => void

/**
 * Limits attempts to enter a secret. A network is limited by its own failures alone, so that a stranger's failures never keep
 * out who knows the secret. The failures of all networks together slow down those that have failed before; how many networks
 * may fail for the first time is limited as well, so that guesses from many networks stay few.
 */
export interface SignInRate {
  /** Counts an attempt of a network at any secret. Fails with `RATE_LIMIT_EXCEEDED` and the time to wait. */
  countAttempt(network: string): Succeeded
  /** Counts an attempt at one secret, such as the password of an account. Fails with `RATE_LIMIT_EXCEEDED` and the time to wait. */
  countGuess(secret: string, network: string): Succeeded
}

/** Generic cell rate algorithm: `burst` at once, then one in `everyMs`. */
interface Bucket {
  readonly everyMs: number
  readonly burst: number
}

const buckets = {
  /** Attempts of a network, right ones too: each takes a hash. */
  attempts: { everyMs: 2_000, burst: 30 },
  failures: { everyMs: 12_000, burst: 5 },
  /** Failures of one network at one secret. */
  ofNetwork: { everyMs: 60_000, burst: 5 },
  /** Failures of all networks at one secret. Lower than what five networks may fail: one alone never uses it up. */
  ofFailed: { everyMs: 12_000, burst: 20 },
  /** First failures at one secret, of all networks that have not failed at it. */
  ofFirst: { everyMs: 60_000, burst: 60 },
} as const satisfies Record<string, Bucket>

const namesMax = 10_000
/** A network counts as one that has failed for so long after its failures are past. */
const rememberedMs = 3_600_000

type Names = Partial<Record<keyof typeof buckets, string>>

export function createSignInRate(now: () => number = () => performance.now()): SignInRate {
  const taken = createBuckets(now)
  /** Networks from which a secret was entered. */
  const known = new Set<string>()

  return {
    countAttempt(network) {
      taken.take({ attempts: network, failures: network })
      return () => taken.giveBack({ failures: network })
    },
    countGuess(secret, network) {
      const pair = `${secret} ${network}`
      const shared = taken.isRemembered('ofNetwork', pair) ? 'ofFailed' : 'ofFirst'
      const names = { ofNetwork: pair, ...(!known.has(pair) && { [shared]: secret }) }
      taken.take(names)
      return () => {
        taken.giveBack(names)
        taken.forget('ofNetwork', pair)
        known.delete(pair)
        known.add(pair)
        const [oldest = ''] = known
        if (known.size > namesMax) known.delete(oldest)
      }
    },
  }
}

/** The theoretical arrivals of the names in each bucket. */
function createBuckets(now: () => number) {
  const arrivals = Object.fromEntries(
    Object.keys(buckets).map((kind) => [kind, new Map<string, number>()]),
  ) as Record<keyof typeof buckets, Map<string, number>>
  const entriesOf = (names: Names) => Object.entries(names) as [keyof typeof buckets, string][]

  /** Takes from all buckets, or from none. */
  function take(names: Names): void {
    const time = now()
    const next = entriesOf(names).map(([kind, name]) => {
      const { everyMs, burst } = buckets[kind]
      const arrival = Math.max(arrivals[kind].get(name) ?? 0, time) + everyMs
      return { kind, name, arrival, waitMs: arrival - (time + burst * everyMs) }
    })
    const waitMs = Math.max(...next.map((one) => one.waitMs))
    if (waitMs > 0) {
      throw new ServiceError(
        'RATE_LIMIT_EXCEEDED',
        'Too many attempts. Wait a minute, then try again.',
        { retryAfterSeconds: waitMs / 1_000 },
      )
    }
    for (const { kind, name, arrival } of next) {
      if (arrivals[kind].size >= namesMax) dropPast(arrivals[kind], time)
      arrivals[kind].set(name, arrival)
    }
  }

  return {
    take,
    giveBack(names: Names): void {
      for (const [kind, name] of entriesOf(names)) {
        const arrival = arrivals[kind].get(name)
        if (arrival !== undefined) arrivals[kind].set(name, arrival - buckets[kind].everyMs)
      }
    },
    isRemembered: (kind: keyof typeof buckets, name: string) =>
      (arrivals[kind].get(name) ?? Number.NEGATIVE_INFINITY) + rememberedMs > now(),
    forget: (kind: keyof typeof buckets, name: string) => arrivals[kind].delete(name),
  }
}

/** Forgets names without recent attempts, and the oldest tenth if there are none. */
function dropPast(arrivals: Map<string, number>, time: number): void {
  for (const [name, arrival] of arrivals) if (arrival + rememberedMs <= time) arrivals.delete(name)
  if (arrivals.size < namesMax) return
  for (const name of [...arrivals.keys()].slice(0, namesMax / 10)) arrivals.delete(name)
}

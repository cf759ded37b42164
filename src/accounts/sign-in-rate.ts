import { ServiceError } from '#kernel/errors.ts'
import { createMemory } from '#kernel/memory.ts'
import { createRateLimit, type Rate, type RateLimit } from '#kernel/rate-limit.ts'

/** An attempt to enter a secret. */
export interface SignInAttempt {
  readonly network: string
  /** Names the secret, such as the password of an account; undefined when the attempt names none. */
  readonly secret?: string | undefined
  /** Counts only as a guess at the secret, because the attempt of the network was counted before. */
  readonly isGuess?: boolean
}

/** Called when the secret was right: the attempt does not count as a failure. */
type Succeeded = () => void

/**
 * Limits attempts to enter a secret. A network is limited by its own failures alone, so that a stranger's failures never keep
 * out who knows the secret. The failures of all networks together slow down those that have failed before; how many networks
 * may fail for the first time is limited as well, so that guesses from many networks stay few.
 */
export interface SignInRate {
  /** Fails with `RATE_LIMIT_EXCEEDED` and the time to wait; an attempt that fails so does not count. */
  count(attempt: SignInAttempt): Succeeded
  /** Fails as `count` would now; counts nothing. */
  refuse(attempt: SignInAttempt): void
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
} as const satisfies Record<string, Rate>

const namesMax = 10_000
/** A network counts as one that has failed for so long after its failures are past. */
const rememberedMs = 3_600_000

type Names = Partial<Record<keyof typeof buckets, string>>

export function createSignInRate(now: () => number = () => performance.now()): SignInRate {
  const limits = Object.fromEntries(
    Object.entries(buckets).map(([kind, rate]) => [
      kind,
      createRateLimit({ ...rate, namesMax, rememberedMs, now }),
    ]),
  ) as Record<keyof typeof buckets, RateLimit>
  const listEntries = (names: Names) =>
    (Object.entries(names) as [keyof typeof buckets, string][]).map(
      ([kind, name]) => [limits[kind], name] as const,
    )
  /** Networks from which a secret was entered. */
  const known = createMemory<true>({ sizeMax: namesMax })

  function requireFree(names: Names): void {
    const waitMs = Math.max(...listEntries(names).map(([limit, name]) => limit.waitMs(name)))
    if (waitMs === 0) return
    throw new ServiceError(
      'RATE_LIMIT_EXCEEDED',
      `Too many attempts. Try again in ${Math.ceil(waitMs / 1_000)} seconds.`,
      { retryAfterSeconds: waitMs / 1_000 },
    )
  }
  function listNames({ network, secret, isGuess = false }: SignInAttempt): Names {
    const pair = makePair(network, secret)
    const shared = limits.ofNetwork.isKnown(pair) ? 'ofFailed' : 'ofFirst'
    return {
      ...(!isGuess && { attempts: network, failures: network }),
      ...(secret !== undefined && { ofNetwork: pair }),
      ...(secret !== undefined && !known.get(pair) && { [shared]: secret }),
    }
  }

  return {
    refuse: (attempt) => requireFree(listNames(attempt)),
    count(attempt) {
      const names = listNames(attempt)
      requireFree(names)
      // From all buckets, or from none.
      for (const [limit, name] of listEntries(names)) limit.take(name)
      return () => {
        for (const [limit, name] of listEntries(names))
          if (limit !== limits.attempts) limit.giveBack(name)
        if (attempt.secret === undefined) return
        const pair = makePair(attempt.network, attempt.secret)
        limits.ofNetwork.forget(pair)
        known.set(pair, true)
      }
    },
  }
}

const makePair = (network: string, secret = '') => `${secret} ${network}`

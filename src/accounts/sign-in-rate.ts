import { ServiceError } from '#kernel/errors.ts'
import { createMemory } from '#kernel/memory.ts'
import { createRateLimit, type Rate, type RateLimit } from '#kernel/rate-limit.ts'

/** Called when the secret was right: the attempt does not count as a failure. */
export type Succeeded = () => void

/**
 * Limits attempts to enter a secret. A network is limited by its own failures alone, so that a stranger's failures never keep
 * out who knows the secret. The failures of all networks together slow down those that have failed before; how many networks
 * may fail for the first time is limited as well, so that guesses from many networks stay few.
 */
export interface SignInRate {
  /**
   * Counts an attempt of a network, and where a secret is named, a guess at it. Fails with `RATE_LIMIT_EXCEEDED` and the time to wait;
   * an attempt that fails so does not count.
   */
  countAttempt(network: string, secret?: string): Succeeded
  /** Counts an attempt at one secret, such as the password of an account. Fails with `RATE_LIMIT_EXCEEDED` and the time to wait. */
  countGuess(secret: string, network: string): Succeeded
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

  /** Takes from all buckets, or from none. */
  function take(names: Names): void {
    const taken = listEntries(names)
    const waitMs = Math.max(...taken.map(([limit, name]) => limit.waitMs(name)))
    if (waitMs > 0) {
      throw new ServiceError(
        'RATE_LIMIT_EXCEEDED',
        `Too many attempts. Try again in ${Math.ceil(waitMs / 1_000)} seconds.`,
        { retryAfterSeconds: waitMs / 1_000 },
      )
    }
    for (const [limit, name] of taken) limit.take(name)
  }
  const giveBack = (names: Names) => {
    for (const [limit, name] of listEntries(names)) limit.giveBack(name)
  }

  function guess(secret: string, network: string) {
    const pair = `${secret} ${network}`
    const shared = limits.ofNetwork.isKnown(pair) ? 'ofFailed' : 'ofFirst'
    const names: Names = { ofNetwork: pair, ...(!known.get(pair) && { [shared]: secret }) }
    const succeeded = () => {
      giveBack(names)
      limits.ofNetwork.forget(pair)
      known.set(pair, true)
    }
    return { names, succeeded }
  }

  return {
    countAttempt(network, secret) {
      const guessed = secret === undefined ? undefined : guess(secret, network)
      take({ attempts: network, failures: network, ...guessed?.names })
      return () => {
        giveBack({ failures: network })
        guessed?.succeeded()
      }
    },
    countGuess(secret, network) {
      const { names, succeeded } = guess(secret, network)
      take(names)
      return succeeded
    },
  }
}

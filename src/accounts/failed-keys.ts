import { ServiceError } from '#kernel/errors.ts'

/** Remembers keys that are unknown, and how many of them an address has tried. */
export interface FailedKeys {
  /**
   * Fails with `UNAUTHORIZED` for a key that was unknown a moment ago, and with `RATE_LIMIT_EXCEEDED` when the address has
   * tried too many unknown keys. Neither asks the database.
   */
  refuse(hash: string, address: string): void
  /** Records a key that the database does not know. */
  add(hash: string, address: string): void
}

/** A key is not created with a value that was tried before, so this delays nobody. */
const unknownMs = 10_000
const windowMs = 60_000
const failuresMax = 100
const rememberedMax = 10_000

export function createFailedKeys(now: () => number = () => performance.now()): FailedKeys {
  /** Until when a key counts as unknown, by its hash. */
  const unknown = new Map<string, number>()
  const failures = new Map<string, { count: number; readonly until: number }>()
  return {
    refuse(hash, address) {
      if ((unknown.get(hash) ?? 0) > now()) throw new ServiceError('UNAUTHORIZED')
      const known = failures.get(address)
      if (!known || known.until <= now() || known.count < failuresMax) return
      throw new ServiceError(
        'RATE_LIMIT_EXCEEDED',
        'Too many unknown API keys from your address. Check the key, and try again later.',
        { retryAfterSeconds: (known.until - now()) / 1_000 },
      )
    },
    add(hash, address) {
      if (unknown.size >= rememberedMax) unknown.clear()
      unknown.set(hash, now() + unknownMs)
      const known = failures.get(address)
      if (known && known.until > now()) known.count += 1
      else {
        if (failures.size >= rememberedMax) failures.clear()
        failures.set(address, { count: 1, until: now() + windowMs })
      }
    },
  }
}

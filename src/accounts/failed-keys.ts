import { ServiceError } from '#kernel/errors.ts'

/** Remembers unknown keys, and how many of them an address has sent. */
export interface FailedKeys {
  /**
   * Fails with `UNAUTHORIZED` for a key that was unknown recently, and with `RATE_LIMIT_EXCEEDED` if the address has
   * sent too many unknown keys. Neither queries the database.
   */
  refuse(hash: string, address: string): void
  /** Records a key that is not in the database. */
  add(hash: string, address: string): void
}

/** A new key is random and was never sent before, so that this delays no valid key. */
const unknownMs = 10_000
const windowMs = 60_000
const failuresMax = 100
const rememberedMax = 10_000

export function createFailedKeys(now: () => number = () => performance.now()): FailedKeys {
  /** Expiry of unknown keys, by hash. */
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

import { ServiceError } from '#kernel/errors.ts'
import { createMemory } from '#kernel/memory.ts'
import { createRateLimit } from '#kernel/rate-limit.ts'

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
const rememberedMax = 10_000
/** A hundred unknown keys per minute and address. */
const failureRate = { everyMs: 600, burst: 100 }

export function createFailedKeys(): FailedKeys {
  /** Unknown keys, by hash. */
  const unknown = createMemory<true>({ sizeMax: rememberedMax, lifeMs: unknownMs })
  const failures = createRateLimit({ ...failureRate, namesMax: rememberedMax })
  return {
    refuse(hash, address) {
      if (unknown.get(hash)) throw new ServiceError('UNAUTHORIZED')
      const waitMs = failures.waitMs(address)
      if (waitMs === 0) return
      throw new ServiceError(
        'RATE_LIMIT_EXCEEDED',
        'Too many unknown API keys from your address. Check the key, and try again later.',
        { retryAfterSeconds: waitMs / 1_000 },
      )
    },
    add(hash, address) {
      unknown.set(hash, true)
      failures.take(address)
    },
  }
}

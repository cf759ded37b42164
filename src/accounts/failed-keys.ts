import { createHash } from 'node:crypto'
import { ServiceError } from '#kernel/errors.ts'
import { createMemory } from '#kernel/memory.ts'
import type { Sql } from '#storage/database.ts'
import { createRateLimits } from './rate-limits.ts'

/** Remembers unknown keys, and how many of them an address has sent to all processes of the service. */
export interface FailedKeys {
  /**
   * Fails with `UNAUTHORIZED` for a key that was unknown recently, and with `RATE_LIMIT_EXCEEDED` if the address has
   * sent too many unknown keys. Neither queries the database.
   */
  refuse(hash: string, address: string): void
  /** Records a key that is not in the database. */
  add(hash: string, address: string): Promise<void>
}

/** A new key is random and was never sent before, so that this delays no valid key. */
const unknownMs = 10_000
const rememberedMax = 10_000
/** Unknown keys per minute and address. */
const failuresMax = 100

export function createFailedKeys({ database }: { readonly database: Sql }): FailedKeys {
  /** Unknown keys, by hash. */
  const unknown = createMemory<true>({ sizeMax: rememberedMax, lifeMs: unknownMs })
  /** When addresses that have sent too many may send others. */
  const refused = createMemory<number>({ sizeMax: rememberedMax })
  const failures = createRateLimits({ database })
  const refuseFor = (address: string, seconds: number) =>
    refused.set(address, performance.now() + seconds * 1_000, seconds * 1_000)
  return {
    refuse(hash, address) {
      if (unknown.get(hash)) throw new ServiceError('UNAUTHORIZED')
      const untilMs = refused.get(address)
      if (untilMs === undefined) return
      throw new ServiceError(
        'RATE_LIMIT_EXCEEDED',
        'Too many unknown API keys from your address. Check the key, and try again later.',
        { retryAfterSeconds: Math.max(1, (untilMs - performance.now()) / 1_000) },
      )
    },
    async add(hash, address) {
      unknown.set(hash, true)
      try {
        const left = await failures.take(makeId(address), 'unknown keys', failuresMax)
        if (left.remaining === 0) refuseFor(address, left.resetSeconds)
      } catch (thrown) {
        if (!(thrown instanceof ServiceError) || thrown.code !== 'RATE_LIMIT_EXCEEDED') throw thrown
        refuseFor(address, thrown.retryAfterSeconds ?? 1)
      }
    },
  }
}

/** The UUID under which an address is counted. */
function makeId(address: string): string {
  const hex = createHash('sha256').update(`unknown keys ${address}`).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)]
  return [...parts, hex.slice(20, 32)].join('-')
}

import { randomFillSync } from 'node:crypto'

const poolBytes = 4_096
const pool = Buffer.alloc(poolBytes)
let used = poolBytes

/**
 * Cryptographically random bytes, each of which is handed out once. Many are made together, because making a few takes as long; those
 * that were handed out are erased here.
 */
export function randomBytes(count: number): Buffer {
  if (used + count > poolBytes) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = Buffer.from(pool.subarray(used, used + count))
  pool.fill(0, used, used + count)
  used += count
  return bytes
}

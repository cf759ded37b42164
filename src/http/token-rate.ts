import { ServiceError } from '#kernel/errors.ts'
import { createRateLimit } from '#kernel/rate-limit.ts'
import { toNetwork } from './client-address.ts'

/**
 * Limits how often the clients of one network try tokens: 30 requests per minute. The returned function fails with
 * `RATE_LIMIT_EXCEEDED` and the time to wait.
 */
export function createTokenRate(): (address: string) => void {
  const limit = createRateLimit({ everyMs: 2_000, burst: 30 })
  return (address) => {
    const network = toNetwork(address)
    const retryAfterSeconds = limit.waitMs(network) / 1_000
    if (retryAfterSeconds > 0)
      throw new ServiceError('RATE_LIMIT_EXCEEDED', undefined, { retryAfterSeconds })
    limit.take(network)
  }
}

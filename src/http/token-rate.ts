import { ServiceError } from '#kernel/errors.ts'
import { networkOf } from './client-address.ts'

const windowMs = 60_000
const requestsMax = 30
const networksMax = 10_000

/**
 * Limits how often the clients of one network try tokens: 30 requests per minute. The returned function fails with
 * `RATE_LIMIT_EXCEEDED`. When too many networks are known, all of them start again.
 */
export function createTokenRate(): (address: string) => void {
  const byNetwork = new Map<string, { count: number; until: number }>()
  return (address) => {
    const network = networkOf(address)
    const now = Date.now()
    const known = byNetwork.get(network)
    const entry = known && known.until > now ? known : { count: 0, until: now + windowMs }
    entry.count += 1
    if (byNetwork.size >= networksMax) byNetwork.clear()
    byNetwork.set(network, entry)
    if (entry.count > requestsMax)
      throw new ServiceError('RATE_LIMIT_EXCEEDED', undefined, { retryAfterSeconds: 60 })
  }
}

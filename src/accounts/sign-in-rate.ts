import { ServiceError } from '#kernel/errors.ts'

const everyMs = 12_000
const burst = 5
const namesMax = 10_000

/**
 * Limits attempts to enter a secret: 5 per minute for each name, such as an address or an e-mail address (generic cell
 * rate algorithm). The returned function fails with `RATE_LIMIT_EXCEEDED` and the time to wait.
 */
export function createSignInRate(now: () => number = () => performance.now()) {
  const theoreticalArrivals = new Map<string, number>()
  return function take(names: readonly string[]): void {
    const time = now()
    for (const name of names) {
      const arrival = Math.max(theoreticalArrivals.get(name) ?? 0, time)
      const waitMs = arrival + everyMs - (time + burst * everyMs)
      if (waitMs > 0) {
        throw new ServiceError(
          'RATE_LIMIT_EXCEEDED',
          'Too many attempts. Wait a minute, then try again.',
          { retryAfterSeconds: waitMs / 1_000 },
        )
      }
      if (theoreticalArrivals.size >= namesMax) dropPast(theoreticalArrivals, time)
      theoreticalArrivals.set(name, arrival + everyMs)
    }
  }
}

/** Forgets names without recent attempts, and the oldest tenth if there are none. */
function dropPast(arrivals: Map<string, number>, time: number): void {
  for (const [name, arrival] of arrivals) if (arrival <= time) arrivals.delete(name)
  if (arrivals.size < namesMax) return
  for (const name of [...arrivals.keys()].slice(0, namesMax / 10)) arrivals.delete(name)
}

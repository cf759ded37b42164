/** Stops calls to a server that fails, for a while. */
export interface Circuit {
  /** Whether calls are stopped. */
  readonly isOpen: boolean
  /** Milliseconds until the next call may be made; 0 when this one may. */
  waitMs(): number
  succeed(): void
  fail(): void
}

const failuresMax = 5
const openMs = 30_000

/** Opens after five failures in a row. After 30 seconds one call is let through; the next ones wait for its result. */
export function createCircuit(now: () => number = () => performance.now()): Circuit {
  let failures = 0
  let opensAtMs = 0
  const remainingMs = () => (failures < failuresMax ? 0 : Math.max(0, opensAtMs - now()))
  return {
    get isOpen() {
      return remainingMs() > 0
    },
    waitMs() {
      const waitMs = remainingMs()
      if (waitMs === 0 && failures >= failuresMax) opensAtMs = now() + openMs
      return waitMs
    },
    succeed() {
      failures = 0
    },
    fail() {
      failures += 1
      if (failures === failuresMax) opensAtMs = now() + openMs
    },
  }
}

import type { Screen } from './screen.ts'

/** On whose behalf a shared resource is awaited, and the signal that ends the wait. */
export interface Waiter {
  readonly teamId: string
  readonly signal: AbortSignal
  /** The policy that decides which URLs may be reached for this request; that of the team when absent. */
  readonly screen?: Screen | undefined
}

/** On whose behalf a shared resource is awaited, and the signal that ends the wait. */
export interface Waiter {
  readonly teamId: string
  readonly signal: AbortSignal
}

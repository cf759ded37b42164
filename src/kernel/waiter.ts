/** Whoever waits for something that teams share: the team it is counted for, and what ends the wait. */
export interface Waiter {
  readonly teamId: string
  readonly signal: AbortSignal
}

import type { Account } from './account.ts'

/** Who is asking, and until when. Every verb takes one; it is never stored. */
export interface Call {
  readonly account: Account
  /** Also the X-Request-Id of the answer. */
  readonly requestId: string
  /** Aborts when the client leaves or the service stops waiting. */
  readonly signal: AbortSignal
}

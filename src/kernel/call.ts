import type { Account } from './account.ts'

/** Who is asking, and until when. Every verb takes one; it is never stored. */
export interface Call {
  readonly account: Account
  /**
   * The id that work begun by this call goes by. A request that is repeated with its idempotency key, because the first
   * was cut off, has the same: what was accepted then is found and not done twice.
   */
  readonly operationId: string
  /** Also the X-Request-Id of the answer. */
  readonly requestId: string
  /** Aborts when the client leaves or the service stops waiting. */
  readonly signal: AbortSignal
}

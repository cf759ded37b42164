import type { Account } from './account.ts'
import type { SentRequest } from './sent-request.ts'

/** Sends an event, by its name. */
export type ReportEvent = (name: string, data: object) => void

/** The caller of an operation, and its signal. Every operation takes one and never stores it. */
export interface Call {
  readonly account: Account
  /**
   * Id of the work that this call starts. A request that is repeated with its idempotency key after an interruption has the
   * same id, so that work is not done twice.
   */
  readonly operationId: string
  /** The operation that this one is part of: a run of an agent or an extraction. */
  readonly parent?: { readonly endpoint: string; readonly id: string }
  /** A person who may only read: is shown no credentials that the team has given. */
  readonly isViewer?: true
  /** Also the `X-Request-Id` of the response. */
  readonly requestId: string
  /** What the client sent, for the log of the team. */
  readonly sent?: (() => SentRequest) | undefined
  /** Tells a client that reads events what is known before the reply; absent for others. */
  readonly report?: ReportEvent | undefined
  /** Aborts when the client disconnects or the service gives up. */
  readonly signal: AbortSignal
}

import type { Webhook } from '#delivery/webhook.ts'
import type { Account } from '#kernel/account.ts'

export type RunKind = 'agent' | 'extract'

/** How a run ended, as far as it has. */
export type RunState =
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'refused'
  | 'credit_limit_reached'

/** What was asked for, by whom, and who is notified; encrypted in the database. */
export interface RunRequest<Body extends object = object> {
  readonly body: Body
  readonly account: Account
  readonly webhook: Webhook | undefined
}

/** A run, as every process sees it. */
export interface Run<Body extends object = object> {
  readonly id: string
  readonly teamId: string
  readonly kind: RunKind
  readonly state: RunState
  readonly request: RunRequest<Body>
  readonly createdAt: Date
  readonly deadlineAt: Date
  readonly finishedAt: Date | null
  readonly expiresAt: Date
  readonly threadId: string | null
  readonly threadTurn: number | null
  readonly credits: number
  readonly tokens: number
  /** Of the allowance for runs that are not charged. */
  readonly pagesHeld: number
  readonly error: string | null
  readonly result: RunResult | undefined
}

/** What a run came to. */
export interface RunResult {
  readonly data?: unknown
  readonly sources?: unknown
  readonly warning?: string | undefined
  /** Of a run that its credit limit ended. */
  readonly partial?: unknown
  readonly partialSchemaValid?: boolean | undefined
  readonly message?: string | undefined
  /** Goals that may follow in the thread. */
  readonly suggestions?: readonly Suggestion[] | undefined
}

export interface Suggestion {
  readonly label: string
  readonly prompt: string
}

/** The end of a run. */
export interface RunEnd {
  readonly state: Exclude<RunState, 'processing'>
  readonly result: RunResult
  readonly error?: string
  /** Credits to charge; 0 unless it succeeded. */
  readonly credits: number
  readonly tokens: number
  /** Members of `data` of the last webhook event. */
  readonly eventData?: readonly object[]
}

/** Fails a run with a sentence for the caller. Any other error repeats the step that was in work. */
export class RunError extends Error {
  override name = 'RunError'
}

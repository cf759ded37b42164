import type { OnFetched } from './fetch-activity.ts'
import type { Principal } from './principal.ts'
import type { Screen } from './screen.ts'

/** On whose behalf work is done: whose share it takes, until when, and what may be kept of it. */
export interface Caller {
  readonly teamId: string
  readonly signal: AbortSignal
  /** Who asked for it: a key can be restricted to hosts. */
  readonly principal?: Principal | undefined
  /** The policy that decides which URLs may be reached; that of team and principal when absent. */
  readonly screen?: Screen | undefined
  /** Only `false` allows that pages, answers and facts about sites are kept. */
  readonly zeroDataRetention?: boolean | undefined
  /** When the result is needed, complete or not. No call of a language model starts shortly before. */
  readonly deadlineAt?: Date | undefined
  /** When the signal will abort, if an incomplete result is of no use. */
  readonly endsAt?: Date | undefined
  /** True where no client waits for the result, so that writes may be delayed and combined. */
  readonly isBatchable?: boolean | undefined
  /** Called after each request for a page, with the URL that was asked for. */
  readonly onFetched?: OnFetched | undefined
  /** Calls of a language model that are left; without it there is no limit. */
  readonly modelCalls?: { take(): boolean } | undefined
  /** Called with the tokens of each call of a language model that was answered. */
  readonly onModelUsage?: ((usage: ModelUsage) => void) | undefined
}

/** What decides which URLs may be reached. */
export type ScreenSubject = Pick<Caller, 'teamId' | 'principal' | 'screen'>

/** Tokens of one call. */
export interface ModelUsage {
  readonly inputTokens: number
  readonly outputTokens: number
}

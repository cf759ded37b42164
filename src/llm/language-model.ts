import type { JsonSchema } from '#schemas/json-schema.ts'
import type { Caller } from '#kernel/caller.ts'
import type { ConversationStep, StepOutcome } from './step.ts'

/** How many calls of a model one question may take, whatever the model answers: whether a call may be made, which is then counted. */
export function createCallBudget(callsMax: number): NonNullable<Caller['modelCalls']> {
  let left = callsMax
  return {
    take() {
      left -= 1
      return left >= 0
    },
  }
}

export interface Question {
  /** What to do and how; written by us, without text of callers or pages. */
  readonly instructions: string
  /** Each becomes a message of its own, so that text of a page and the caller's words never share one. */
  readonly texts: readonly string[]
}

export interface JsonQuestion extends Question {
  /** Schema of the response, from a caller or from the service. Without one, any JSON object is valid. */
  readonly schema?: JsonSchema | undefined
}

/**
 * What came of a question:
 * - `answered`
 * - `refused`: the model or the provider's content filter declined
 * - `invalid`: twice the answer was no JSON or did not fit the schema
 * - `cut`: the answer exceeds the output limit
 * - `spent`: no call of the budget was left before there was an answer
 * - `too-long`: the server has cut or refused the prompt; `contextTokens` is smaller now if it does so with any text
 */
export type Outcome<Value> =
  | { readonly state: 'answered'; readonly value: Value }
  | { readonly state: 'refused' | 'cut' | 'too-long' | 'spent' }
  | { readonly state: 'invalid'; readonly errors: readonly string[] }

/**
 * The configured language model, with retries, limits, token budgets and a cache. `ask…` fail with `SERVICE_UNAVAILABLE`
 * when the model cannot be reached, `SCRAPE_TIMEOUT` when no time is left, `INSUFFICIENT_CREDITS` when the team has used
 * its tokens of the month, and with the reason of the signal.
 */
export interface LanguageModel {
  /** Provider and name. */
  readonly id: string
  /** Tokens of prompt and answer together. */
  readonly contextTokens: number
  readonly outputTokensMax: number
  /** Upper estimate of the tokens of a text. */
  count(text: string): number
  /** An answer in words. */
  askText(question: Question, caller: Caller): Promise<Outcome<string>>
  /** A value that has the schema of the question. Throws `UNPROCESSABLE` for a schema that is too large. */
  askJson(question: JsonQuestion, caller: Caller): Promise<Outcome<unknown>>
  /** The next answer in a conversation with tools. `converse.ts` runs whole conversations. */
  askStep(step: ConversationStep, caller: Caller): Promise<StepOutcome>
}

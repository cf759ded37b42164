import type { Caller } from '#kernel/caller.ts'
import type { LanguageModel } from '#llm/language-model.ts'
import type { JsonSource } from './json-sources.ts'
import type { PageWork } from './page-work.ts'
import { ServiceError } from '#kernel/errors.ts'

/** What a question about a page came to. */
export interface Answer<Value> {
  /** Undefined when the page gives none. */
  readonly value: Value | undefined
  /** Sentences for the caller. */
  readonly warnings: readonly string[]
  /** Whether a language model was asked; only then the surcharge of the format is due. */
  readonly usedModel: boolean
  /** Where the values of a JSON answer come from. */
  readonly sources?: readonly JsonSource[]
}

/** A model, and who asks it. */
export interface AnswerContext {
  readonly model: LanguageModel
  readonly caller: Caller
}

/** The same, with what compares answers with pages. */
export interface PageContext extends AnswerContext {
  readonly work: PageWork
}

const unavailable = new Set(['SERVICE_UNAVAILABLE', 'SCRAPE_TIMEOUT'])

/** Whether a failure says that the language model is not available. */
export const lacksModel = (thrown: unknown): thrown is ServiceError =>
  thrown instanceof ServiceError && unavailable.has(thrown.code)

/** Asks the model; when it is not available, gives the answer that is made by rules, and says so. */
export async function orByRules<Value>(
  ask: () => Promise<Answer<Value>>,
  byRules: () => Promise<Answer<Value>>,
  signal: AbortSignal,
): Promise<Answer<Value>> {
  try {
    return await ask()
  } catch (thrown) {
    signal.throwIfAborted()
    if (!lacksModel(thrown)) throw thrown
    // What rules cannot do either fails for the reason of the model.
    const answer = await byRules().catch(() => Promise.reject(thrown))
    signal.throwIfAborted()
    return { ...answer, warnings: [thrown.message, ...answer.warnings] }
  }
}

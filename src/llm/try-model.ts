import { ServiceError } from '#kernel/errors.ts'
import type { Caller } from '#kernel/caller.ts'
import type { LanguageModel } from './language-model.ts'

const shownMax = 100

/**
 * Asks the language model for one word, and returns a sentence with its answer and the time it took. Fails with
 * `SERVICE_UNAVAILABLE` when no model is configured or it gives no answer.
 */
export async function tryModel(model: LanguageModel | undefined, caller: Caller): Promise<string> {
  if (!model) {
    const message = 'No language model is configured. Set WEIR_LLM_PROVIDER.'
    throw new ServiceError('SERVICE_UNAVAILABLE', message)
  }
  const question = { instructions: 'Answer with one word.', texts: ['Are you ready?'] }
  const startedAt = Date.now()
  const outcome = await model.askText(question, caller)
  if (outcome.state !== 'answered') {
    throw new ServiceError('SERVICE_UNAVAILABLE', `${model.id} gave no answer: ${outcome.state}.`)
  }
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1)
  return `${model.id} answered in ${seconds} s: ${outcome.value.slice(0, shownMax)}`
}

import { createCallBudget } from '#llm/language-model.ts'
import type { PageContext } from './answer.ts'

/** Calls of a model about a small page, whatever the model answers. */
const callsMin = 4
const callsMax = 160
const smallLength = 8_000
/** A longer page has as many for each piece of this length. */
const pieceLength = 1_000

/** The same context with a limit of calls that grows with the text of the page. */
export function withCallBudget(context: PageContext, textLength: number): PageContext {
  const pieces = textLength < smallLength ? 1 : Math.ceil(textLength / pieceLength)
  const calls = Math.min(callsMax, callsMin * pieces)
  return { ...context, caller: { ...context.caller, modelCalls: createCallBudget(calls) } }
}

import type { Caller } from '#kernel/caller.ts'
import { createCallBudget } from '#llm/language-model.ts'
import type { PageContext } from './answer.ts'

/** Calls of a model about a small page, whatever the model answers. */
const callsMin = 4
const callsMax = 160
const smallLength = 8_000
/** A longer page has as many for each piece of this length. */
const pieceLength = 1_000

/** The calls that a page with a text of this length may take. */
export function createPageBudget(textLength: number): Caller['modelCalls'] {
  const pieces = textLength < smallLength ? 1 : Math.ceil(textLength / pieceLength)
  return createCallBudget(Math.min(callsMax, callsMin * pieces))
}

/** The same context with a limit of calls that grows with the text of the page, or with the one that it has. */
export const withCallBudget = (context: PageContext, textLength: number): PageContext => ({
  ...context,
  caller: {
    ...context.caller,
    modelCalls: context.caller.modelCalls ?? createPageBudget(textLength),
  },
})

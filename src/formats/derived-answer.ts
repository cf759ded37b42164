import type { Answer } from '#answers/answer.ts'
import { answerPage, type AnswerMethods } from '#answers/answer-methods.ts'
import type { DerivationContext, Derived, Draft } from './derivation.ts'
import { makeCaller, makePageForModel } from './model-input.ts'

/** The model and who asks it; undefined when no model is configured. */
export const answerContext = ({ model, pageWork: work, request, calls }: DerivationContext) =>
  model && { model, caller: { ...makeCaller(request), ...(calls && { modelCalls: calls }) }, work }

/** Returns the answer to a question about the page, given by the model or by rules. */
export const deriveAnswer = <Value>(
  methods: AnswerMethods<Value>,
  draft: Draft,
  context: DerivationContext,
) => {
  const { pageWork: work, request: caller } = context
  const deps = { work, caller, context: answerContext(context) }
  return answerPage(methods, makePageForModel(draft), deps)
}

/** What an answer adds to the document. The surcharge is due only when the model answered. */
export function derivedAnswer<Value, Members extends object>(
  { value, warnings, usedModel, sources }: Answer<Value>,
  toMembers: (value: Value, sources: Answer<Value>['sources']) => Members,
  surcharge: Pick<Derived, 'credits' | 'pageCredits'>,
): Derived<Members> {
  return {
    ...(value !== undefined && { members: toMembers(value, sources) }),
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
    ...(usedModel && surcharge),
  }
}

import { orByRules, type Answer, type AnswerContext } from './answer.ts'
import { highlightsOfPage } from './highlights.ts'
import { jsonOfPage, type WantedJson } from './json.ts'
import type { PageForModel } from './page-material.ts'
import { answerOfPage } from './question.ts'
import { summaryOfPage } from './summary.ts'
import {
  answerWithoutModel,
  highlightsWithoutModel,
  jsonWithoutModel,
  modelHint,
  summaryWithoutModel,
  type TextAnswer,
} from './without-model.ts'

/** How to answer one kind of question: with a model, and with rules. */
export interface AnswerMethods<Value> {
  readonly ask: (page: PageForModel, context: AnswerContext) => Promise<Answer<Value>>
  readonly byRules: (page: PageForModel) => Answer<Value>
}

/** Returns the answer of the model, or that of the rules if no model is configured or available. */
export async function answerPage<Value>(
  { ask, byRules }: AnswerMethods<Value>,
  page: PageForModel,
  context: AnswerContext | undefined,
): Promise<Answer<Value>> {
  if (!context) return byRules(page)
  return orByRules(
    () => ask(page, context),
    () => withoutHint(byRules(page)),
    context.asker.signal,
  )
}

/** The hint to configure a model is wrong where one is configured and has failed. */
function withoutHint<Value>(answer: Answer<Value>): Answer<Value> {
  const warnings = answer.warnings.map((warning) => warning.replace(` ${modelHint}`, ''))
  return { ...answer, warnings }
}

const toAnswer = ({ text, warning }: TextAnswer): Answer<string> => ({
  value: text,
  warnings: [warning],
  usedModel: false,
})

export const questionMethods = (question: string): AnswerMethods<string> => ({
  ask: (page, context) => answerOfPage(page, question, context),
  byRules: ({ material }) => toAnswer(answerWithoutModel(question, material)),
})

export const highlightsMethods = (query: string): AnswerMethods<string> => ({
  ask: (page, context) => highlightsOfPage(page, query, context),
  byRules: ({ material }) => toAnswer(highlightsWithoutModel(query, material)),
})

const summaryByRules = ({ material }: PageForModel) => toAnswer(summaryWithoutModel(material))

export const summaryMethods: AnswerMethods<string> = {
  /** By rules also when no sentence of the model can be shown. */
  async ask(page, context) {
    const asked = await summaryOfPage(page, context)
    if (asked.value !== undefined) return asked
    const { value, warnings } = withoutHint(summaryByRules(page))
    return { ...asked, value, warnings: [...asked.warnings, ...warnings] }
  },
  byRules: summaryByRules,
}

export const jsonMethods = (wanted: WantedJson): AnswerMethods<unknown> => ({
  ask: (page, context) => jsonOfPage(page, wanted, context),
  byRules({ material }) {
    const { json: value, warning } = jsonWithoutModel(wanted, material)
    return { value, warnings: [warning], usedModel: false }
  },
})

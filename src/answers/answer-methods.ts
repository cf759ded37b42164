import type { Caller } from '#kernel/caller.ts'
import { withCallBudget } from './call-budget.ts'
import { ServiceError } from '#kernel/errors.ts'
import { orByRules, type Answer, type PageContext } from './answer.ts'
import { highlightsOfPage } from './highlights.ts'
import { jsonOfPage, type WantedJson } from './json.ts'
import type { PageForModel } from './page-material.ts'
import type { PageWork } from './page-work.ts'
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
  readonly ask: (page: PageForModel, context: PageContext) => Promise<Answer<Value>>
  readonly byRules: (page: PageForModel, context: RulesContext) => Promise<Answer<Value>>
}

/** What rules work with, and for whom. */
interface RulesContext {
  readonly work: PageWork
  readonly caller: Caller
}

/** Returns the answer of the model, or that of the rules if no model is configured or available. */
export async function answerPage<Value>(
  { ask, byRules }: AnswerMethods<Value>,
  page: PageForModel,
  { context, ...rules }: RulesContext & { readonly context: PageContext | undefined },
): Promise<Answer<Value>> {
  if (!context) return byRules(page, rules)
  return orByRules(
    () => ask(page, withCallBudget(context, page.material.markdown.length)),
    async () => withoutHint(await byRules(page, rules)),
    context.caller.signal,
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

/** The answer of the model; where it has none that can be shown, that of the rules, and why. */
const orRules =
  (ask: AnswerMethods<string>['ask'], byRules: (page: PageForModel) => TextAnswer) =>
  async (page: PageForModel, context: PageContext): Promise<Answer<string>> => {
    const asked = await ask(page, context)
    if (asked.value !== undefined) return asked
    const instead = withoutHint(toAnswer(byRules(page)))
    return { ...instead, warnings: [...asked.warnings, ...instead.warnings] }
  }

const textMethods = (
  ask: AnswerMethods<string>['ask'],
  byRules: (page: PageForModel) => TextAnswer,
): AnswerMethods<string> => ({
  ask: orRules(ask, byRules),
  byRules: async (page) => toAnswer(byRules(page)),
})

export const questionMethods = (question: string): AnswerMethods<string> =>
  textMethods(
    (page, context) => answerOfPage(page, question, context),
    ({ material }) => answerWithoutModel(question, material),
  )

export const highlightsMethods = (query: string): AnswerMethods<string> =>
  textMethods(
    (page, context) => highlightsOfPage(page, query, context),
    ({ material }) => highlightsWithoutModel(query, material),
  )

export const summaryMethods = textMethods(summaryOfPage, ({ material }) =>
  summaryWithoutModel(material),
)

/** Rules fill a schema; they cannot follow a prompt. */
const needsModel = () =>
  new ServiceError(
    'UNPROCESSABLE',
    'The format json with a prompt alone needs a language model. Send a schema, or have the operator set WEIR_LLM_PROVIDER.',
  )

export const jsonMethods = (wanted: WantedJson): AnswerMethods<unknown> => ({
  ask: (page, context) => jsonOfPage(page, wanted, context),
  async byRules({ material }, { work, caller }) {
    const { schema, prompt } = wanted
    const { facts } = material
    if (!schema && prompt !== undefined && prompt.trim() !== '') throw needsModel()
    const filled = schema && (await work.run('fill', { schema, facts }, caller))
    const { json: value, warning } = jsonWithoutModel({ ...wanted, filled }, material)
    return {
      value,
      warnings: [warning],
      usedModel: false,
      ...(filled && { sources: filled.origins }),
    }
  },
})

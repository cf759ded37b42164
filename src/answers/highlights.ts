import { cutExcerpt } from '#content/passages/excerpt.ts'
import type { Answer, AnswerContext } from './answer.ts'
import { tokensLeft } from './ask-parts.ts'
import { numberedPassages, passagesCut } from './numbered-passages.ts'
import { pageMessage, pageRules, type PageForModel } from './page-material.ts'

const highlightsInstructions = `You choose the passages of a web page that match a query. ${pageRules}
Its passages are numbered. Answer with the numbers of at most eight passages that a reader with this query needs, most needed first; with an empty list when none matches.`

const schema = {
  type: 'object',
  properties: { passages: { type: 'array', items: { type: 'integer' } } },
  required: ['passages'],
}
const passagesMax = 8

/** Literal excerpts of the page: the model only chooses their numbers. */
export async function highlightsOfPage(
  page: PageForModel,
  query: string,
  { model, asker }: AnswerContext,
): Promise<Answer<string>> {
  const tokensMax = tokensLeft(model, `${highlightsInstructions}${query}`)
  const passages = await numberedPassages(page.material, { query, tokensMax }, model)
  const outcome = await model.askJson(
    {
      instructions: highlightsInstructions,
      texts: [`Query: ${query}`, pageMessage('passages', passages.text)],
      schema,
    },
    asker,
  )
  if (outcome.state !== 'answered') {
    const warning = 'highlights: the language model gave no usable answer.'
    return { value: undefined, warnings: [warning], usedModel: outcome.state !== 'refused' }
  }
  const { passages: numbers } = outcome.value as { readonly passages: readonly number[] }
  const { list } = page.material.passages
  const known = [...new Set(numbers)].filter((number) => (list[number - 1]?.text ?? '') !== '')
  const chosen = known
    .slice(0, passagesMax)
    .toSorted((a, b) => a - b)
    .flatMap((number) => list[number - 1] ?? [])
  const warnings = passages.isWhole ? [] : [passagesCut]
  if (chosen.length === 0) {
    const warning = 'highlights: no passage of the page matches the query.'
    return { value: undefined, warnings: [...warnings, warning], usedModel: true }
  }
  return { value: cutExcerpt(chosen), warnings, usedModel: true }
}

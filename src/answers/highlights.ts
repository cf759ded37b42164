import { cutExcerpt } from '#content/passages/excerpt.ts'
import type { Answer, AnswerContext } from './answer.ts'
import { askPassages } from './ask-passages.ts'
import { pageRules, type PageForModel } from './page-material.ts'

const instructions = `You choose the passages of a web page that match a query. ${pageRules}
Its passages are numbered. Answer with the numbers of at most eight passages that a reader with this query needs, most needed first; with an empty list when none matches.`

const schema = {
  type: 'object',
  properties: { passages: { type: 'array', items: { type: 'integer' }, maxItems: 8 } },
  required: ['passages'],
}
const passagesMax = 8

/** Literal excerpts of the page: the model only chooses their numbers. Undefined when it names no passage of the page. */
export async function highlightsOfPage(
  page: PageForModel,
  query: string,
  context: AnswerContext,
): Promise<Answer<string>> {
  const question = { instructions, texts: [`Query: ${query}`], query, schema }
  const { outcome, warnings } = await askPassages(page, question, context)
  if (outcome.state !== 'answered') {
    const warning = 'highlights: the language model gave no usable answer.'
    return { value: undefined, warnings: [warning], usedModel: false }
  }
  const { passages: numbers } = outcome.value as { readonly passages: readonly number[] }
  const { list } = page.material.passages
  const known = [...new Set(numbers)].filter((number) => (list[number - 1]?.text ?? '') !== '')
  const chosen = known
    .slice(0, passagesMax)
    .toSorted((a, b) => a - b)
    .flatMap((number) => list[number - 1] ?? [])
  if (chosen.length === 0) {
    const warning = 'highlights: the language model chose no passage of the page.'
    return { value: undefined, warnings: [...warnings, warning], usedModel: false }
  }
  return { value: cutExcerpt(chosen), warnings, usedModel: true }
}

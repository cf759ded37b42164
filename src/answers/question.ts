import type { Answer, AnswerContext } from './answer.ts'
import { tokensLeft } from './ask-parts.ts'
import { createQuotable } from './literal.ts'
import { numberedPassages, passagesCut } from './numbered-passages.ts'
import { aboutPage, pageMessage, pageRules, type PageForModel } from './page-material.ts'

/** What an answer is when the page does not hold it. */
const notSaid = 'The page does not say.'

const questionInstructions = `You answer a question about a web page, from the page alone. ${pageRules}
Its passages are numbered. Answer in the language of the question, in at most five sentences, and quote the passages that show the answer: the number of the passage and words copied from it exactly. If the page does not answer the question, let answer be null and quotes empty. Never answer from other knowledge.`

const schema = {
  type: 'object',
  properties: {
    answer: { type: ['string', 'null'] },
    quotes: {
      type: 'array',
      items: {
        type: 'object',
        properties: { passage: { type: 'integer' }, words: { type: 'string' } },
        required: ['passage', 'words'],
      },
    },
  },
  required: ['answer', 'quotes'],
}

interface Quoted {
  readonly answer: string | null
  readonly quotes: readonly { readonly passage: number; readonly words: string }[]
}

/** An answer that quotes the page literally; without such a quote, that the page does not say. */
export async function answerOfPage(
  page: PageForModel,
  question: string,
  { model, asker }: AnswerContext,
): Promise<Answer<string>> {
  const about = aboutPage(page)
  const tokensMax = tokensLeft(model, `${questionInstructions}${question}${about}`)
  const passages = await numberedPassages(page.material, { query: question, tokensMax }, model)
  const outcome = await model.askJson(
    {
      instructions: questionInstructions,
      texts: [
        `Question: ${question}`,
        pageMessage('facts', about),
        pageMessage('passages', passages.text),
      ],
      schema,
    },
    asker,
  )
  const warnings = passages.isWhole ? [] : [passagesCut]
  if (outcome.state === 'refused') {
    const warning = 'answer: the language model declined to answer.'
    return { value: undefined, warnings: [warning], usedModel: false }
  }
  if (outcome.state !== 'answered') {
    const warning = 'answer: the language model gave no usable answer.'
    return { value: notSaid, warnings: [...warnings, warning], usedModel: true }
  }
  const { answer, quotes } = outcome.value as Quoted
  const text = await createQuotable(`${page.material.markdown}\n${about}\n${passages.text}`)
  const isShown = text.hasQuote(quotes.map(({ words }) => words))
  const value = answer !== null && answer.trim() !== '' && isShown ? answer.trim() : notSaid
  return { value, warnings, usedModel: true }
}

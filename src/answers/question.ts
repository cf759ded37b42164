import { cutExcerpt } from '#content/passages/excerpt.ts'
import type { Answer, PageContext } from './answer.ts'
import { askPassages } from './ask-passages.ts'
import { createQuotable } from './literal.ts'
import { aboutPage, pageMessage, pageRules, pickWords, type PageForModel } from './page-material.ts'
import { splitSentences } from './sentences.ts'

/** What an answer is when the language model says that the page does not hold it. */
export const notSaid = 'The page does not say.'

const instructions = `You answer a question about a web page, from the page alone. ${pageRules}
Its passages are numbered. Answer in the language of the question, in at most five sentences, and quote the passages that show the answer: the number of the passage and words copied from it exactly. If the page does not answer the question, let answer be null and quotes empty. Never answer from other knowledge.`

const schema = {
  type: 'object',
  properties: {
    answer: { type: ['string', 'null'], maxLength: 2_000 },
    quotes: {
      type: 'array',
      items: {
        type: 'object',
        properties: { passage: { type: 'integer' }, words: { type: 'string', maxLength: 1_000 } },
        required: ['passage', 'words'],
      },
      maxItems: 10,
    },
  },
  required: ['answer', 'quotes'],
}

interface Quoted {
  readonly answer: string | null
  readonly quotes: readonly { readonly passage: number; readonly words: string }[]
}

/**
 * An answer that quotes the page literally, and says nothing but what the page says. Where it says more, the passages that it quotes
 * are the answer; undefined when it quotes none.
 */
export async function answerOfPage(
  page: PageForModel,
  question: string,
  context: PageContext,
): Promise<Answer<string>> {
  const about = aboutPage(page)
  const texts = [`Question: ${question}`, pageMessage('facts', about)]
  const asked = { instructions, texts, query: question, schema }
  const { outcome, text, warnings } = await askPassages(page, asked, context)
  if (outcome.state !== 'answered') {
    const warning =
      outcome.state === 'refused'
        ? 'answer: the language model declined to answer.'
        : 'answer: the language model gave no usable answer.'
    return { value: undefined, warnings: [...warnings, warning], usedModel: false }
  }
  const { answer, quotes } = outcome.value as Quoted
  if (answer === null || answer.trim() === '') return { value: notSaid, warnings, usedModel: true }
  const shown = await createQuotable(`${page.material.markdown}\n${about}\n${text}`)
  const literal = quotes.filter(({ words }) => shown.hasQuote([words]))
  if (literal.length === 0) {
    const warning = 'answer: the language model gave an answer that it could not show on the page.'
    return { value: undefined, warnings: [...warnings, warning], usedModel: false }
  }
  if (await isStated(answer, { page, question }, context))
    return { value: answer.trim(), warnings, usedModel: true }
  const { value, warning } = await quoteInstead(page, literal)
  return { value, warnings: [...warnings, warning], usedModel: true }
}

/** Whether the numbers, names and claims of an answer are those of the page or of the question. */
async function isStated(
  answer: string,
  { page, question }: { readonly page: PageForModel; readonly question: string },
  { caller }: PageContext,
): Promise<boolean> {
  const { createClaims } = await import('./claims.ts')
  const claims = await createClaims({ ...pickWords(page), question }, caller.signal)
  for (const sentence of splitSentences(answer))
    if (!(await claims.supports(sentence))) return false
  return true
}

/** The passages that hold the quotes, and the sentence that says why. */
async function quoteInstead(
  { material: { passages } }: PageForModel,
  quotes: Quoted['quotes'],
): Promise<{ readonly value: string; readonly warning: string }> {
  const numbers = new Set<number>()
  for (const { passage, words } of quotes) {
    const quoted = passages.list[passage - 1]
    if (quoted && (await createQuotable(quoted.text)).hasQuote([words])) numbers.add(passage)
  }
  const chosen = [...numbers]
    .toSorted((a, b) => a - b)
    .flatMap((one) => passages.list[one - 1] ?? [])
  const value =
    chosen.length > 0 ? cutExcerpt(chosen) : quotes.map(({ words }) => words).join('\n\n')
  const warning =
    'answer: the language model said more than the page does; the passages that it quoted are given instead.'
  return { value, warning }
}

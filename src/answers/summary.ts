import type { Answer, PageContext } from './answer.ts'
import { askPassages } from './ask-passages.ts'
import { aboutPage, pageMessage, pageRules, pickWords, type PageForModel } from './page-material.ts'
import { splitSentences } from './sentences.ts'

const instructions = `You summarise a web page. ${pageRules}
Its passages are numbered. Write three to five sentences, at most 120 words, in the language of the page, without the numbers of the passages. Say only what the page says, in its own words, and take names and numbers exactly as they stand there.`

const schema = {
  type: 'object',
  properties: { summary: { type: 'string', maxLength: 2_000 } },
  required: ['summary'],
}

/** A summary whose numbers, names and claims stand on the page: sentences with others are left out. Undefined when none is left. */
export async function summaryOfPage(
  page: PageForModel,
  context: PageContext,
): Promise<Answer<string>> {
  const about = aboutPage(page)
  const texts = ['Summarise the page.', pageMessage('facts', about)]
  const question = { instructions, texts, query: undefined, schema }
  const { outcome, warnings } = await askPassages(page, question, context)
  if (outcome.state !== 'answered') {
    const warning = 'summary: the language model gave no usable answer.'
    return { value: undefined, warnings: [...warnings, warning], usedModel: false }
  }
  const { summary } = outcome.value as { readonly summary: string }
  const sentences = splitSentences(summary)
  const shown = await keepStated(sentences, page, context)
  const left = sentences.length - shown.length
  const warning = `summary: ${left} of ${sentences.length} sentences of the language model said what the page does not say and were left out.`
  return {
    value: shown.length === 0 ? undefined : shown.join(' '),
    warnings: left > 0 ? [...warnings, warning] : warnings,
    usedModel: shown.length > 0,
  }
}

/** The sentences whose numbers, names and claims are those of the page. */
async function keepStated(
  sentences: readonly string[],
  page: PageForModel,
  { caller }: PageContext,
): Promise<readonly string[]> {
  const { createClaims } = await import('./claims.ts')
  const claims = await createClaims(pickWords(page), caller.signal)
  const stated: string[] = []
  for (const sentence of sentences) if (await claims.supports(sentence)) stated.push(sentence)
  return stated
}

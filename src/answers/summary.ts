import type { Answer, PageContext } from './answer.ts'
import { tokensLeft } from './ask-parts.ts'
import { numberedPassages, passagesCut } from './numbered-passages.ts'
import {
  aboutPage,
  pageMessage,
  pageRules,
  pickStated,
  type PageForModel,
} from './page-material.ts'

const summaryInstructions = `You summarise a web page. ${pageRules}
Write three to five sentences, at most 120 words, in the language of the page. Say only what the page says, and take numbers exactly as they stand there.`

const schema = {
  type: 'object',
  properties: { summary: { type: 'string' } },
  required: ['summary'],
}

/** A summary in which every number stands on the page: sentences with others are left out. */
export async function summaryOfPage(
  page: PageForModel,
  { model, asker, work }: PageContext,
): Promise<Answer<string>> {
  const about = aboutPage(page)
  const tokensMax = tokensLeft(model, `${summaryInstructions}${about}`)
  const passages = await numberedPassages(page.material, { query: undefined, tokensMax }, model)
  const text = passages.isWhole ? page.material.markdown : passages.text
  const outcome = await model.askJson(
    {
      instructions: summaryInstructions,
      texts: ['Summarise the page.', pageMessage('facts', about), pageMessage('text', text)],
      schema,
    },
    asker,
  )
  const warnings = passages.isWhole ? [] : [passagesCut]
  if (outcome.state !== 'answered') {
    const warning = 'summary: the language model gave no usable answer.'
    return {
      value: undefined,
      warnings: [...warnings, warning],
      usedModel: outcome.state !== 'refused',
    }
  }
  const { summary } = outcome.value as { readonly summary: string }
  const sentences = splitSentences(summary)
  const values = sentences.flatMap(listNumbers)
  const evidence = await work.run('find', { values, stated: pickStated(page) }, asker)
  const absent = new Set(values.filter((_value, index) => evidence[index] !== 'found'))
  const shown = sentences.filter(
    (sentence) => !listNumbers(sentence).some((one) => absent.has(one)),
  )
  if (shown.length === 0) {
    const warning = 'summary: the numbers in the answer of the language model are not on the page.'
    return { value: undefined, warnings: [...warnings, warning], usedModel: true }
  }
  const left = sentences.length - shown.length
  const warning = `summary: ${left} of ${sentences.length} sentences had numbers that are not on the page and were left out.`
  return {
    value: shown.join(' '),
    warnings: left > 0 ? [...warnings, warning] : warnings,
    usedModel: true,
  }
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

const splitSentences = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((one) => one !== '')

const listNumbers = (text: string): string[] =>
  [...text.matchAll(/\d(?:[\d.,]{0,30}\d)?/g)].map(([number]) => number)

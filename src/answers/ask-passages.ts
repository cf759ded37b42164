import type { JsonQuestion, Outcome } from '#llm/language-model.ts'
import type { AnswerContext } from './answer.ts'
import { tokensLeft } from './ask-parts.ts'
import { numberedPassages, passagesCut } from './numbered-passages.ts'
import { pageMessage, type PageForModel } from './page-material.ts'

/** A question about the passages of a page that match a query. */
interface PassagesQuestion {
  readonly instructions: string
  /** What is asked, in messages before the passages. */
  readonly texts: readonly string[]
  /** Without one, passages about the subject of the page. */
  readonly query: string | undefined
  readonly schema: JsonQuestion['schema']
}

interface AskedPassages {
  readonly outcome: Outcome<unknown>
  /** What the model saw of the page. */
  readonly text: string
  readonly warnings: readonly string[]
}

/** Times that fewer passages are shown because the server finds the prompt too long. */
const attemptsMax = 3

/** Asks with as many passages as the model can read, and with half of them where that is still too long. */
export async function askPassages(
  { material }: PageForModel,
  { query, ...question }: PassagesQuestion,
  { model, caller }: AnswerContext,
): Promise<AskedPassages> {
  const frame = `${question.instructions}${question.texts.join('')}`
  for (let attempt = 1; ; attempt++) {
    const tokensMax = Math.floor((await tokensLeft(model, frame)) / 2 ** (attempt - 1))
    const { text, isWhole } = await numberedPassages(material, { query, tokensMax }, model)
    const texts = [...question.texts, pageMessage('passages', text)]
    const outcome = await model.askJson({ ...question, texts }, caller)
    if (outcome.state === 'too-long' && attempt < attemptsMax) continue
    return { outcome, text, warnings: isWhole ? [] : [passagesCut] }
  }
}

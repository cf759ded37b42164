import type { AnswerContext } from '#answers/answer.ts'
import { tokensLeft } from '#answers/ask-parts.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { JsonQuestion, LanguageModel } from '#llm/language-model.ts'
import type { Documentation, Section } from './documentation.ts'

interface SectionsAnswer {
  /** Fits the schema of the question. */
  readonly value: unknown
  /** The section with a number that the model named; undefined for a number that it was not shown. */
  readonly sectionAt: (number: number) => Section | undefined
}

const sectionsMax = 12
/** Times that fewer sections are shown because the server has a smaller context than it said. */
const attemptsMax = 3

/**
 * Asks a question with the numbered sections of the documentation that match `query` best as its last text. Throws
 * `SERVICE_UNAVAILABLE` when the model gives no usable answer, and what `LanguageModel` throws.
 */
export async function askSections(
  documentation: Documentation,
  { query, ...question }: JsonQuestion & { readonly query: string },
  { model, caller }: AnswerContext,
): Promise<SectionsAnswer> {
  const found = (await documentation.find(query)).slice(0, sectionsMax)
  const frame = `${question.instructions}${question.texts.join('')}`
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const tokensMax = (await tokensLeft(model, frame)) / 2 ** (attempt - 1)
    const { shown, text } = fitting(found, model, tokensMax)
    const texts = [...question.texts, `Sections:\n${text}`]
    const outcome = await model.askJson({ ...question, texts }, caller)
    if (outcome.state === 'answered') {
      return { value: outcome.value, sectionAt: (number) => shown[number - 1] }
    }
    if (outcome.state !== 'too-long') break
  }
  throw new ServiceError(
    'SERVICE_UNAVAILABLE',
    'The language model gave no usable answer. Ask in other words.',
  )
}

/** As many sections as take at most `tokensMax`, with numbers that begin at one. */
function fitting(
  found: readonly Section[],
  model: LanguageModel,
  tokensMax: number,
): { readonly shown: readonly Section[]; readonly text: string } {
  let left = tokensMax
  const shown: Section[] = []
  const parts: string[] = []
  for (const section of found) {
    const { path, heading, text } = section
    const part = `[${shown.length + 1}] ${path}: ${heading}\n${text}`
    left -= model.count(part)
    if (left < 0) break
    shown.push(section)
    parts.push(part)
  }
  return { shown, text: parts.join('\n\n') }
}

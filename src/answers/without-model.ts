import type { Material } from '#content/content.ts'
import type { Filled } from '#content/fill/fill.ts'
import { arraysMax, nodesMax } from '#content/fill/limits.ts'
import { withMember, type JsonSchema } from '#schemas/json-schema.ts'
import { bestPassages, cutExcerpt } from '#content/passages/excerpt.ts'
import { getRanking } from '#content/passages/passages.ts'
import type { Passage } from '#content/passages/sentences.ts'
import { createListTerms } from '#content/passages/terms.ts'

/** Answers made by rules, for a service without a language model; each with the sentence that says so. */

export interface JsonAnswer {
  readonly json: unknown
  readonly warning: string
}

/** Ends the sentences about answers that were made without a model. */
export const modelHint = 'Set WEIR_LLM_PROVIDER to use a language model.'
const namedMax = 20

/** The data that the page states: the filled schema, or without one the facts that the prompt names, else all. */
export function jsonWithoutModel(
  {
    filled,
    prompt,
  }: { readonly filled?: Filled | undefined; readonly prompt?: string | undefined },
  material: Pick<Material, 'facts'>,
): JsonAnswer {
  const how =
    'json was filled from structured data, labels and tables of the page, without a language model.'
  if (!filled) {
    const json = statedFacts(prompt ?? '', material)
    return { json, warning: `${how} ${modelHint}` }
  }
  const { value, missing, left, unread } = filled
  const gaps = missing.length === 0 ? '' : ` The page does not state: ${listed(missing)}.`
  const rest =
    unread.length === 0
      ? ''
      : ` Rules look for ${nodesMax} properties and ${arraysMax} arrays; these were not looked for: ${listed(unread)}.`
  const kinds =
    left.length === 0
      ? ''
      : ` No word of the page names these; they are the only values of their kind that are left: ${listed(left)}.`
  return { json: value, warning: `${how}${kinds}${gaps}${rest} ${modelHint}` }
}

function listed(paths: readonly string[]): string {
  const more = paths.length > namedMax ? ` and ${paths.length - namedMax} more` : ''
  return `${paths.slice(0, namedMax).join(', ')}${more}`
}

/** The best fact of each name: those that the prompt names, else those of the page itself. */
function statedFacts(prompt: string, { facts: { facts } }: Pick<Material, 'facts'>): JsonSchema {
  const asked = ` ${prompt.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  const named = facts.filter(({ name }) => asked.includes(` ${name} `))
  const trusted = facts.filter(({ weight }) => weight >= trustedMin)
  let chosen: JsonSchema = {}
  for (const { name, value, values } of named.length > 0 ? named : trusted) {
    const key = name.replaceAll(/ (\p{L}|\p{N})/gu, (_, first: string) => first.toUpperCase())
    if (!Object.hasOwn(chosen, key)) chosen = withMember(chosen, key, values ?? value)
    if (Object.keys(chosen).length >= factsMax) break
  }
  return chosen
}

const trustedMin = 4.5
const factsMax = 60

export interface TextAnswer {
  /** Undefined when the page has nothing to say. */
  readonly text: string | undefined
  readonly warning: string
}

const descriptionMin = 60

/** What the page says of itself, else three sentences about its title and headings, else its first ones, in the order of the page. */
export function summaryWithoutModel({
  facts,
  passages,
}: Pick<Material, 'facts' | 'passages'>): TextAnswer {
  const description = facts.facts.find(
    ({ name, value, within }) =>
      name === 'description' && !within && value.length >= descriptionMin,
  )
  const { list } = passages
  const isSentence = ({ index }: { readonly index: number }) => isProse(list[index])
  const topic = passages.topic.filter(isSentence)
  const sentences =
    topic.length > 0 ? topic : list.map((_, index) => ({ index, score: 1 })).filter(isSentence)
  const best = bestPassages(list, sentences, { passagesMax: 3, scoreShareMin: 0 })
  const text = description?.value ?? best.map((passage) => passage.text).join(' ')
  if (text === '') {
    const why = list.length > 0 ? 'no sentences to make one of' : 'no text to summarise'
    return { text: undefined, warning: `summary: the page has ${why}. ${modelHint}` }
  }
  const how = description
    ? 'the description that the page declares'
    : 'made of sentences of the page'
  return { text, warning: `summary is ${how}, without a language model. ${modelHint}` }
}

/** Navigation, headings and labels are no sentences of a summary. */
const isProse = (passage: Passage | undefined): boolean =>
  passage !== undefined &&
  passage.kind !== 'heading' &&
  passage.text.length >= proseMin &&
  /[.!?。！？]["'”’)]?$/.test(passage.text)

const proseMin = 30

/** The passage that speaks to a question most, with its neighbours in the same paragraph; none where all speak of its subject alone. */
export function answerWithoutModel(
  question: string,
  { passages }: Pick<Material, 'passages'>,
): TextAnswer {
  const { list } = passages
  const speaks = createSpeaks(question, list)
  const best = getRanking(passages, question).find(({ index }) => speaks(index))
  const passage = best && list[best.index]
  if (!best || !passage)
    return {
      text: undefined,
      warning: `answer: no passage of the page speaks to the question. ${modelHint}`,
    }
  const around = [best.index - 1, best.index, best.index + 1].flatMap((index) => list[index] ?? [])
  const beside = around.filter(
    ({ block, kind }) => block === passage.block && kind === passage.kind,
  )
  const text =
    passage.kind === 'sentence' ? beside.map((one) => one.text).join(' ') : cutExcerpt([passage])
  return {
    text,
    warning: `answer is an excerpt of the page, chosen without a language model. ${modelHint}`,
  }
}

/** Passages that tell the language. */
const sampledMax = 100

/**
 * Whether a passage, its heading or the head of its table has a word of the question that the heading of the whole page does not have:
 * what only speaks of the same thing is no answer.
 */
function createSpeaks(question: string, list: readonly Passage[]): (index: number) => boolean {
  const sample = list.slice(0, sampledMax).map(({ text }) => text)
  const listTerms = createListTerms(sample.join(' '))
  const first = list.find(({ kind }) => kind === 'heading')
  const subject = new Set(listTerms(first?.text ?? ''))
  const asked = new Set(listTerms(question).filter((term) => !subject.has(term)))
  return function speaks(index) {
    const passage = list[index]
    if (!passage || passage.kind === 'heading') return false
    if (asked.size === 0) return true
    const heading = list.findLast(({ kind }, at) => at < index && kind === 'heading')
    const said = [passage.text, passage.header ?? '', heading?.text ?? ''].join(' ')
    return listTerms(said).some((term) => asked.has(term))
  }
}

/** Literal excerpts that match a query: at most five, each at least 35 % as good as the best. */
export function highlightsWithoutModel(
  query: string,
  { passages }: Pick<Material, 'passages'>,
): TextAnswer {
  const limits = { passagesMax: 5, scoreShareMin: 0.35 }
  const best = bestPassages(passages.list, getRanking(passages, query), limits)
  if (best.length === 0)
    return {
      text: undefined,
      warning: `highlights: no passage of the page matches the query. ${modelHint}`,
    }
  return {
    text: cutExcerpt(best),
    warning: `highlights were chosen by matching words, without a language model. ${modelHint}`,
  }
}

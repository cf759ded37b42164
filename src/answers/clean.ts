import type { Answer, AnswerContext } from './answer.ts'
import { tokensLeft } from './ask-parts.ts'
import { countBySample } from '#llm/count-by-sample.ts'
import { pageMessage, pageRules } from './page-material.ts'

const instructions = `You find the parts of a web page that are not its content: menus, cookie notices, advertisements, share buttons, related links, forms and footers. ${pageRules}
Its blocks are numbered. Answer with the ranges of numbers to drop, first and last included; with an empty list when all of it is content. Never drop headings, text, tables or lists of the content itself.`

const schema = {
  type: 'object',
  properties: {
    drop: {
      type: 'array',
      items: {
        type: 'object',
        properties: { first: { type: 'integer' }, last: { type: 'integer' } },
        required: ['first', 'last'],
      },
    },
  },
  required: ['drop'],
}
/** A model that drops more has not understood the page. */
const droppedShareMax = 0.6

/** Markdown in the blocks that are numbered for the model. */
export const splitBlocks = (markdown: string): string[] => markdown.split(/\n{2,}/)

/**
 * The Markdown of the blocks without what is no content. The model sees `shown` in their place and only names numbers; no text is
 * rewritten.
 */
export async function cleanMarkdown(
  blocks: readonly string[],
  shown: readonly string[],
  { model, caller }: AnswerContext,
): Promise<Answer<string>> {
  const markdown = blocks.join('\n\n')
  const unchanged = (reason: string): Answer<string> => ({
    value: markdown,
    warnings: [`onlyCleanContent was not applied: ${reason}`],
    usedModel: true,
  })
  const numbered = shown.map((block, index) => `[${index + 1}] ${block}`).join('\n\n')
  const tokensMax = await tokensLeft(model, instructions)
  if ((await countBySample(numbered, (text) => model.count(text), tokensMax)) > tokensMax) {
    return unchanged('the page is too long for the language model.')
  }
  const texts = ['Find what is no content.', pageMessage('blocks', numbered)]
  const outcome = await model.askJson({ instructions, texts, schema }, caller)
  if (outcome.state !== 'answered') {
    return unchanged('the language model gave no usable answer.')
  }
  const { drop } = outcome.value as { readonly drop: readonly Range[] }
  const dropped = coveredBy(drop, blocks.length)
  const kept = blocks.filter((_block, index) => !dropped[index])
  const text = kept.join('\n\n')
  if (text.length < markdown.length * (1 - droppedShareMax)) {
    return unchanged('the language model wanted to drop most of the page.')
  }
  return { value: text, warnings: [], usedModel: true }
}

interface Range {
  readonly first: number
  readonly last: number
}

/** Whether each of the numbers from 1 is in one of the ranges; in one pass, however many there are of both. */
function coveredBy(ranges: readonly Range[], count: number): readonly boolean[] {
  const begins = new Int32Array(count + 1)
  for (const { first, last } of ranges) {
    const [from, to] = [Math.max(first, 1) - 1, Math.min(last, count)]
    if (from >= to) continue
    begins[from] = (begins[from] ?? 0) + 1
    begins[to] = (begins[to] ?? 0) - 1
  }
  let open = 0
  return Array.from({ length: count }, (_, index) => {
    open += begins[index] ?? 0
    return open > 0
  })
}

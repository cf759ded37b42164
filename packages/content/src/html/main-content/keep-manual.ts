import { isWithin, type PageBlock, type PageOutline, type Part } from './blocks.ts'
import { isCaption } from './captions.ts'
import { otherTags } from './keep-between.ts'
import { keptWords } from './kept-words.ts'
import type { Scores } from './score-blocks.ts'

/** An element is the text when so many of its words are chosen. */
const shareMin = 0.6
/** Of the words between chosen blocks, and of each block before and behind them, so many are probable. */
const [gapMin, edgeMin] = [0.15, 0.12]
const linkShareMax = 0.5

type Known = Pick<Scores, 'probabilities'> & {
  /** What the model chose; what is no longer kept of it was left out with a reason. */
  readonly chosen: readonly boolean[]
}

/**
 * Completes a manual, of which the model is not certain everywhere: its reference parts are short and alike. What stands between chosen
 * blocks, before them or behind them in an element that is mostly chosen belongs to the text. Modifies `isKept`.
 */
export function keepManual(
  page: Pick<PageOutline, 'parts' | 'blocks'>,
  isKept: boolean[],
  { probabilities, chosen }: Known,
): void {
  const { parts, blocks } = page
  if (!isManual(parts)) return
  const kept = keptWords(page, isKept)
  /** Whether blocks beside a chosen one may belong to the text, for the element around them all. */
  const mayBelong = (some: readonly PageBlock[], around: Part, least: number) =>
    (kept[around.index] ?? 0) >= shareMin * around.words &&
    isProbable(some, { probabilities, least }) &&
    some.every((block) => !chosen[block.index] && !isCaption(block) && !isOther(block.part, around))
  const [first, last] = [isKept.indexOf(true), isKept.lastIndexOf(true)]
  for (let at = first + 1; at < last; at++) {
    if (isKept[at]) continue
    const from = at
    while (!isKept[at]) at++
    const [before, after] = [blocks[from - 1], blocks[at]]
    if (!before || !after) return
    if (mayBelong(blocks.slice(from, at), findCommon(before.part, after.part), gapMin))
      isKept.fill(true, from, at)
  }
  const extend = (edge: PageBlock, step: number) => {
    for (let block = blocks[edge.index + step]; block; block = blocks[block.index + step]) {
      if (!mayBelong([block], findCommon(edge.part, block.part), edgeMin)) return
      // Dates and names stand before a text.
      if (step < 0 && block.headingLevel === 0 && block.measure.sentenceEnds === 0) return
      isKept[block.index] = true
    }
  }
  if (blocks[first]) extend(blocks[first], -1)
  if (blocks[last]) extend(blocks[last], 1)
}

const codeTags = new Set('code pre tt kbd samp var'.split(' '))
const codesMin = 5
/** A manual has an element of code in so many words. */
const wordsOfCode = 100

/** Whether a page explains code, as manuals do. */
function isManual(parts: readonly Part[]): boolean {
  const codes = parts.reduce((sum, { element }) => (codeTags.has(element.name) ? sum + 1 : sum), 0)
  return codes >= codesMin && codes * wordsOfCode >= (parts[0]?.words ?? 0)
}

function findCommon(part: Part, other: Part): Part {
  let around = part
  while (around.parent && !isWithin(other, around)) around = around.parent
  return around
}

function isProbable(
  some: readonly PageBlock[],
  { probabilities, least }: Pick<Scores, 'probabilities'> & { readonly least: number },
): boolean {
  let [words, probable, linkWords] = [0, 0, 0]
  for (const block of some) {
    words += block.measure.words
    probable += block.measure.words * (probabilities[block.index] ?? 0)
    linkWords += block.linkWords
  }
  return words > 0 && probable >= least * words && linkWords <= linkShareMax * words
}

/** Whether an element between a part and the one around it names itself as something else than the text. */
function isOther(part: Part, around: Part): boolean {
  for (let at: Part | undefined = part; at && at !== around; at = at.parent)
    if (otherTags.has(at.element.name)) return true
  return false
}

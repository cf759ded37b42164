import { isWithin, type PageBlock, type PageOutline } from './blocks.ts'
import type { Scores } from './score-blocks.ts'

const probabilityMin = 0.1
/** Between the title of a teaser and its text stand lines with its date, author and category. */
const linesMax = 3
const lineWordsMax = 12

/** Above short lines, the only title of a page that is not a single text, such as the name of a product above its price. */
const titleProbabilityMin = 0.25
const amount = /\p{Sc} ?\d|\d ?\p{Sc}/u

/**
 * Adds the headings above chosen blocks unless their probability is very low, because the text needs
 * them. Lists always keep theirs. Modifies `isKept`.
 */
export function keepHeadings(
  { blocks, siblings }: Pick<PageOutline, 'blocks' | 'siblings'>,
  isKept: boolean[],
  { probabilities, isText = true }: Partial<Scores> = {},
): void {
  const titles = blocks.filter(({ headingLevel }) => headingLevel === 1)
  const title = isText || titles.length > 1 ? undefined : titles[0]
  /** The next block that is not a heading, and the next chosen one with only short lines before it. */
  let next: PageBlock | undefined
  let chosen: { readonly block: PageBlock; readonly distance: number } | undefined
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index]
    if (!block) continue
    if (block.headingLevel === 0) {
      next = block
      if (isKept[index]) chosen = { block, distance: 0 }
      // The caption of a picture between a heading and its text stands beside both.
      else if (chosen && block.part.element.name === 'figcaption') continue
      else if (chosen && chosen.distance < linesMax && block.measure.words <= lineWordsMax)
        chosen = { ...chosen, distance: chosen.distance + 1 }
      else chosen = undefined
      continue
    }
    const isTitle = block.linkWords > 0 && block.linkWords >= block.measure.words
    if (!next || !chosen) continue
    const probability = probabilities?.[index] ?? 1
    const isAbove = isTitle || (block === title && probability >= titleProbabilityMin)
    if (chosen.distance > 0 && !isAbove && !shareItem(block, chosen.block, siblings.counts))
      continue
    const isLikely = probability >= probabilityMin
    if (isLikely || itemTags.has(next.part.element.name)) isKept[index] = true
    if (block !== title || !isKept[index]) continue
    for (let at = index + 1; at < chosen.block.index; at++)
      if (amount.test(blocks[at]?.text ?? '') && blocks[at]?.links === 0) isKept[at] = true
  }
}

/** Whether two blocks are of the same one of several similar elements, such as a review with its title. */
function shareItem(one: PageBlock, other: PageBlock, counts: Uint32Array): boolean {
  let around = one.part.parent
  while (around && !isWithin(other.part, around)) around = around.parent
  return around !== undefined && (counts[around.index] ?? 0) >= itemsMin
}

const itemsMin = 3

const itemTags = new Set(['li', 'tr', 'dt'])

/** More probable headings stand alone: above a picture or a video, for example. */
const aloneMin = 0.85

/** Removes headings whose section has text of which none is chosen. Modifies `isKept`. */
export function dropBareHeadings(
  blocks: readonly PageBlock[],
  isKept: boolean[],
  probabilities: Float32Array,
): void {
  /** Per heading level, whether the current section has chosen text, and whether it has any text. */
  const [chosen, all] = [new Uint8Array(levels), new Uint8Array(levels)]
  for (let index = blocks.length - 1; index >= 0; index--) {
    const { headingLevel: level } = blocks[index] as PageBlock
    if (level === 0) {
      all.fill(1)
      if (isKept[index]) chosen.fill(1)
      continue
    }
    const isBare = level > 1 && all[level] === 1 && chosen[level] === 0
    if (isBare && (probabilities[index] ?? 0) < aloneMin) isKept[index] = false
    // Blocks are read backwards: above a heading, new sections of its level and below begin.
    all.fill(0, level)
    chosen.fill(0, level)
  }
}

const levels = 7

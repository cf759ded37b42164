import { partsBegunBy, type PageBlock, type PageOutline, type Part } from './blocks.ts'
import { keptWords } from './kept-words.ts'

/** Minimum share of chosen words in all sections of a group. */
const keptShareMin = 0.6
/** Sections with less probable text are about something else, such as other pages. */
const probabilityMin = 0.2
const linkShareMax = 0.3
/** A section of which less is chosen is added. */
const ownShareMin = 0.5

/** Sibling elements of one kind that begin with headings of one level. */
interface Group {
  words: number
  keptWords: number
  readonly others: Section[]
}

interface Section {
  readonly part: Part
  /** Index of its heading. */
  readonly start: number
}

/**
 * Completes a text that is divided into elements, each with its heading: where most words of them are chosen, so are the sections of which
 * little is, such as the examples at the end of a manual page. Modifies `isKept`.
 */
export function keepSections(
  page: Pick<PageOutline, 'parts' | 'blocks' | 'siblings'>,
  isKept: boolean[],
  probabilities: Float32Array,
): void {
  const { parts, blocks } = page
  const sums = sumUp(blocks, probabilities)
  const firsts = firstBlocks(parts, blocks)
  /** Sections that begin and end at each block: they may be in one another. */
  const added = new Int32Array(blocks.length + 1)
  for (const { words, keptWords: kept, others } of groupSections(page, isKept)) {
    if (kept < keptShareMin * words) continue
    for (const { part, start } of others) {
      const end = firsts[part.end] ?? blocks.length
      const own = (sums.words[end] ?? 0) - (sums.words[start] ?? 0)
      const probable = (sums.probable[end] ?? 0) - (sums.probable[start] ?? 0)
      if (part.linkWords > linkShareMax * part.words || probable < probabilityMin * own) continue
      added[start] = (added[start] ?? 0) + 1
      added[end] = (added[end] ?? 0) - 1
    }
  }
  let open = 0
  for (const { index } of blocks) {
    open += added[index] ?? 0
    if (open > 0) isKept[index] = true
  }
}

function groupSections(
  { parts, blocks, siblings }: Pick<PageOutline, 'parts' | 'blocks' | 'siblings'>,
  isKept: readonly boolean[],
): Iterable<Group> {
  const kept = keptWords({ parts, blocks }, isKept)
  const groups = new Map<string, Group>()
  for (const { index: start, headingLevel } of blocks) {
    if (headingLevel === 0) continue
    for (const part of partsBegunBy(blocks, start)) {
      if ((siblings.counts[part.index] ?? 0) < 2) continue
      const key = `${siblings.firsts[part.index]} ${headingLevel}`
      const group = groups.get(key) ?? { words: 0, keptWords: 0, others: [] }
      groups.set(key, group)
      group.words += part.words
      group.keptWords += kept[part.index] ?? 0
      if ((kept[part.index] ?? 0) < ownShareMin * part.words) group.others.push({ part, start })
    }
  }
  return groups.values()
}

/** The words before each block, and how many of them are probable; code is chosen with what is said about it. */
function sumUp(blocks: readonly PageBlock[], probabilities: Float32Array) {
  const words = new Float64Array(blocks.length + 1)
  const probable = new Float64Array(blocks.length + 1)
  for (const { index, measure, part } of blocks) {
    const own = part.element.name === 'pre' ? 0 : measure.words
    words[index + 1] = (words[index] ?? 0) + own
    probable[index + 1] = (probable[index] ?? 0) + own * (probabilities[index] ?? 0)
  }
  return { words, probable }
}

/** For each part, and the end of the page, the index of the first block that is not before it. */
function firstBlocks(parts: readonly Part[], blocks: readonly PageBlock[]): Uint32Array {
  const firsts = new Uint32Array(parts.length + 1).fill(blocks.length)
  for (const { index, part } of blocks)
    firsts[part.index] = Math.min(firsts[part.index] ?? 0, index)
  for (let at = parts.length - 1; at >= 0; at--)
    firsts[at] = Math.min(firsts[at] ?? 0, firsts[at + 1] ?? 0)
  return firsts
}

import type { PageBlock, Part } from './blocks.ts'
import { log1p } from './log1p.ts'

export const sectionFeatureCount = 14

/** Features of the surroundings of each block: its section (heading to heading), list, and adjacent pictures. */
export function addSections(
  { blocks, parts }: { readonly blocks: readonly PageBlock[]; readonly parts: readonly Part[] },
  values: Float32Array,
): void {
  const count = blocks.length
  let start = 0
  for (let index = 1; index <= count; index++) {
    if (index < count && (blocks[index] as PageBlock).headingLevel === 0) continue
    addSection(blocks, { start, end: index }, values)
    start = index
  }
  const lists = findLists(parts)
  const images = imagesBefore(parts)
  for (let index = 0; index < count; index++) {
    const { part } = blocks[index] as PageBlock
    const list = lists[part.index]
    values[7 * count + index] = list ? log1p(list.words) : -1
    values[8 * count + index] = list ? list.linkWords / (list.words || 1) : -1
    values[9 * count + index] = list ? list.words / (list.blocks || 1) : -1
    values[10 * count + index] = list ? list.proseWords / (list.words || 1) : -1
    const at = part.index
    const previous = index > 0 ? (blocks[index - 1] as PageBlock).part.index : 0
    const next = index + 1 < count ? (blocks[index + 1] as PageBlock).part.index : parts.length - 1
    values[11 * count + index] = Math.min(3, (images[at] ?? 0) - (images[previous] ?? 0))
    values[12 * count + index] = Math.min(3, (images[Math.max(at, next)] ?? 0) - (images[at] ?? 0))
    values[13 * count + index] = measurePosition(part)
  }
}

function addSection(
  blocks: readonly PageBlock[],
  { start, end }: { readonly start: number; readonly end: number },
  values: Float32Array,
): void {
  const count = blocks.length
  let [words, linkWords, proseWords, short] = [0, 0, 0, 0]
  const from = (blocks[start] as PageBlock).headingLevel > 0 ? start + 1 : start
  for (let index = from; index < end; index++) {
    const block = blocks[index] as PageBlock
    words += block.measure.words
    linkWords += block.linkWords
    if (block.measure.words < 5) short++
    if (block.isProse) proseWords += block.measure.words
  }
  const size = end - from
  for (let index = start; index < end; index++) {
    values[index] = log1p(words)
    values[count + index] = size
    values[2 * count + index] = linkWords / (words || 1)
    values[3 * count + index] = proseWords / (words || 1)
    values[4 * count + index] = short / (size || 1)
    values[5 * count + index] = (index - start) / (size || 1)
    values[6 * count + index] = end === count ? 1 : 0
  }
}

/** Innermost list or table around each part. */
function findLists(parts: readonly Part[]): (Part | undefined)[] {
  const lists: (Part | undefined)[] = []
  for (const part of parts) {
    lists.push(part.traits.isList ? part : part.parent && lists[part.parent.index])
  }
  return lists
}

function imagesBefore(parts: readonly Part[]): Uint32Array {
  const images = new Uint32Array(parts.length)
  let seen = 0
  for (const { index, element, traits } of parts) {
    if (traits.isPicture && element.name === 'img') seen++
    images[index] = seen
  }
  return images
}

/** Relative position of a part among the parts of its parent. */
const measurePosition = ({ index, parent }: Part): number =>
  parent ? (index - parent.index) / Math.max(1, parent.end - parent.index) : 0

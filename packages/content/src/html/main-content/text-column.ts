import type { PageBlock, Part } from './blocks.ts'
import { log1p } from './log1p.ts'

export const textColumnFeatureCount = 10

/** Weight of a paragraph's words for each ancestor, the nearest first. */
const levelWeights = [1, 0.6, 0.3, 0.15]

/**
 * Relation of each block to the text column: the element that directly contains most of the prose of the page.
 * Fills `textColumnFeatureCount` columns of a matrix.
 */
export function addTextColumn(
  { blocks, parts }: { readonly blocks: readonly PageBlock[]; readonly parts: readonly Part[] },
  values: Float32Array,
): void {
  const count = blocks.length
  const { column, direct } = findColumn(blocks, parts)
  const steps = stepsUp(column)
  let total = 0
  const isProseBlock = new Uint8Array(count)
  for (const block of blocks) {
    if (!block.isProse) continue
    isProseBlock[block.index] = 1
    total += block.measure.words
  }
  let before = 0
  let sinceProse = 0
  let proseSeen = 0
  for (let index = 0; index < count; index++) {
    const block = blocks[index] as PageBlock
    const { part, measure } = block
    const [up, down] = measureDistance(part, steps)
    values[index] = up
    values[count + index] = down
    values[2 * count + index] = part.index < column.index ? -1 : part.index < column.end ? 0 : 1
    values[3 * count + index] = before / (total || 1)
    values[4 * count + index] =
      (total - before - (isProseBlock[index] ? measure.words : 0)) / (total || 1)
    values[5 * count + index] = proseSeen > 0 ? log1p(sinceProse) : -1
    values[7 * count + index] = (direct[part.parent?.index ?? 0] ?? 0) / (total || 1)
    values[8 * count + index] = (direct[part.index] ?? 0) / (total || 1)
    values[9 * count + index] = isProseBlock[index] as number
    if (isProseBlock[index]) {
      before += measure.words
      sinceProse = 0
      proseSeen++
    } else sinceProse += measure.words
  }
  let untilProse = -1
  for (let index = count - 1; index >= 0; index--) {
    values[6 * count + index] = untilProse < 0 ? -1 : log1p(untilProse)
    if (isProseBlock[index]) untilProse = 0
    else if (untilProse >= 0) untilProse += (blocks[index] as PageBlock).measure.words
  }
}

/** The part with most of the prose, and the words of direct prose of each part. */
function findColumn(blocks: readonly PageBlock[], parts: readonly Part[]) {
  const direct = new Float64Array(parts.length)
  const scores = new Float64Array(parts.length)
  for (const block of blocks) {
    if (!block.isProse) continue
    const { words } = block.measure
    let part: Part | undefined = block.part.hasBlocks ? block.part : block.part.parent
    if (part) direct[part.index] = (direct[part.index] ?? 0) + words
    for (const weight of levelWeights) {
      if (!part) break
      scores[part.index] = (scores[part.index] ?? 0) + weight * words
      part = part.parent
    }
  }
  let column = parts[0] as Part
  for (const part of parts)
    if ((scores[part.index] ?? 0) > (scores[column.index] ?? 0)) column = part
  return { column, direct }
}

/** Levels of each ancestor above the column. */
function stepsUp(column: Part): ReadonlyMap<Part, number> {
  const steps = new Map<Part, number>()
  for (let part: Part | undefined = column; part; part = part.parent) steps.set(part, steps.size)
  return steps
}

const levelsMax = 60

/** Levels from the column up to the common ancestor, and from there down to the part. */
function measureDistance(part: Part, steps: ReadonlyMap<Part, number>): [up: number, down: number] {
  let down = 0
  for (let at: Part | undefined = part; at && down < levelsMax; at = at.parent) {
    const up = steps.get(at)
    if (up !== undefined) return [up, down]
    down++
  }
  return [levelsMax, levelsMax]
}

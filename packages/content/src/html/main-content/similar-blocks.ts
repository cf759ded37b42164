import type { PageBlock } from './blocks.ts'
import { log1p } from './log1p.ts'

export const similarBlockFeatureCount = 8

/**
 * Statistics of similar blocks over the whole page: those in an element of the same tag and class inside
 * elements of the same tag and class. Fills `similarBlockFeatureCount` columns of a matrix.
 */
export function addSimilarBlocks(blocks: readonly PageBlock[], values: Float32Array): void {
  const groups = new Map<number, Group>()
  const count = blocks.length
  let total = 0
  const own = blocks.map((block) => {
    const { exactKind, parent } = block.part
    const key = parent ? parent.exactKind * exactKindsMax + exactKind + 1 : 0
    let group = groups.get(key)
    if (!group) {
      group = {
        blocks: 0,
        words: 0,
        linkWords: 0,
        proseWords: 0,
        first: block.index,
        last: 0,
        containers: new Set(),
      }
      groups.set(key, group)
    }
    const { words } = block.measure
    group.blocks++
    group.words += words
    group.linkWords += block.linkWords
    if (block.isProse) group.proseWords += words
    group.last = block.index
    if (group.containers.size < 50) group.containers.add(block.part.parent?.index ?? 0)
    total += words
    return group
  })
  for (let index = 0; index < count; index++) {
    const group = own[index] as Group
    values[index] = log1p(group.blocks)
    values[count + index] = Math.log1p(group.words / group.blocks)
    values[2 * count + index] = group.linkWords / (group.words || 1)
    values[3 * count + index] = group.proseWords / (group.words || 1)
    values[4 * count + index] = group.words / (total || 1)
    values[5 * count + index] = group.first / count
    values[6 * count + index] = group.last / count
    values[7 * count + index] = log1p(group.containers.size)
  }
}

interface Group {
  blocks: number
  words: number
  linkWords: number
  proseWords: number
  readonly first: number
  last: number
  readonly containers: Set<number>
}

/** A page has fewer kinds of elements than elements. */
const exactKindsMax = 500_000

import type { SiblingGroups } from './sibling-groups.ts'
import type { PageBlock, Part } from './blocks.ts'
import { log1p } from './log1p.ts'

export const repeatFeatureCount = 10

/** Minimum number of similar siblings that form a group: cards, teasers, posts, rows. */
const itemsMin = 3

interface Group {
  readonly item: Part
  readonly items: number
  readonly parent: Part
}

/** Features of the innermost group of repeated siblings around each block. Fills `repeatFeatureCount` columns. */
export function addRepeats(
  { blocks, parts }: { readonly blocks: readonly PageBlock[]; readonly parts: readonly Part[] },
  siblings: SiblingGroups,
  values: Float32Array,
): void {
  const count = blocks.length
  const groups: (Group | undefined)[] = []
  const headings = linkedHeadings(blocks, parts)
  for (const part of parts) {
    const { parent } = part
    const items = siblings.counts[part.index] ?? 1
    const isItem =
      parent && part.words > 0 && items >= itemsMin && !part.traits.isInline && !part.traits.isFlow
    groups.push(isItem ? { item: part, items, parent } : parent && groups[parent.index])
  }
  const total = parts[0]?.words || 1
  for (let index = 0; index < count; index++) {
    const { part } = blocks[index] as PageBlock
    const group = groups[part.index]
    if (!group) {
      for (let column = 0; column < repeatFeatureCount; column++)
        values[column * count + index] = -1
      continue
    }
    const { item, items, parent } = group
    const outer = groups[parent.index]
    const row = [
      items,
      log1p(item.words),
      item.linkWords / item.words,
      item.proseWords / item.words,
      Math.min(4, item.images),
      Math.min(4, item.headings),
      headings[item.index] ?? 0,
      parent.words / total,
      parent.words / items,
      outer ? outer.items : 0,
    ]
    for (let column = 0; column < row.length; column++)
      values[column * count + index] = row[column] as number
  }
}

/** Number of linked headings in each part. */
function linkedHeadings(blocks: readonly PageBlock[], parts: readonly Part[]): Float64Array {
  const found = new Float64Array(parts.length)
  for (const { headingLevel, linkWords, measure, part } of blocks) {
    if (headingLevel > 0 && linkWords >= measure.words)
      found[part.index] = (found[part.index] ?? 0) + 1
  }
  for (let index = parts.length - 1; index > 0; index--) {
    const parent = parts[index]?.parent
    if (parent) found[parent.index] = (found[parent.index] ?? 0) + (found[index] ?? 0)
  }
  return found
}

import { isProse, type Block, type Part } from './blocks.ts'

export const lookAlikeCount = 8

/**
 * What the blocks of the same look have in common over the whole page: those in an element of the same tag and class inside
 * elements of the same tag and class. Fills `lookAlikeCount` columns of a table.
 */
export function addLookAlikes(blocks: readonly Block[], values: Float32Array): void {
  const groups = new Map<string, Group>()
  const count = blocks.length
  let total = 0
  const lookOf = createLooks()
  const own = blocks.map((block) => {
    const key = `${lookOf(block.part)}<${lookOf(block.part.parent)}`
    let group = groups.get(key)
    if (!group) {
      group = {
        blocks: 0,
        words: 0,
        linkWords: 0,
        proseWords: 0,
        first: block.index,
        last: 0,
        holders: new Set(),
      }
      groups.set(key, group)
    }
    const { words } = block.measure
    group.blocks++
    group.words += words
    group.linkWords += block.linkWords
    if (isProse(block)) group.proseWords += words
    group.last = block.index
    if (group.holders.size < 50) group.holders.add(block.part.parent?.index ?? 0)
    total += words
    return group
  })
  for (let index = 0; index < count; index++) {
    const group = own[index] as Group
    values[index] = Math.log1p(group.blocks)
    values[count + index] = Math.log1p(group.words / group.blocks)
    values[2 * count + index] = group.linkWords / (group.words || 1)
    values[3 * count + index] = group.proseWords / (group.words || 1)
    values[4 * count + index] = group.words / (total || 1)
    values[5 * count + index] = group.first / count
    values[6 * count + index] = group.last / count
    values[7 * count + index] = Math.log1p(group.holders.size)
  }
}

interface Group {
  blocks: number
  words: number
  linkWords: number
  proseWords: number
  readonly first: number
  last: number
  readonly holders: Set<number>
}

function createLooks(): (part: Part | undefined) => string {
  const known: string[] = []
  return (part) => {
    if (!part) return ''
    let look = known[part.index]
    if (look === undefined) {
      const { name, attribs } = part.element
      look = `${name}.${attribs['class'] ?? ''}`
      known[part.index] = look
    }
    return look
  }
}

import type { PageOutline, Part } from './blocks.ts'
import { log1p } from './log1p.ts'

const containersMax = 4
const perContainer = 8
export const containerFeatureCount = containersMax * perContainer

/** Features of the containers of each block, the innermost first. Fills `containerFeatureCount` columns of a matrix. */
export function addContainers(
  { blocks, parts, siblings }: PageOutline,
  total: number,
  values: Float32Array,
): void {
  const count = blocks.length
  /** Where the features of each part that is a container of an earlier block were stored first, and one more. */
  const known = new Int32Array(parts.length)
  for (const { index, part: own } of blocks) {
    let at = index
    for (const part of listContainers(own)) {
      const from = (known[part.index] as number) - 1
      if (from >= 0) {
        for (let column = 0; column < perContainer; column++)
          values[at + column * count] = values[from + column * count] as number
      } else {
        known[part.index] = at + 1
        addContainer(part, values, { at, total, count, siblings: siblings.counts[part.index] ?? 1 })
      }
      at += perContainer * count
    }
  }
}

interface Page {
  /** Place of the first value. */
  readonly at: number
  readonly total: number
  readonly count: number
  readonly siblings: number
}

function addContainer(
  { words: partWords, linkWords, proseWords, blocks, headings }: Part,
  values: Float32Array,
  { at, total, count, siblings }: Page,
): void {
  const words = Math.max(1, partWords)
  values[at] = log1p(words)
  values[at + count] = words / total
  values[at + 2 * count] = linkWords / words
  values[at + 3 * count] = proseWords / words
  values[at + 4 * count] = log1p(blocks)
  values[at + 5 * count] = words / Math.max(1, blocks)
  values[at + 6 * count] = siblings
  values[at + 7 * count] = headings
}

/** The block's own part, then the three nearest ancestors that each have more words than the previous one. */
export function listContainers<P extends Nested<P>>(part: P): P[] {
  const containers: P[] = [part]
  let last: P = part
  let next = part.parent
  for (let level = 0; next && level < ancestorsMax && containers.length < containersMax; level++) {
    if (next.words > last.words) containers.push(next)
    last = next
    next = next.parent
  }
  while (containers.length < containersMax) containers.push(last)
  return containers
}

const ancestorsMax = 24

interface Nested<P> {
  readonly parent: P | undefined
  readonly words: number
}

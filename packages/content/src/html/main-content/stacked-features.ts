import type { FeatureMatrix } from './feature-matrix.ts'
import { listContainers } from './container-features.ts'
import { featureCount } from './features.ts'

/** Blocks and parts as the second model needs them. */
export interface BlockTree {
  readonly parts: readonly TreePart[]
  readonly blocks: readonly TreeBlock[]
}

export interface TreeBlock {
  readonly index: number
  readonly part: TreePart
  readonly headingLevel: number
  readonly measure: { readonly words: number }
}

export interface TreePart {
  readonly index: number
  readonly parent: TreePart | undefined
  readonly words: number
}

const scoreCount = 18
export const stackedFeatureCount = featureCount + scoreCount

/**
 * Adds to the features of the first model its scores for the neighbours, containers and page of each block. Fills the last
 * columns of a matrix of `stackedFeatureCount`.
 */
export function addScores(
  { blocks, parts }: BlockTree,
  { values, rowCount }: FeatureMatrix,
  scores: Float32Array,
): void {
  let position = 0
  const add = (number: number) => {
    values[position] = number
    position += rowCount
  }
  const sums = sumScores({ blocks, parts }, scores)
  const [before, after] = smooth(blocks, scores)
  const page = average(sums, parts[0])
  let best = 0
  for (const score of scores) best = Math.max(best, score)
  for (const { index, part } of blocks) {
    position = index + featureCount * rowCount
    for (let at = index - 4; at <= index + 4; at++) {
      add(at < 0 || at >= scores.length ? -1 : (scores[at] as number))
    }
    for (const container of listContainers(part)) add(average(sums, container))
    add(page)
    add(best)
    add(before[index] ?? 0)
    add(after[index] ?? 0)
    add(sums.words[part.parent?.index ?? 0] ?? 0)
  }
}

interface Sums {
  readonly words: Float64Array
  readonly content: Float64Array
}

function sumScores({ blocks, parts }: BlockTree, scores: Float32Array): Sums {
  const words = new Float64Array(parts.length)
  const content = new Float64Array(parts.length)
  for (const { index, part, measure } of blocks) {
    words[part.index] = (words[part.index] ?? 0) + measure.words
    content[part.index] = (content[part.index] ?? 0) + measure.words * (scores[index] ?? 0)
  }
  for (let index = parts.length - 1; index > 0; index--) {
    const parent = parts[index]?.parent
    if (!parent) continue
    words[parent.index] = (words[parent.index] ?? 0) + (words[index] ?? 0)
    content[parent.index] = (content[parent.index] ?? 0) + (content[index] ?? 0)
  }
  return { words, content }
}

const average = ({ words, content }: Sums, part: TreePart | undefined): number =>
  part ? (content[part.index] ?? 0) / Math.max(1, words[part.index] ?? 0) : 0

/** Averages of the scores before and after each block, weighted by words and proximity. */
function smooth(blocks: BlockTree['blocks'], scores: Float32Array): [Float32Array, Float32Array] {
  const count = blocks.length
  const pass = (first: number, step: number) => {
    const result = new Float32Array(count)
    let [content, words] = [0, 1]
    for (let index = first; index >= 0 && index < count; index += step) {
      result[index] = content / words
      const weight = Math.min(60, blocks[index]?.measure.words ?? 0)
      content = fading * content + weight * (scores[index] ?? 0)
      words = fading * words + weight
    }
    return result
  }
  return [pass(0, 1), pass(count - 1, -1)]
}

const fading = 0.8

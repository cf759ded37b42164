import { containersOf, featureCount, type Rows } from './features.ts'

/** As much of a page's blocks and parts as the second pass looks at. */
export interface Layout {
  readonly parts: readonly LayoutPart[]
  readonly blocks: readonly LayoutBlock[]
}

export interface LayoutBlock {
  readonly part: LayoutPart
  readonly headingLevel: number
  readonly measure: { readonly words: number }
}

export interface LayoutPart {
  readonly index: number
  readonly parent: LayoutPart | undefined
  readonly words: number
}

const scoreCount = 18
export const secondFeatureCount = featureCount + scoreCount

/** The first model's rows, each with what that model said of the block's neighbours, containers and page. */
export function withScores({ blocks, parts }: Layout, rows: Rows, scores: Float32Array): Rows {
  const width = secondFeatureCount
  const values = new Float32Array(blocks.length * width)
  const sums = sumScores({ blocks, parts }, scores)
  const near = smooth(blocks, scores)
  const page = average(sums, parts[0])
  const best = scores.reduce((most, score) => Math.max(most, score), 0)
  for (const [index, block] of blocks.entries()) {
    const at = index * width
    values.set(rows.values.subarray(index * featureCount, (index + 1) * featureCount), at)
    const around = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((distance) => scores[index + distance] ?? -1)
    const containers = containersOf(block.part).map((part) => average(sums, part))
    values.set(
      [
        ...around,
        ...containers,
        page,
        best,
        near[0]?.[index] ?? 0,
        near[1]?.[index] ?? 0,
        sums.words[block.part.parent?.index ?? 0] ?? 0,
      ],
      at + featureCount,
    )
  }
  return { values, width }
}

interface Sums {
  readonly words: Float64Array
  readonly content: Float64Array
}

function sumScores({ blocks, parts }: Layout, scores: Float32Array): Sums {
  const words = new Float64Array(parts.length)
  const content = new Float64Array(parts.length)
  for (const [index, { part, measure }] of blocks.entries()) {
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

const average = ({ words, content }: Sums, part: LayoutPart | undefined): number =>
  part ? (content[part.index] ?? 0) / Math.max(1, words[part.index] ?? 0) : 0

/** Averages of the scores before and after each block, weighted by words, nearer ones counting more. */
function smooth(blocks: Layout['blocks'], scores: Float32Array): [Float32Array, Float32Array] {
  const pass = (indices: Iterable<number>) => {
    const result = new Float32Array(blocks.length)
    let [content, words] = [0, 1]
    for (const index of indices) {
      result[index] = content / words
      const weight = Math.min(60, blocks[index]?.measure.words ?? 0)
      content = fading * content + weight * (scores[index] ?? 0)
      words = fading * words + weight
    }
    return result
  }
  const forwards = blocks.map((_, index) => index)
  return [pass(forwards), pass(forwards.toReversed())]
}

const fading = 0.8

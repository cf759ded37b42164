import type { PageOutline } from './blocks.ts'
import { createMatricesInTurn, firstColumns } from './feature-matrix.ts'
import { addFeatures, featureCount } from './features.ts'
import { loadModel } from './model.ts'
import { addScores, stackedFeatureCount } from './stacked-features.ts'
import { isSingleText } from './page-kind.ts'
import type { PageFeatures } from './page-features.ts'
import weights from './weights.json' with { type: 'json' }

const first = loadModel(weights.first)
const second = loadModel(weights.second)
const createMatrix = createMatricesInTurn()

/** Limit of scored blocks, about two kilobytes each; later blocks get the average of earlier ones. */
const scoredBlocksMax = 20_000

export interface Scores {
  /** Probability of each block to be content, in page order. */
  readonly probabilities: Float32Array
  readonly isText: boolean
}

/**
 * The first model scores blocks by their own features and ancestors. On pages that are not a single text the second model corrects
 * these scores with those of the neighbours.
 */
export function scoreBlocks(page: PageOutline, features: PageFeatures): Scores {
  const { length } = page.blocks
  const scored = length > scoredBlocksMax ? firstBlocks(page) : page
  const matrix = createMatrix(stackedFeatureCount, scored.blocks.length)
  addFeatures(scored, features, matrix)
  const own = first(firstColumns(matrix, featureCount))
  const isText = isSingleText(scored.blocks, own)
  if (!isText) addScores(scored, matrix, own)
  const probabilities = isText ? own : second(matrix)
  if (probabilities.length === length) return { probabilities, isText }
  const all = new Float32Array(length).fill(computeAverage(probabilities))
  all.set(probabilities)
  return { probabilities: all, isText }
}

const firstBlocks = (page: PageOutline): PageOutline => ({
  ...page,
  blocks: page.blocks.slice(0, scoredBlocksMax),
})

function computeAverage(scores: Float32Array): number {
  let sum = 0
  for (const score of scores) sum += score
  return sum / scores.length
}

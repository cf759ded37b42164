import type { Outline } from './blocks.ts'
import { blockFeatures } from './features.ts'
import { readForest } from './forest.ts'
import { withScores } from './neighbourhood.ts'
import { isOneText } from './page-kind.ts'
import type { PageSigns } from './page-signs.ts'
import weights from './weights.json' with { type: 'json' }

const first = readForest(weights.first)
const second = readForest(weights.second)

/** Limit of scored blocks, about two kilobytes each; later blocks get the average of earlier ones. */
const judgedBlocksMax = 20_000

export interface Scores {
  /** Probability of each block to be content, in page order. */
  readonly chances: Float32Array
  readonly isText: boolean
}

/**
 * The first model scores blocks by their own features and ancestors. On pages that are not a single text the second model corrects
 * these scores with those of the neighbours.
 */
export function scoreBlocks(page: Outline, signs: PageSigns): Scores {
  const { length } = page.blocks
  const judged = length > judgedBlocksMax ? firstBlocks(page) : page
  const table = blockFeatures(judged, signs)
  const own = first(table)
  const isText = isOneText(judged.blocks, own)
  const chances = isText ? own : second(withScores(judged, table, own))
  if (chances.length === length) return { chances, isText }
  const all = new Float32Array(length).fill(averageOf(chances))
  all.set(chances)
  return { chances: all, isText }
}

const firstBlocks = (page: Outline): Outline => ({
  ...page,
  blocks: page.blocks.slice(0, judgedBlocksMax),
})

function averageOf(scores: Float32Array): number {
  let sum = 0
  for (const score of scores) sum += score
  return sum / scores.length
}

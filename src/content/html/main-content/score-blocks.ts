import type { Outline } from './blocks.ts'
import { blockFeatures } from './features.ts'
import { readForest } from './forest.ts'
import { withScores } from './neighbourhood.ts'
import type { PageSigns } from './page-signs.ts'
import weights from './weights.json' with { type: 'json' }

const first = readForest(weights.first)
const second = readForest(weights.second)

/** Each judged block takes about two kilobytes; what follows on a longer page is taken to be like what came before. */
const judgedBlocksMax = 20_000

/**
 * The chance of each block, in page order, to be content. The first model judges blocks by themselves and their
 * surroundings, the second corrects it by what it said of the neighbours.
 */
export function scoreBlocks(page: Outline, signs: PageSigns): Float32Array {
  const { length } = page.blocks
  const judged = length > judgedBlocksMax ? firstBlocks(page) : page
  const table = blockFeatures(judged, signs)
  const scores = second(withScores(judged, table, first(table)))
  if (scores.length === length) return scores
  const all = new Float32Array(length).fill(averageOf(scores))
  all.set(scores)
  return all
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

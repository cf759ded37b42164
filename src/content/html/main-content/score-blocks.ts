import type { Outline } from './blocks.ts'
import { blockFeatures } from './features.ts'
import { readForest } from './forest.ts'
import { withScores } from './neighbourhood.ts'
import type { PageSigns } from './page-signs.ts'
import weights from './weights.json' with { type: 'json' }

const first = readForest(weights.first)
const second = readForest(weights.second)

/**
 * The chance of each block, in page order, to be content. The first model judges blocks by themselves and their
 * surroundings, the second corrects it by what it said of the neighbours.
 */
export function scoreBlocks(page: Outline, signs: PageSigns): Float32Array {
  const rows = blockFeatures(page, signs)
  return second(withScores(page, rows, first(rows)))
}

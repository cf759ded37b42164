import type { Outline } from './blocks.ts'
import { blockFeatures } from './features.ts'
import { readForest } from './forest.ts'
import { withScores } from './neighbourhood.ts'
import { isOneText } from './page-kind.ts'
import type { PageSigns } from './page-signs.ts'
import weights from './weights.json' with { type: 'json' }

const first = readForest(weights.first)
const second = readForest(weights.second)

/** Each judged block takes about two kilobytes; what follows on a longer page is taken to be like what came before. */
const judgedBlocksMax = 20_000

export interface Scores {
  /** The chance of each block, in page order, to be content. */
  readonly chances: Float32Array
  readonly isText: boolean
}

/**
 * The first model judges blocks by themselves and their surroundings. On pages that are not one text the second corrects
 * it by what it said of the neighbours.
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

/** A candidate block: the number of words it adds to the result. */
interface Choosable {
  readonly measure: { readonly words: number }
}

/** In texts, precision weighs more than recall. */
const textRecallWeight = 0.8

/**
 * Selects the blocks to return from their probabilities: those with the best expected F1 on this
 * page, weighted to precision on single-text pages. With low certainty more is kept, and always at least one block.
 */
export function chooseBlocks(
  blocks: readonly Choosable[],
  probabilities: Float32Array,
  isText: boolean,
): boolean[] {
  const words = (index: number) => blocks[index]?.measure.words ?? 0
  const probability = (index: number) => probabilities[index] ?? 0
  const order = mostProbableFirst(probabilities, blocks.length)
  let expected = 0
  for (const index of order) expected += words(index) * probability(index)
  const beta = isText ? textRecallWeight ** 2 : 1
  let [kept, right, best, count] = [0, 0, 0, 0]
  for (let position = 0; position < order.length; position++) {
    const index = order[position] as number
    kept += words(index)
    right += words(index) * probability(index)
    const score = ((1 + beta) * right) / (kept + beta * expected)
    if (score <= best) continue
    best = score
    count = position + 1
  }
  const isKept = blocks.map(() => false)
  for (const index of order.slice(0, count)) isKept[index] = true
  return isKept
}

/** A page has fewer blocks than elements. */
const indexesMax = 2 ** 21

/** Indexes from the highest probability to the lowest, equal ones in their order. Numbers are sorted without a function that compares them. */
function mostProbableFirst(probabilities: Float32Array, count: number): Uint32Array {
  const { buffer, byteOffset, length } = probabilities
  // The bits of positive numbers have the order of the numbers.
  const bits = new Uint32Array(buffer, byteOffset, length)
  const keys = new Float64Array(count)
  for (let index = 0; index < count; index++)
    keys[index] = (bits[index] ?? 0) * indexesMax + (indexesMax - 1 - index)
  keys.sort()
  const order = new Uint32Array(count)
  for (let at = 0; at < count; at++)
    order[count - 1 - at] = indexesMax - 1 - ((keys[at] as number) % indexesMax)
  return order
}

/** A block as it is chosen: how many words it adds to the answer. */
interface Choosable {
  readonly measure: { readonly words: number }
}

/** In a text a word too many counts more than a word too few. */
const textRecallWeight = 0.8

/**
 * Which blocks to return, given the chance of each to be content: those that together promise the best F1 on this
 * page, leaning to precision where the page is one text. Where little is certain more is kept, and something always is.
 */
export function chooseBlocks(
  blocks: readonly Choosable[],
  chances: Float32Array,
  isText: boolean,
): boolean[] {
  const words = (index: number) => blocks[index]?.measure.words ?? 0
  const chance = (index: number) => chances[index] ?? 0
  const order = blocks.map((_, index) => index).toSorted((a, b) => chance(b) - chance(a))
  let expected = 0
  for (const index of order) expected += words(index) * chance(index)
  const beta = isText ? textRecallWeight ** 2 : 1
  let [kept, right, best, count] = [0, 0, 0, 0]
  for (const [position, index] of order.entries()) {
    kept += words(index)
    right += words(index) * chance(index)
    const score = ((1 + beta) * right) / (kept + beta * expected)
    if (score <= best) continue
    best = score
    count = position + 1
  }
  const isKept = blocks.map(() => false)
  for (const index of order.slice(0, count)) isKept[index] = true
  return isKept
}

/** A block as it is chosen: how many words it adds to the answer. */
interface Choosable {
  readonly measure: { readonly words: number }
}

/**
 * Which blocks to answer, given the chance of each to be content: those that together promise the best F1 on this
 * page. Where little is certain more is kept, and something always is.
 */
export function chooseBlocks(blocks: readonly Choosable[], chances: Float32Array): boolean[] {
  const words = (index: number) => blocks[index]?.measure.words ?? 0
  const chance = (index: number) => chances[index] ?? 0
  const order = blocks.map((_, index) => index).toSorted((a, b) => chance(b) - chance(a))
  let expected = 0
  for (const index of order) expected += words(index) * chance(index)
  let [kept, right, best, count] = [0, 0, 0, 0]
  for (const [position, index] of order.entries()) {
    kept += words(index)
    right += words(index) * chance(index)
    const f1 = (2 * right) / (kept + expected)
    if (f1 <= best) continue
    best = f1
    count = position + 1
  }
  const isKept = blocks.map(() => false)
  for (const index of order.slice(0, count)) isKept[index] = true
  return isKept
}

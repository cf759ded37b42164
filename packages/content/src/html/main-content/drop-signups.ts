import type { PageOutline, Part } from './blocks.ts'

/** Larger boxes around a form are judged by their text. */
const wordsMax = 60
const levelsMax = 3
/** A box with a larger share of what is chosen is what the page is for. */
const shareMax = 0.25
/** What is more probable belongs to the text, such as an estimate above a form. */
const certainMin = 0.9
const outerTags = new Set('article main body section form'.split(' '))

/** Removes boxes with a form from the midst or the end of a text: what they say invites to fill it in. Modifies `isKept`. */
export function dropSignups(
  { parts, blocks }: Pick<PageOutline, 'parts' | 'blocks'>,
  isKept: boolean[],
  probabilities: Float32Array,
): void {
  const boxes = parts.filter(({ element }) => element.name === 'form').map(findBox)
  if (boxes.length === 0) return
  let all = 0
  for (const { index, measure } of blocks) if (isKept[index]) all += measure.words
  const isIn = new Uint8Array(parts.length)
  for (const box of boxes) if (box && box.words <= shareMax * all) isIn.fill(1, box.index, box.end)
  for (const { index, part } of blocks)
    if (isIn[part.index] === 1 && (probabilities[index] ?? 0) < certainMin) isKept[index] = false
}

/** The outermost small box around a form. */
function findBox(form: Part): Part | undefined {
  let box: Part | undefined
  let around: Part | undefined = form
  for (let level = 0; level <= levelsMax && around; level++, around = around.parent) {
    if (around.words > wordsMax || (around !== form && outerTags.has(around.element.name))) break
    box = around
  }
  return box
}

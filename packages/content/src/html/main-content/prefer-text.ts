import type { PageBlock, Part } from './blocks.ts'

/** Shorter texts beside a menu may be notices. */
const textWordsMin = 40
const menuShareMin = 0.9
const titleWordsMax = 20
const otherTags = new Set('nav aside footer header form dialog li'.split(' '))

/**
 * Chooses the text of a page where nothing but its menu, a list of links with lists in it, was chosen, as happens to short texts without
 * paragraphs beside long menus. Modifies `isKept`.
 */
export function preferText(blocks: readonly PageBlock[], isKept: boolean[]): void {
  let [all, menu, nested] = [0, 0, 0]
  for (const { index, measure, linkWords, part } of blocks) {
    if (!isKept[index]) continue
    all += measure.words
    const lists = linkWords >= measure.words ? countLists(part) : 0
    if (lists > 0) menu += measure.words
    if (lists > 1) nested += measure.words
  }
  if (nested === 0 || menu < menuShareMin * all) return
  const texts = blocks.filter(isText)
  if (texts.length === 0) return
  isKept.fill(false)
  for (const { index, part } of texts) {
    isKept[index] = true
    const title = blocks[index - 1]
    if (
      title &&
      title.linkWords === 0 &&
      title.measure.words <= titleWordsMax &&
      isBeside(title.part, part)
    )
      isKept[title.index] = true
  }
}

const isText = ({ measure, linkWords, part }: PageBlock): boolean =>
  measure.words >= textWordsMin &&
  measure.sentenceEnds > 0 &&
  linkWords === 0 &&
  !isIn(part, (around) => otherTags.has(around.element.name))

function countLists(part: Part): number {
  let lists = 0
  for (let around: Part | undefined = part; around; around = around.parent)
    if (around.element.name === 'ul' || around.element.name === 'ol') lists++
  return lists
}

/** Whether the title stands in the element around a text, or in that of its own. */
const isBeside = (title: Part, text: Part): boolean =>
  title.parent === text || title.parent === text.parent || title === text

function isIn(part: Part, is: (around: Part) => boolean): boolean {
  for (let around: Part | undefined = part; around; around = around.parent)
    if (is(around)) return true
  return false
}

import { marksFor, mayHave } from '#content/html/marks.ts'
import { calloutKind } from '#content/html/markdown/callouts.ts'
import { isCodeBox, mayNameCode } from '#content/html/markdown/code-boxes.ts'
import { isWithin, type PageOutline, type Part } from './blocks.ts'
import { followsText } from './follows-text.ts'
import { keptWords } from './kept-words.ts'

/** Longer boxes are judged by their own text. */
const wordsMax = 250
const linkShareMax = 0.5

/**
 * Keeps notices, quotes and lines of code as a whole, with the titles that are too short to be chosen by themselves, where some of them is chosen or
 * they stand in the text or, but for quotes, end it. Modifies `isKept`.
 */
export function keepBoxes(
  page: Pick<PageOutline, 'parts' | 'blocks'>,
  isKept: boolean[],
  { isText = true } = {},
) {
  const { parts, blocks } = page
  const boxes = findBoxes(parts, isText)
  if (!boxes) return
  const kept = keptWords(page, isKept)
  for (let at = 0; at < blocks.length; at++) {
    const box = boxes[blocks[at]?.part.index ?? 0]
    if (!box) continue
    const from = at
    while (boxes[blocks[at + 1]?.part.index ?? 0] === box) at++
    const [before, after] = [blocks[from - 1], blocks[at + 1]]
    const isInText =
      (box.element.name !== 'blockquote' || isKept[at + 1]) &&
      before &&
      isKept[from - 1] &&
      (isKept[at + 1] ? isAmong(box, before.part, after?.part) : followsText(box, before, kept))
    if (isInText || isKept.slice(from, at + 1).includes(true)) isKept.fill(true, from, at + 1)
  }
}

const boxed = marksFor('class', 'style', 'written')

/** Whether two parts stand in the element around a box, or around others that hold little more than the box. */
function isAmong(box: Part, before: Part | undefined, after: Part | undefined): boolean {
  if (!before || !after) return false
  let around = box.parent
  while (
    around &&
    around.words <= wordsMax &&
    !isWithin(before, around) &&
    !isWithin(after, around)
  )
    around = around.parent
  return around !== undefined && isWithin(before, around) && isWithin(after, around)
}

/** The outermost box around each part; undefined for a page without one. Quotes are boxes in a single text; in threads they repeat. */
function findBoxes(parts: readonly Part[], isText: boolean): (Part | undefined)[] | undefined {
  /** What the names of elements of a kind say; most kinds are repeated. */
  const known: { readonly isNotice: boolean; readonly mayBeCode: boolean }[] = []
  const boxes: (Part | undefined)[] = []
  let hasOne = false
  for (const part of parts) {
    const { index, parent, element, exactKind, words, linkWords } = part
    boxes[index] = boxes[parent?.index ?? -1]
    if (boxes[index] || words === 0 || words > wordsMax || linkWords > linkShareMax * words)
      continue
    const isQuote = isText && element.name === 'blockquote'
    if (!isQuote && !mayHave(element, boxed)) continue
    const { class: classes, style } = element.attribs
    const says = (known[exactKind] ??= {
      isNotice: calloutKind(element) !== undefined,
      mayBeCode: mayNameCode(classes ?? ''),
    })
    const isCode = (says.mayBeCode || style !== undefined) && isCodeBox(element)
    if (!says.isNotice && !isCode && !isQuote) continue
    boxes[index] = part
    hasOne = true
  }
  return hasOne ? boxes : undefined
}

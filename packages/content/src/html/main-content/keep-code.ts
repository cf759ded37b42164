import { isTag, type Element } from 'domhandler'
import { isLineNumbers } from '#content/html/markdown/code-text.ts'
import type { PageBlock, PageOutline } from './blocks.ts'
import { followsText } from './follows-text.ts'
import { keptWords } from './kept-words.ts'

/** Maximum blocks between code and its text: captions, tabs, line numbers, other code. */
const distanceMax = 12

/** Adds code between chosen blocks, and where it ends the text. Modifies `isKept`. */
export function keepCode(page: PageOutline, isKept: boolean[]): void {
  const { parts, blocks } = page
  if (!parts.some(isCodeElement)) return
  const kept = keptWords(page, isKept)
  const isCode = blocks.map(isInCode)
  const after = distances(blocks.length - 1, -1, { isKept, isCode })
  const before = distances(0, 1, { isKept, isCode })
  for (const [index, own] of isCode.entries()) {
    if (!own || isKept[index]) continue
    const distance = before[index] ?? Infinity
    if (distance > distanceMax) continue
    const [block, text] = [blocks[index], blocks[index - distance]]
    const isBetween = (after[index] ?? Infinity) <= distanceMax
    if (isBetween || (block && text && followsText(block.part, text, kept))) isKept[index] = true
  }
}

interface Blocks {
  readonly isKept: readonly boolean[]
  readonly isCode: readonly boolean[]
}

/** For each block, the distance to the last chosen block that is not code. */
function distances(first: number, step: number, { isKept, isCode }: Blocks): number[] {
  const found = isKept.map(() => 0)
  let distance = Infinity
  for (let index = first; index >= 0 && index < isKept.length; index += step) {
    distance++
    found[index] = distance
    if (isKept[index] && !isCode[index]) distance = 0
  }
  return found
}

const levelsMax = 4

/** Listings with line numbers may be tables whose lines are elements of any kind. */
const isCodeElement = ({ element }: PageBlock['part']): boolean =>
  element.name === 'pre' ||
  (element.name === 'td' && (isLineNumbers(element) || isBesideNumbers(element)))

function isBesideNumbers({ prev }: Element): boolean {
  const before = prev && !isTag(prev) ? prev.prev : prev
  return before !== null && isTag(before) && isLineNumbers(before)
}

export function isInCode({ part }: PageBlock): boolean {
  let around: PageBlock['part'] | undefined = part
  for (let level = 0; level < levelsMax && around; level++) {
    if (isCodeElement(around)) return true
    around = around.parent
  }
  return false
}

import { isTag, isText } from 'domhandler'
import { isWithin, type PageBlock, type PageOutline, type Part } from './blocks.ts'
import { isNumberedCaption } from './captions.ts'
import { endProbabilityMin, followsText } from './follows-text.ts'
import { keptWords } from './kept-words.ts'
import type { Scores } from './score-blocks.ts'

/** Longer parts are judged by their own text. */
const wordsMax = 120
const linkShareMax = 0.5

/** Elements whose text belongs to what stands around it. */
const partTags = new Set('dl table ul ol details label math mjx-container'.split(' '))
/** Those of them that may end a text. */
const endTags = new Set(['dl', 'table', 'ul', 'ol'])
const listTags = new Set(['ul', 'ol'])
const noticeRole = /^(?:alert|note|status)$/
const levelsMax = 5

/** Elements that name themselves as something else than the text. */
export const otherTags = new Set('nav aside footer header form dialog noscript'.split(' '))

/**
 * Keeps small parts of a text that stand directly between chosen ones or end it: a formula, a short list or table, a notice, the question
 * above an answer. Modifies `isKept`.
 */
export function keepBetween(
  page: Pick<PageOutline, 'parts' | 'blocks'>,
  isKept: boolean[],
  { probabilities, isThread = false }: Pick<Scores, 'probabilities'> & { isThread?: boolean },
): void {
  const { blocks } = page
  const kept = keptWords(page, isKept)
  for (let at = 0; at < blocks.length; at++) {
    if (isKept[at]) continue
    let end = at + 1
    while (end < blocks.length && !isKept[end]) end++
    const to = at + countOfText(blocks.slice(at, end), isThread)
    const around = { before: blocks[at - 1], after: blocks[to], isKept, probabilities }
    if (to > at && isPartOfText(blocks.slice(at, to), kept, around)) isKept.fill(true, at, to)
    at = end
  }
}

/** How many blocks at the beginning of a gap may belong to the text. */
function countOfText(gap: readonly PageBlock[], isThread: boolean): number {
  const count = gap.findIndex(
    (block, at) =>
      (isThread && isIn(block.part, definitions)) ||
      (!mayBelong(block) && (isThread || !isHeadingBefore(block, gap[at + 1]))),
  )
  return count < 0 ? gap.length : count
}

const definitions = new Set(['dl'])

/** Whether a block is the heading of a list or table that may belong to the text. */
const isHeadingBefore = (block: PageBlock, next: PageBlock | undefined): boolean =>
  block.headingLevel > 1 &&
  block.linkWords === 0 &&
  next !== undefined &&
  isIn(next.part, endTags) &&
  mayBelong(next)

interface Around {
  readonly before: PageBlock | undefined
  readonly after: PageBlock | undefined
  readonly isKept: readonly boolean[]
  readonly probabilities: Float32Array
}

function isPartOfText(
  some: readonly PageBlock[],
  kept: Float64Array,
  { before, after, isKept, probabilities }: Around,
): boolean {
  const [first] = some
  if (!first || !before || !isKept[before.index]) return false
  let [words, linkWords] = [0, 0]
  for (const { measure, links, samePageLinks, linkWords: own } of some) {
    words += measure.words
    if (links > samePageLinks) linkWords += own
  }
  if (words > wordsMax || linkWords >= linkShareMax * words) return false
  const around = (unchosen(first.part, kept) ?? outermost(first.part))?.parent ?? first.part
  const isAfter = isWithin(before.part, around)
  if (after && isKept[after.index] && (isAfter || isWithin(after.part, around))) return true
  // What ends a text has nothing to say about other pages.
  return (
    isAfter &&
    linkWords === 0 &&
    some.every(
      (block) =>
        (probabilities[block.index] ?? 0) >= endProbabilityMin &&
        (block.headingLevel > 1 || isFormula(block) || isIn(block.part, endTags)),
    ) &&
    (some.every(({ part }) => !isIn(part, listTags)) || followsText(first.part, before, kept))
  )
}

function mayBelong(block: PageBlock): boolean {
  const { part } = block
  let isPart = isFormula(block) || isNumberedCaption(block) || isCode(block)
  let around: Part | undefined = part
  for (let level = 0; level < levelsMax && around; level++, around = around.parent) {
    const { name, attribs } = around.element
    if (otherTags.has(name)) return false
    isPart ||= partTags.has(name) || noticeRole.test(attribs['role'] ?? '')
  }
  return isPart
}

/** A formula that is rendered, or one that a script would render. */
const isFormula = ({ formulas, text }: PageBlock): boolean =>
  formulas > 0 || text.startsWith('$$') || text.startsWith('\\[')

/** A run of text that is one element of code. */
function isCode({ nodes }: PageBlock): boolean {
  const [only, more] = nodes.filter((node) => !isText(node) || node.data.trim() !== '')
  return more === undefined && only !== undefined && isTag(only) && only.name === 'code'
}

function isIn(part: Part, tags: ReadonlySet<string>): boolean {
  let around: Part | undefined = part
  for (let level = 0; level < levelsMax && around; level++, around = around.parent)
    if (tags.has(around.element.name)) return true
  return false
}

/** The outermost list or table around a part. */
function outermost(part: Part): Part | undefined {
  let found: Part | undefined
  let around: Part | undefined = part
  for (let level = 0; level < levelsMax && around; level++, around = around.parent)
    if (partTags.has(around.element.name)) found = around
  return found
}

/** The outermost element around a block in which nothing is chosen. */
function unchosen(part: Part, kept: Float64Array): Part | undefined {
  let found: Part | undefined
  let around: Part | undefined = part
  while (around && (kept[around.index] ?? 0) === 0) {
    found = around
    around = around.parent
  }
  return found
}

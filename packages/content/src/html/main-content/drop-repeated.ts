import type { PageBlock, PageOutline, Part } from './blocks.ts'
import { isInCode } from './keep-code.ts'

/** Shorter texts are repeated with good reason: labels, headings, refrains. */
const wordsMin = 8
/** Elements in which equal texts have a place of their own. */
const recordTags = new Set(['table', 'dl'])
const levelsMax = 6

/**
 * Keeps texts that a page repeats in another place once: the copy for small screens, the post above a reply, the teaser of the
 * text itself. Instructions with code repeat their steps and stay as they are. Modifies `isKept`.
 */
export function dropRepeated({ blocks }: Pick<PageOutline, 'blocks'>, isKept: boolean[]): void {
  const firsts = new Map<string, PageBlock>()
  const repeated: PageBlock[] = []
  for (const block of blocks) {
    if (!isKept[block.index]) continue
    if (isInCode(block)) return
    if (block.measure.words < wordsMin) continue
    const first = firsts.get(block.text)
    if (!first) firsts.set(block.text, block)
    else if (first.part.parent !== block.part.parent && !areTeasers(first, block))
      repeated.push(block)
  }
  for (const block of repeated) if (!isInRecord(block)) isKept[block.index] = false
}

/** Whether two texts stand in items of one kind that have titles of their own, as two pages with the same excerpt in an index. */
function areTeasers({ part }: PageBlock, other: PageBlock): boolean {
  let one: Part | undefined = part
  let two: Part | undefined = other.part
  for (let level = 0; level < levelsMax && one && two; level++) {
    if (one.parent === two.parent)
      return one.headings > 0 && itemTags.has(one.element.name) && readKind(one) === readKind(two)
    one = one.parent
    two = two.parent
  }
  return false
}

/** The tag and first class of an element without its number: WordPress writes `post-112 post type-post`. */
const readKind = ({ element: { name, attribs } }: Part): string =>
  `${name} ${(attribs['class'] ?? '').split(/\s/, 1)[0]?.replaceAll(/\d+/g, '')}`

const itemTags = new Set(['article', 'li'])

const reply = /^(?:re|aw|sv|fw)(?:\[\d{1,3}\])?: ?/i

/** Removes headings of posts that repeat an earlier one behind `Re:`. Modifies `isKept`. */
export function dropSubjects(blocks: readonly PageBlock[], isKept: boolean[]): void {
  const seen = new Set<string>()
  for (const { index, headingLevel, text } of blocks) {
    if (headingLevel === 0) continue
    const subject = text.replace(reply, '').toLowerCase()
    if (seen.has(subject) && subject.length < text.length) isKept[index] = false
    seen.add(subject)
  }
}

function isInRecord({ part }: PageBlock): boolean {
  let around: Part | undefined = part
  for (let level = 0; level < levelsMax && around; level++, around = around.parent)
    if (recordTags.has(around.element.name)) return true
  return false
}

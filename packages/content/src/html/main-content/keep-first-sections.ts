import type { PageBlock } from './blocks.ts'

/** More blocks above the text are the top of the page. */
const blocksMax = 12

/**
 * Adds the title and the sections between it and the first chosen section, if they have headings of its level and no links:
 * manual pages have their name and purpose in an element for the header of the page. Modifies `isKept`.
 */
export function keepFirstSections(blocks: readonly PageBlock[], isKept: boolean[]): void {
  const first = isKept.indexOf(true)
  const level = blocks[first]?.headingLevel ?? 0
  if (level < 2) return
  const from = Math.max(0, first - blocksMax)
  const title = blocks.slice(from, first).findLastIndex(({ headingLevel }) => headingLevel === 1)
  if (title < 0) return
  const between = blocks.slice(from + title + 1, first)
  const isSections =
    between[0]?.headingLevel === level &&
    between.every(({ headingLevel, linkWords }) => headingLevel !== 1 && linkWords === 0)
  if (isSections) isKept.fill(true, from + title, first)
}

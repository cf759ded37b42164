import type { PageBlock, PageOutline } from './blocks.ts'
import { wordsIn } from './page-features.ts'

/** The title stands close to the beginning of the text. */
const distanceMax = 12
const [wordsMin, wordsMax] = [2, 20]
/** The rest of the title is the name of the site; a text with less of it may be that. */
const titleShareMin = 0.5

/**
 * Keeps what the page is called: its only heading of the first level, which may stand before a long table of contents, or, on a page without one,
 * a short text near the first chosen one, because some generators write it in another element. Modifies `isKept`.
 */
export function keepTitle(
  { blocks }: Pick<PageOutline, 'blocks'>,
  isKept: boolean[],
  titleWords: ReadonlySet<string>,
): void {
  const first = isKept.indexOf(true)
  if (first < 0) return
  const headings = blocks.filter(({ headingLevel }) => headingLevel === 1)
  const near = blocks.slice(Math.max(0, first - distanceMax), first + distanceMax)
  const isHeading = headings.length === 1 && (headings[0]?.index ?? first) < first
  const title = (isHeading ? headings : headings.length === 0 ? near : []).find((block) =>
    isTitle(block, titleWords),
  )
  if (title) isKept[title.index] = true
}

function isTitle(
  { text, measure, links, samePageLinks, linkWords, isProse }: PageBlock,
  titleWords: ReadonlySet<string>,
): boolean {
  if (measure.words < wordsMin || measure.words > wordsMax) return false
  // A link around it, or to another page, is another title.
  if (links > samePageLinks || (links === 0 && linkWords > 0) || isProse) return false
  const words = new Set(wordsIn(text))
  return words.isSubsetOf(titleWords) && words.size >= titleShareMin * titleWords.size
}

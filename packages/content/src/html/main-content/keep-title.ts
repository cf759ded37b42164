import type { PageBlock, PageOutline } from './blocks.ts'
import { wordsIn } from './page-features.ts'

/** The title stands close to the beginning of the text. */
const distanceMax = 12
const [wordsMin, wordsMax] = [2, 20]
/** The rest of the title is the name of the site; a text with less of it may be that. */
const titleShareMin = 0.5

/**
 * Keeps a short text near the first chosen one that says what the page is called, on a page without a title in a heading: some
 * generators write it in another element. Modifies `isKept`.
 */
export function keepTitle(
  { blocks }: Pick<PageOutline, 'blocks'>,
  isKept: boolean[],
  titleWords: ReadonlySet<string>,
): void {
  const first = isKept.indexOf(true)
  if (first < 0 || blocks.some(({ headingLevel }) => headingLevel === 1)) return
  const top = blocks.slice(Math.max(0, first - distanceMax), first + distanceMax)
  const title = top.find((block) => isTitle(block, titleWords))
  if (title) isKept[title.index] = true
}

function isTitle(
  { text, measure, links, linkWords, isProse }: PageBlock,
  titleWords: ReadonlySet<string>,
): boolean {
  if (measure.words < wordsMin || measure.words > wordsMax) return false
  if (links > 0 || linkWords > 0 || isProse) return false
  const words = new Set(wordsIn(text))
  return words.isSubsetOf(titleWords) && words.size >= titleShareMin * titleWords.size
}

import type { Block, Outline, Part } from './blocks.ts'
import { createMarksOf, elementMark, familyMark, hiddenMark } from './marks.ts'

/** Pages with more words are left to the model. */
export const landmarkWordsMax = 60

const landmarks = ['nav', 'aside', 'dialog'].map(elementMark)
const furniture = ['breadcrumb', 'ad', 'share', 'related', 'newsletter', 'cookie'].map(familyMark)

/** Landmarks that are not content inside `<main>`; a header there belongs to the article. */
const inMain = { certain: [...landmarks, hiddenMark], likely: furniture }

const onPage = {
  certain: [...inMain.certain, ...['header', 'footer'].map(elementMark)],
  likely: [...furniture, ...['nav', 'sidebar', 'footer', 'header'].map(familyMark)],
}

/** A landmark with a larger share of the words is content despite its name. */
const likelyShareMax = 0.5

/**
 * Selects the blocks of a page with few words: all except navigation, header, footer and similar landmarks, inside
 * `<main>` if present. Such pages have too few words for the model.
 * Undefined when nothing would be left.
 */
export function chooseByLandmarks({ parts, blocks }: Outline): boolean[] | undefined {
  const mains = parts.filter((part) => isMain(part) && part.words > 0)
  const main = mains.length === 1 ? mains[0] : undefined
  const scope = main ?? parts[0]
  const { certain, likely } = main ? inMain : onPage
  const marksOf = createMarksOf()
  const known = new Map<Part, readonly number[]>()
  const marksIn = (part: Part) => {
    const marks = known.get(part) ?? marksOf(part.element)
    known.set(part, marks)
    return marks
  }
  const isChrome = (holder: Part) => {
    const marked = (mark: number) => nearest(holder, (part) => marksIn(part).includes(mark))
    return (
      certain.some((mark) => isBelow(marked(mark), scope)) ||
      likely.some((mark) => {
        const part = marked(mark)
        return isBelow(part, scope) && part.words <= likelyShareMax * (scope?.words ?? 0)
      })
    )
  }
  const isKept = blocks.map(({ part }) => isBelow(part, scope, { orSame: true }) && !isChrome(part))
  if (!isKept.includes(true)) return undefined
  if (!main) keepTitle(blocks, isKept)
  return isKept
}

function nearest(part: Part, is: (part: Part) => boolean): Part | undefined {
  for (let around: Part | undefined = part; around; around = around.parent) {
    if (is(around)) return around
  }
  return undefined
}

function isMain({ element }: Part): boolean {
  return element.name === 'main' || element.attribs['role'] === 'main'
}

const wrappers = new Set(['html', 'body'])

function isBelow(
  part: Part | undefined,
  scope: Part | undefined,
  { orSame } = { orSame: false },
): part is Part {
  if (!part || (part === scope && !orSame) || wrappers.has(part.element.name))
    return orSame && part === scope
  for (let around: Part | undefined = part; around; around = around.parent) {
    if (around === scope) return true
  }
  return false
}

/** The title of a page may be the one heading of its header. */
function keepTitle(blocks: readonly Block[], isKept: boolean[]): void {
  const titles = blocks.filter(({ headingLevel }) => headingLevel === 1)
  if (titles.length === 1 && titles[0]) isKept[titles[0].index] = true
}

import { isWithin, partsBegunBy, type PageBlock, type PageOutline, type Part } from './blocks.ts'
import type { Scores } from './score-blocks.ts'

/** Paragraphs that are certainly the text of a page. */
const paragraphWordsMin = 20
const paragraphsMin = 2
const certainMin = 0.9

/** A rail consists of so many links, and of hardly anything else. */
const railLinksMin = 5
const railLinkShareMin = 0.9
/** Links that are more probable than this belong to the text, such as the contents of a manual. */
const railProbabilityMax = 0.85

const teasersMin = 2
/** Without a name that says so, more of them, which consist of little more than a title. */
const unnamedMin = 3
const teaserWordsMax = 40
const titleShareMin = 0.5
const teaserTags = new Set(['article', 'div', 'li', 'section', 'aside'])
const teaserName =
  /(?:^|[\s_-])(?:post|posts|teaser|card|related|entry|story|news|item|box|next|more)/i

/**
 * Removes what leads to other pages from below a story, the paragraphs that follow the title: a rail of headlines, and teasers with a linked
 * title each. Modifies `isKept`.
 */
export function dropTeasers(
  page: PageOutline,
  isKept: boolean[],
  { probabilities, isText }: Scores,
): void {
  const story = findStory(page.blocks, isKept, probabilities)
  if (!story) return
  const dropped = new Uint8Array(page.parts.length)
  const titled = findTitledRails(page.blocks)
  const lastChosen = findLastProse(page.blocks, isKept, story)
  for (const part of page.parts) {
    const { index, parent } = part
    if (parent && dropped[parent.index] !== 0) dropped[index] = dropped[parent.index] ?? 0
    else if (!isOfLinks(part) || part.end <= story.part.index || isWithin(story.part, part))
      continue
    else dropped[index] = judgeRail(part, isText && !goesOn(part, story, lastChosen), titled)
  }
  markTeasers(page, isKept, { story, dropped })
  dropParts(page.blocks, isKept, { dropped, probabilities })
}

/** The first paragraph of a story of several ones below the first title of a page. */
function findStory(
  blocks: readonly PageBlock[],
  isKept: readonly boolean[],
  probabilities: Float32Array,
): PageBlock | undefined {
  const title = blocks.findIndex(({ headingLevel }) => headingLevel === 1)
  if (title < 0) return undefined
  let first: PageBlock | undefined
  let count = 0
  for (let at = title + 1; at < blocks.length && count < paragraphsMin; at++) {
    const block = blocks[at] as PageBlock
    // The next title begins another section, or a teaser.
    if (block.headingLevel > 0 && block.linkWords > 0) return undefined
    const isStory =
      isKept[at] &&
      block.isProse &&
      block.measure.words >= paragraphWordsMin &&
      (probabilities[at] ?? 0) >= certainMin
    if (!isStory) continue
    if (first && first.part.parent !== block.part.parent) return undefined
    first ??= block
    count++
  }
  return count < paragraphsMin ? undefined : first
}

const railName =
  /(?:^|[\s_-])(?:breaking|latest|recent|related|trending|popular|headlines?|ticker|newsfeed|most-?read|more|teasers?|also|neueste|aktuell|weitere|mehr|dernier(?:e?s)?|ultim[ao]s|relacionad[ao]s|populares)(?:$|[\s_-])/i

/** Words of a link that are rather a headline than the name of a page. */
const headlineWordsMin = 5

/** What is called a rail and consists of headlines is one; of others, what is very probable stays. */
const [likely, certain] = [1, 2]

const isOfLinks = ({ words, linkWords, blocks }: Part): boolean =>
  blocks >= railLinksMin && words > 0 && linkWords >= railLinkShareMin * words

const hasHeadlines = ({ linkWords, links, blocks }: Part): boolean =>
  linkWords >= headlineWordsMin * Math.max(blocks, links)

function judgeRail(part: Part, isText: boolean, titled: ReadonlySet<Part>): number {
  const isNamed = saysRail(part) || titled.has(part)
  if (!hasHeadlines(part)) return isNamed ? likely : 0
  if (isNamed) return certain
  return isText ? likely : 0
}

/** The last chosen paragraph that stands beside the first ones of the story. */
const findLastProse = (
  blocks: readonly PageBlock[],
  isKept: readonly boolean[],
  story: PageBlock,
): Part =>
  (
    blocks.findLast(
      ({ index, part, isProse }) => isKept[index] && isProse && part.parent === story.part.parent,
    ) ?? story
  ).part

/** Whether the story goes on behind a list that stands among its paragraphs. */
const goesOn = (part: Part, story: PageBlock, last: Part): boolean =>
  part.parent === story.part.parent && listTags.has(part.element.name) && part.end <= last.index

const listTags = new Set(['ul', 'ol'])

const saysRail = ({ element: { attribs } }: Part): boolean =>
  railName.test(attribs['class'] ?? '') || railName.test(attribs['id'] ?? '')

const titleWordsMax = 4

/** The parts that begin with a title that says so, such as `Latest news`. */
function findTitledRails(blocks: readonly PageBlock[]): ReadonlySet<Part> {
  const found = new Set<Part>()
  for (const { index, headingLevel, measure, text } of blocks) {
    if (headingLevel < 2 || measure.words > titleWordsMax || !railName.test(text)) continue
    for (const part of partsBegunBy(blocks, index)) found.add(part)
  }
  return found
}

/** Marks groups of similar elements behind a story whose first heading is a link to another page. */
function markTeasers(
  { blocks, siblings }: PageOutline,
  isKept: readonly boolean[],
  { story, dropped }: { readonly story: PageBlock; readonly dropped: Uint8Array },
): void {
  const titles = new Map<number, Part[]>()
  let item: Part | undefined
  for (const block of blocks) {
    if (block.index <= story.index || block.headingLevel === 0) continue
    if (item && isWithin(block.part, item)) continue
    item = teaserAround(block.part, siblings.counts)
    if (!item || isWithin(story.part, item)) continue
    const group = siblings.firsts[item.index] ?? 0
    const isLinked =
      (block.links > block.samePageLinks || block.links === 0) &&
      block.linkWords >= block.measure.words
    const own = titles.get(group) ?? []
    if (isLinked) titles.set(group, [...own, item].slice(0, itemsMax))
  }
  for (const items of titles.values())
    if (
      items.length >= (items.some(isNamed) ? teasersMin : unnamedMin) &&
      areLast(items, blocks, isKept)
    )
      for (const { index, end } of items) dropped.fill(likely, index, end)
}

/** Whether hardly anything of what is chosen follows the first of some elements but these: a list of things has text of its own between them. */
function areLast(items: readonly Part[], blocks: readonly PageBlock[], isKept: readonly boolean[]) {
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.end ?? 0]
  let [inside, outside, at] = [0, 0, 0]
  for (const { index, part, measure } of blocks) {
    if (!isKept[index] || part.index < first) continue
    while (items[at] && part.index >= (items[at]?.end ?? 0)) at++
    if (items[at] && part.index >= (items[at]?.index ?? 0)) inside += measure.words
    else if (part.index < last) return false
    else outside += measure.words
  }
  return outside <= outsideShareMax * inside
}

const outsideShareMax = 0.05
const itemsMax = 200

const levelsMax = 4

const isHeadline = ({ words, linkWords }: Part): boolean =>
  words <= teaserWordsMax && linkWords >= titleShareMin * words

const isNamed = ({ element: { name, attribs } }: Part): boolean =>
  name === 'article' || teaserName.test(attribs['class'] ?? '')

/** The innermost element around a heading that is repeated and may be a teaser. */
function teaserAround(part: Part, counts: Uint32Array): Part | undefined {
  let around = part.parent
  for (let level = 0; around && level < levelsMax; level++, around = around.parent) {
    if ((counts[around.index] ?? 0) < teasersMin || !teaserTags.has(around.element.name)) continue
    if (isNamed(around) || isHeadline(around)) return around
  }
  return undefined
}

interface Dropped {
  readonly dropped: Uint8Array
  readonly probabilities: Float32Array
}

function dropParts(
  blocks: readonly PageBlock[],
  isKept: boolean[],
  { dropped, probabilities }: Dropped,
): void {
  for (const { index, part, headingLevel, linkWords } of blocks) {
    const kind = dropped[part.index]
    if (kind === 0) continue
    const stays =
      kind === likely && linkWords > 0 && (probabilities[index] ?? 0) > railProbabilityMax
    if (!stays || headingLevel > 0) isKept[index] = false
  }
}

import { calloutKind } from '#content/html/markdown/callouts.ts'
import type { PageBlock, PageOutline, Part } from './blocks.ts'
import {
  createAncestorFeatures,
  elementFeature,
  classFeature,
  hiddenFeature,
} from './ancestor-features.ts'

/** Pages with more words are left to the model. */
export const landmarkWordsMax = 60

const cookieClass = classFeature('cookie')
const landmarks = ['nav', 'aside', 'dialog'].map(elementFeature)
const boilerplate = [
  ...['breadcrumb', 'ad', 'share', 'related', 'newsletter'].map(classFeature),
  cookieClass,
]

/** Landmarks that are not content inside `<main>`; a header there belongs to the article. */
const inMain = { certain: [...landmarks, hiddenFeature], likely: boilerplate }

const headerClass = classFeature('header')
const onPage = {
  certain: [...inMain.certain, ...['header', 'footer'].map(elementFeature)],
  likely: [...boilerplate, ...['nav', 'sidebar', 'footer'].map(classFeature), headerClass],
}

/** A landmark with a larger share of the words is content despite its name. */
const likelyShareMax = 0.5

/**
 * Selects the blocks of a page with few words: all except navigation, header, footer and similar landmarks, inside
 * `<main>` if present. Such pages have too few words for the model.
 * Undefined when nothing would be left.
 */
export function chooseByLandmarks({ parts, blocks }: PageOutline): boolean[] | undefined {
  const mains = parts.filter((part) => isMain(part) && part.words > 0)
  const main = mains.length === 1 ? mains[0] : undefined
  const scope = main ?? parts[0]
  const { certain, likely } = main ? inMain : onPage
  const measureFeatures = createAncestorFeatures()
  /** What is called a header or a top below the title belongs to a section. */
  const title = parts.find(({ traits, words }) => traits.headingLevel === 1 && words > 0)
  const known = new Map<Part, readonly number[]>()
  const featuresIn = (part: Part) => {
    const features = known.get(part) ?? measureFeatures(part.element)
    known.set(part, features)
    return features
  }
  const isChrome = (container: Part) => {
    const ancestorWith = (feature: number) =>
      nearest(container, (part) => featuresIn(part).includes(feature))
    return (
      certain.some((feature) => isBelow(ancestorWith(feature), scope)) ||
      likely.some((feature) => {
        const part = ancestorWith(feature)
        return (
          isBelow(part, scope) &&
          !(feature === headerClass && title && part.index > title.index) &&
          !(feature === cookieClass && isNotice(part)) &&
          part.words <= likelyShareMax * (scope?.words ?? 0) &&
          !nearest(part, (around) => isAmongText(around, parts))
        )
      })
    )
  }
  const isKept = blocks.map(({ part }) => isBelow(part, scope, { orSame: true }) && !isChrome(part))
  if (!isKept.includes(true)) return undefined
  if (!main) keepTitle(blocks, isKept)
  return isKept
}

const textTags = new Set('p h1 h2 h3 h4 h5 h6'.split(' '))

/** Whether an element stands between paragraphs and headings, such as a notice in a text. */
function isAmongText({ index, end, parent }: Part, parts: readonly Part[]): boolean {
  if (!parent) return false
  let [before, after] = [false, false]
  for (let at = parent.index + 1; at < parent.end; at = parts[at]?.end ?? parent.end) {
    const sibling = parts[at]
    if (!sibling || sibling.words === 0 || !textTags.has(sibling.element.name)) continue
    before ||= at < index
    after ||= at >= end && sibling.element.name === 'p'
  }
  return before && after
}

/** Notices of a text have names of banners, such as `alert`; those about cookies also say so. */
const isNotice = ({ element }: Part): boolean =>
  calloutKind(element) !== undefined && !bannerName.test(element.attribs['class'] ?? '')

const bannerName = /cookie|consent|gdpr|popup|modal|overlay|toast/i

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
function keepTitle(blocks: readonly PageBlock[], isKept: boolean[]): void {
  const titles = blocks.filter(({ headingLevel }) => headingLevel === 1)
  if (titles.length === 1 && titles[0]) isKept[titles[0].index] = true
}

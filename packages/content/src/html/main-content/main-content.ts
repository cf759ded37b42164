import { Element, Text, type ChildNode, type Document } from 'domhandler'
import { findCodeLabels } from '#content/html/markdown/code-labels.ts'
import { noteElements, type NotedElements } from '#content/html/about/noted-elements.ts'
import { settleHidden } from '#content/html/styles/hidden-parts.ts'
import { outline, type PageOutline } from './blocks.ts'
import { dropCaptions } from './captions.ts'
import { chooseByLandmarks, landmarkWordsMax } from './choose-by-landmarks.ts'
import { chooseBlocks } from './choose.ts'
import { dropConsent } from './consent.ts'
import { dropLinkBlocks } from './drop-link-blocks.ts'
import { dropOffscreen } from './drop-offscreen.ts'
import { dropReadAlso } from './drop-read-also.ts'
import { dropRepeated, dropSubjects } from './drop-repeated.ts'
import { dropNamed } from './drop-named.ts'
import { dropSignups } from './drop-signups.ts'
import { dropTeasers } from './drop-teasers.ts'
import { dropShortcodes } from './drop-shortcodes.ts'
import { keepFirstSections } from './keep-first-sections.ts'
import { keepCode } from './keep-code.ts'
import { dropBareHeadings, keepHeadings } from './keep-headings.ts'
import { keepManual } from './keep-manual.ts'
import { keepNotes } from './keep-notes.ts'
import { keepParagraphs } from './keep-paragraphs.ts'
import { keepBoxes } from './keep-boxes.ts'
import { keepBetween } from './keep-between.ts'
import { keepPosts } from './keep-posts.ts'
import { keepNames } from './keep-names.ts'
import { keepSentences } from './keep-sentences.ts'
import { keepRepeats } from './keep-repeats.ts'
import { keepSections } from './keep-sections.ts'
import { keepEnd } from './keep-end.ts'
import { keepTables } from './keep-tables.ts'
import { keepTitle } from './keep-title.ts'
import { keepLists } from './keep-lists.ts'
import { readPageFeatures } from './page-features.ts'
import { preferText } from './prefer-text.ts'
import { prune } from './prune.ts'
import { dropUnreadable } from './readable.ts'
import { scoreBlocks, type Scores } from './score-blocks.ts'
import { unwrap, wrap } from './wrap.ts'

/**
 * Extracts the main content of a page: the article, thread or product, without navigation, advertising and tails.
 * Consumes the tree: the returned nodes are those of the document, in order, with everything else removed.
 * A page with text is never empty; one without text returns its metadata description.
 */
export function findMainContent(
  document: Document,
  noted: NotedElements = noteElements(document),
): readonly ChildNode[] {
  const features = readPageFeatures(noted)
  dropConsent(document)
  settleHidden(document, noted.all)
  dropUnreadable(noted.all)
  noteCodeLanguages(noted.all)
  const root = wrap(document)
  const page = outline(root)
  const ownWords = page.parts[0]?.words ?? 0
  if (ownWords < emptyPageWordsMax && features.longestText.length > metadataLengthMin) {
    return paragraphs(features.longestText)
  }
  const isKept = select(page, ownWords, () => scoreBlocks(page, features))
  keepTitle(page, isKept, features.titleWords)
  if (isCutShort(keptWords(page, isKept), features.article)) return paragraphs(features.article)
  prune(page, isKept)
  return unwrap(root)
}

/** The label of a code sample may be left out, but not what it says. */
function noteCodeLanguages(elements: readonly Element[]): void {
  for (const { code, language } of findCodeLabels(elements))
    code.attribs['data-language'] ??= language
}

function select(page: PageOutline, words: number, scores: () => Scores): boolean[] {
  const byLandmarks = words <= landmarkWordsMax ? chooseByLandmarks(page) : undefined
  if (!byLandmarks) return selectBlocks(page, scores())
  dropReadAlso(page.blocks, byLandmarks)
  keepHeadings(page, byLandmarks)
  return byLandmarks
}

/** The blocks of the main content, from their probabilities. */
export function selectBlocks(page: PageOutline, { probabilities, isText }: Scores): boolean[] {
  const isKept = chooseBlocks(page.blocks, probabilities, isText)
  if (!isText) preferText(page.blocks, isKept)
  keepRepeats(page, isKept)
  if (isText) keepSections(page, isKept, probabilities)
  if (!isText) keepNames(page, isKept)
  keepLists(page, isKept)
  const inThread = keepPosts(page, isKept, { probabilities, isText })
  dropNamed(page, isKept, { isText, isThread: inThread !== undefined })
  if (!inThread) dropReadAlso(page.blocks, isKept)
  if (!inThread) dropTeasers(page, isKept, { probabilities, isText })
  if (isText) keepParagraphs(page, isKept)
  const chosen = [...isKept]
  if (isText) {
    dropOffscreen(page, isKept)
    if (!inThread) dropSignups(page, isKept, probabilities)
    dropLinkBlocks(page, isKept, inThread ?? probabilities)
    dropCaptions(page, isKept, inThread ?? probabilities)
  }
  dropShortcodes(page, isKept)
  keepCode(page, isKept)
  keepTables(page, isKept)
  keepBetween(page, isKept, { probabilities, isThread: inThread !== undefined })
  keepBoxes(page, isKept, { isText: isText && !inThread })
  keepNotes(page, isKept)
  dropRepeated(page, isKept)
  keepHeadings(page, isKept, { probabilities, isText })
  dropSubjects(page.blocks, isKept)
  if (isText) {
    if (!inThread) {
      keepNames(page, isKept, isText)
      keepManual(page, isKept, { probabilities, chosen })
      keepSentences(page.blocks, isKept, { probabilities, chosen })
      keepEnd(page, isKept, { probabilities, chosen })
    }
    keepFirstSections(page.blocks, isKept)
    dropBareHeadings(page.blocks, isKept, probabilities)
  }
  return isKept
}

/** Pages with fewer words are empty before their scripts run. */
const emptyPageWordsMax = 20

/** Shorter metadata texts are titles and slogans. */
const metadataLengthMin = 100

/** An article in the structured data above this length and this ratio to the visible text replaces the page. */
const articleLengthMin = 1_000
const articleTimesMin = 3

const isCutShort = (words: number, declared: string): boolean =>
  declared.length >= articleLengthMin && declared.split(/\s+/).length >= articleTimesMin * words

function keptWords({ blocks }: PageOutline, isKept: readonly boolean[]): number {
  let words = 0
  for (const { index, measure } of blocks) if (isKept[index]) words += measure.words
  return words
}

const paragraphs = (text: string): Element[] =>
  text.split(/\n\s*\n/).map((part) => new Element('p', {}, [new Text(part.trim())]))

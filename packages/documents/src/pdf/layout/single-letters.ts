import type { TextItem } from '@firecrawl/pdf-inspector'
import type { OpenPdf } from '#documents/pdf/pdfium.ts'
import { withLetters } from './exact-text.ts'

/** A page and its items. */
export interface PageItems {
  /** From 1. */
  readonly page: number
  readonly items: readonly TextItem[]
}

const samplesMax = 3
const lettersMin = 40
/** Of the letters that are objects of their own. */
const singleShareMin = 0.4

/** Text in which a letter may be raised or lowered: `m2`, `H2O`, `1st`, `word.3`, `name*`. */
const mayHaveScripts =
  /\p{L}[\d−+-]|\d\p{L}|[\p{L}\d.,;:!?)\]”"’%][*†‡§®]|[.,;:!?)\]”"’]\d{1,3}(?:[,–-]\d{1,3}){0,9}(?!\S)/u

/**
 * Corrects the items of documents that draw letters one by one, as browsers do when they place letters on whole pixels, and of those with
 * fonts whose widths are not in the file: the library guesses the words of such a document, and merges superscripts and subscripts into them. A few pages are tried; the others are
 * read again if these had errors, or if they may have scripts.
 */
export function createSingleLetters(
  pages: readonly PageItems[],
  document: OpenPdf,
): (page: PageItems) => readonly TextItem[] {
  const corrected = new Map<number, readonly TextItem[]>()
  const correct = ({ page, items }: PageItems) => {
    const known = corrected.get(page)
    if (known) return known
    const exact = document.readLetters(page - 1, 0, (letters) =>
      letters.hasBlanks || items.some(isGuessed) ? withLetters(items, letters) : items,
    )
    corrected.set(page, exact)
    return exact
  }
  const isSingle = ({ page, items }: PageItems) =>
    document.countObjects(page - 1) >= singleShareMin * countLetters(items)
  const samples = chooseSamples(pages)
  const [first] = samples
  // The pages of a document are made by one program.
  const mayBeWrong =
    first && (first.items.some(isGuessed) || (first.items.some(mayBeOfBrowser) && isSingle(first)))
  if (!mayBeWrong) return createScripts(document)
  const isWrong = samples.some((sample) => hasOtherBlanks(sample.items, correct(sample)))
  return (page) =>
    isWrong || page.items.some(({ text }) => mayHaveScripts.test(text)) ? correct(page) : page.items
}

/** Pages without a script, after which no further page is read again. */
const pagesWithoutMax = 3
const powerOfTen = /10[-−]?\d/

/**
 * Parts superscripts and subscripts from the text of their line, into which the library merges those that are little smaller. A document
 * that has none on its first pages in doubt has none.
 */
function createScripts(document: OpenPdf): (page: PageItems) => readonly TextItem[] {
  let [read, hasAny] = [0, false]
  return ({ page, items }) => {
    const isOver = read >= pagesWithoutMax && !hasAny
    if (isOver || !items.some(({ text }) => mayHaveScripts.test(text))) return items
    read += 1
    const exact = document.readLetters(page - 1, 0, (letters) => {
      if (!letters.hasBlanks) return items
      return items.flatMap((item) => {
        const mayHave = mayHaveScripts.test(item.text) || powerOfTen.test(item.text)
        return mayHave ? withLetters([item], letters) : [item]
      })
    })
    hasAny ||= exact.length > items.length
    return exact
  }
}

const isGuessed = ({ advanceKnown }: TextItem) => !advanceKnown

/** Typesetters tag the names of their fonts at random, libraries of browsers in sequence from `AAAAAA` on. */
const mayBeOfBrowser = ({ font }: TextItem) => !/^[A-Z]{6}\+/.test(font) || /^..AAAA/.test(font)

const countLetters = (items: readonly TextItem[]) =>
  items.reduce((sum, { text }) => sum + text.length, 0)

/** Some pages with text from all over the document. */
function chooseSamples(pages: readonly PageItems[]): PageItems[] {
  const full = pages.filter(({ items }) => countLetters(items) >= lettersMin)
  const count = Math.min(samplesMax, full.length)
  return Array.from({ length: count }, (_, at) => {
    const index = Math.floor(((at + 0.5) * full.length) / count)
    return full[index] as PageItems
  })
}

const hasOtherBlanks = (items: readonly TextItem[], exact: readonly TextItem[]) =>
  items.map(({ text }) => text).join('') !== exact.map(({ text }) => text).join('')

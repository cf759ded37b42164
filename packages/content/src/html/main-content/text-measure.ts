import { codeAt } from '#content/html/code-at.ts'

/** Character statistics of a text, counted in one pass. */
export interface TextMeasure {
  words: number
  letters: number
  digits: number
  capitalisedWords: number
  commas: number
  sentenceEnds: number
  symbols: number
}

export function emptyMeasure(): TextMeasure {
  return {
    words: 0,
    letters: 0,
    digits: 0,
    capitalisedWords: 0,
    commas: 0,
    sentenceEnds: 0,
    symbols: 0,
  }
}

/** Adds the statistics of `text` to `measure`. */
export function addText(measure: TextMeasure, text: string): void {
  // Frequent counters are local and added at the end.
  let words = 0
  let letters = 0
  let ideographs = 0
  let isInWord = false
  const { length } = text
  for (let index = 0; index < length; index++) {
    const code = codeAt(text, index)
    if (isWordEnd(code)) {
      isInWord = false
      continue
    }
    if (!isInWord) words++
    if (code >= 0x61 && code <= 0x7a) letters++
    else if (isUpper(code)) {
      letters++
      if (!isInWord) measure.capitalisedWords++
    } else if (isLetter(code)) {
      letters++
      if (isIdeograph(code)) ideographs++
    } else if (code >= 0x30 && code <= 0x39) measure.digits++
    else if (code === 0x2c || code === 0xff0c || code === 0x3001) measure.commas++
    else if (isSentenceEnd(code)) measure.sentenceEnds++
    else measure.symbols++
    isInWord = true
  }
  measure.words += words + Math.round(ideographs / ideographsPerWord)
  measure.letters += letters
}

/** White space, as far as it separates words. */
export const isWordEnd = (code: number): boolean => code <= 0x20 || code === 0xa0

const isUpper = (code: number): boolean =>
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0xc0 && code <= 0xde) ||
  (code >= 0x410 && code <= 0x42f)

/** ASCII first, because it is most frequent. */
const isLetter = (code: number): boolean =>
  (code >= 0xaa && code < 0x2000) || (code > 0x3002 && code < 0xfe00)

/** Chinese and Japanese have no spaces; about two characters make a word. */
const ideographsPerWord = 2

const isIdeograph = (code: number): boolean => code >= 0x3040 && code <= 0x9fff

/** . ! ? and their full-width and ideographic forms, and the ellipsis. */
const isSentenceEnd = (code: number): boolean =>
  code === 0x2e ||
  code === 0x21 ||
  code === 0x3f ||
  code === 0x2026 ||
  code === 0x3002 ||
  code === 0xff01 ||
  code === 0xff1f

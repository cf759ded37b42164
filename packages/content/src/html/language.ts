import type { Document } from 'domhandler'
import { detect } from 'tinyld/light'
import { oneLine, readText, unseenTags } from './walk.ts'

/** Shorter texts are guessed wrong too often. */
const textLengthMin = 200
const sampleLengthMax = 2_000
/** With the white space of the source. */
const sampledLengthMax = 3 * sampleLengthMax
const readLengthMax = 50_000

/** The language a page is written in, judged by its text (ISO 639-1); undefined when there is too little of it. */
export function detectLanguage(document: Document): string | undefined {
  const text = readText(document, { except: unseenTags, lengthMax: readLengthMax })
  const start = Math.max(0, Math.floor((text.length - sampledLengthMax) / 2))
  const sample = oneLine(text.slice(start, start + sampledLengthMax)).slice(0, sampleLengthMax)
  if (sample.length < textLengthMin) return undefined
  return isPlainlyEnglish(sample) ? 'en' : detect(sample) || undefined
}

const commonInEnglish = new Set(
  'the of and to for with that is are you this from your be by or it'.split(' '),
)
const commonLengthMax = 4
const commonShareMin = 0.08
const theShareMin = 0.01

/**
 * Its commonest words give English away, which most pages are. The library takes twenty times as long and is led astray
 * by the names and code among the words.
 */
function isPlainlyEnglish(text: string): boolean {
  const lower = text.toLowerCase()
  let [words, common, the] = [0, 0, 0]
  for (let start = 0; start < lower.length;) {
    let end = start
    for (let width = letterWidth(lower, end); width > 0; width = letterWidth(lower, end))
      end += width
    if (end > start) words++
    // Longer words are none of the common ones, and need not be cut out.
    if (end > start && end - start <= commonLengthMax) {
      const word = lower.slice(start, end)
      if (commonInEnglish.has(word)) common++
      if (word === 'the') the++
    }
    start = end + 1
  }
  return common >= words * commonShareMin && the >= words * theShareMin
}

/** How many units of a string the letter at a place takes; 0 when there is no letter. */
function letterWidth(text: string, at: number): number {
  const code = text.codePointAt(at) ?? 0
  if (code < 0x80) return code >= 0x61 && code <= 0x7a ? 1 : 0
  if (!/^\p{L}/u.test(String.fromCodePoint(code))) return 0
  return code > 0xffff ? 2 : 1
}

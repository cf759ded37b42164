import type { Document } from 'domhandler'
import { detect } from 'tinyld/light'
import { oneLine, textOf, unseenTags } from './walk.ts'

/** Shorter texts are guessed wrong too often. */
const textLengthMin = 200
const sampleLengthMax = 2_000
/** With the white space of the source. */
const sampledLengthMax = 3 * sampleLengthMax
const readLengthMax = 50_000

/** The language a page is written in, judged by its text (ISO 639-1); undefined when there is too little of it. */
export function detectLanguage(document: Document): string | undefined {
  const text = textOf(document, { except: unseenTags, lengthMax: readLengthMax })
  const start = Math.max(0, Math.floor((text.length - sampledLengthMax) / 2))
  const sample = oneLine(text.slice(start, start + sampledLengthMax)).slice(0, sampleLengthMax)
  if (sample.length < textLengthMin) return undefined
  return isPlainlyEnglish(sample) ? 'en' : detect(sample) || undefined
}

const commonInEnglish = new Set(
  'the of and to for with that is are you this from your be by or it'.split(' '),
)
const commonShareMin = 0.1
const theShareMin = 0.01

/**
 * Its commonest words give English away, which most pages are. The library takes twenty times as long and is led astray
 * by the names and code among the words.
 */
function isPlainlyEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  let common = 0
  let the = 0
  for (const word of words) {
    if (commonInEnglish.has(word)) common++
    if (word === 'the') the++
  }
  return common >= words.length * commonShareMin && the >= words.length * theShareMin
}

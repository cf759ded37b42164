import type { Document } from 'domhandler'
import { detect } from 'tinyld/light'
import { oneLine, textOf, unseenTags } from './walk.ts'

/** Shorter texts are guessed wrong too often. */
const textLengthMin = 200
const sampleLengthMax = 2_000
const readLengthMax = 50_000

/** The language a page is written in, judged by its text (ISO 639-1); undefined when there is too little of it. */
export function detectLanguage(document: Document): string | undefined {
  const text = oneLine(textOf(document, { except: unseenTags, lengthMax: readLengthMax }))
  if (text.length < textLengthMin) return undefined
  const start = Math.max(0, Math.floor((text.length - sampleLengthMax) / 2))
  return detect(text.slice(start, start + sampleLengthMax)) || undefined
}

import { createYields } from '#kernel/event-loop.ts'
import { splitText } from '#base/text-pieces.ts'

/** The one spelling of words in the index, made here because servers differ in their locales. */
export function fold(text: string): string {
  const plain = foldPlain(text)
  return beyondAscii.test(plain) ? plain.replace(unspaced, bigrams) : plain
}

/** Without cutting runs of scripts that put no spaces between words. */
export function foldPlain(text: string): string {
  if (!beyondAscii.test(text)) return words(text.toLowerCase(), asciiSigns)
  const plain = text
    .normalize('NFKD')
    // Marks are letters of their own in other scripts: й, ジ.
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}{1,8}/gu, '')
    .normalize('NFC')
    .toLowerCase()
  return words(plain, signs)
}

/**
 * Like `fold`, for a long text, in pieces between which the event loop runs. Ends after `charsMax` characters of the result: one
 * character can stand for eighteen.
 */
export async function foldInPieces(text: string, charsMax: number): Promise<string> {
  const yields = createYields()
  const pieces: string[] = []
  let chars = 0
  for (const piece of splitText(text)) {
    if (chars >= charsMax) break
    const folded = fold(piece)
    if (folded !== '') pieces.push(folded)
    chars += folded.length
    await yields.next()
  }
  return pieces.join(' ')
}

const beyondAscii = /[^\0-\x7f]/
const asciiSigns = /[^a-z0-9]+/g
const signs = /[^\p{L}\p{N}\p{M}]+/gu
/** Scripts that put no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+/gu

const words = (text: string, between: RegExp) => text.replace(between, ' ').trim()

/** Overlapping pairs stand for words. */
function bigrams(run: string): string {
  const letters = Array.from(run)
  if (letters.length < 2) return ` ${run} `
  return ` ${letters
    .slice(1)
    .map((letter, index) => `${letters[index] ?? ''}${letter}`)
    .join(' ')} `
}

/** Distinct folded words, in their order. */
export const foldedWords = (text: string): string[] => [
  ...new Set(fold(text).split(' ').filter(Boolean)),
]

/** Distinct words as they are written, but in lower case. */
export const writtenWords = (text: string): string[] => [
  ...new Set(words(text.normalize('NFC').toLowerCase(), signs).split(' ')),
]

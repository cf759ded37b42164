import { createYields } from '#kernel/event-loop.ts'

/** The one spelling of words in the index, made here because servers differ in their locales. */
export function fold(text: string): string {
  if (!beyondAscii.test(text)) return words(text.toLowerCase(), asciiSigns)
  const plain = text
    .normalize('NFKD')
    // Marks are letters of their own in other scripts: й, ジ.
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}{1,8}/gu, '')
    .normalize('NFC')
    .toLowerCase()
  return words(plain, signs).replace(unspaced, bigrams)
}

const pieceCharsMax = 16_384

/**
 * Like `fold`, for a long text, in pieces between which the event loop runs. Ends after `charsMax` characters of the result: one
 * character can stand for eighteen.
 */
export async function foldInTurns(text: string, charsMax: number): Promise<string> {
  const yields = createYields()
  const pieces: string[] = []
  let chars = 0
  for (let from = 0; from < text.length && chars < charsMax;) {
    const to = endOfPiece(text, from)
    const piece = fold(text.slice(from, to))
    if (piece !== '') pieces.push(piece)
    chars += piece.length
    from = to
    await yields.next()
  }
  return pieces.join(' ')
}

/** Behind the last space, or line, of what a piece may take. */
function endOfPiece(text: string, from: number): number {
  const most = from + pieceCharsMax
  if (most >= text.length) return text.length
  const end = Math.max(text.lastIndexOf(' ', most), text.lastIndexOf('\n', most))
  return end > from ? end : most
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

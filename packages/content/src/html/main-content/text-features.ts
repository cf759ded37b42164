import { phraseRows } from './phrases.ts'
import type { TextMeasure } from './text-measure.ts'
import { hashMask, hashWord } from './word-hash.ts'

/** Patterns of short texts other than words; they follow the rows of phrases. */
const patterns: readonly ((text: ShortText) => boolean)[] = [
  ({ lower, measure }) => measure.digits > 3 && /\b(?:19|20)\d\d\b/.test(lower),
  ({ lower, measure }) =>
    measure.digits > 2 && /\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}:\d\d/.test(lower),
  ({ lower, measure }) => measure.digits > 0 && /[$€£¥]\s?\d|\d\s?(?:€|eur\b|chf\b|zł)/.test(lower),
  ({ lower, measure }) =>
    measure.symbols + measure.sentenceEnds > 0 && /@[a-z0-9-]+\.|https?:|www\./.test(lower),
  ({ lower }) =>
    !isPlainLetter(lower.charCodeAt(lower.length - 1)) &&
    lastCharacters.some((ending) => lower.endsWith(ending)),
  ({ lower }) => !isPlainLetter(lower.charCodeAt(0)) && /^[^\p{L}]*$/u.test(lower),
  ({ lower }) => lower.endsWith(':'),
]

const isPlainLetter = (code: number): boolean => code >= 0x61 && code <= 0x7a

const lastCharacters = ['…', '...', '[…]', '»', '›', '→']

export const textFeatureCount = phraseRows.length + patterns.length

/** Maximum length of texts searched for phrases. */
export const phraseTextLengthMax = 160

interface ShortText {
  /** In lower case. */
  readonly lower: string
  readonly measure: TextMeasure
}

/** The patterns found in a short text, as bits that follow those of its phrases. */
export function patternsIn(text: ShortText): number {
  if (text.lower.length > phraseTextLengthMax) return 0
  let bits = 0
  for (let index = 0; index < patterns.length; index++) {
    if (patterns[index]?.(text)) bits |= 1 << (phraseRows.length + index)
  }
  return bits
}

interface Phrase {
  /** Words after the first. */
  readonly rest: string
  readonly isOpen: boolean
  readonly bit: number
}

const wordPattern = /[\p{L}\p{N}]+|[©»›→]/gu

/** By first word; open words by their first four characters. */
const phrases = new Map<string, Phrase[]>()
const prefixes = new Map<string, (Phrase & { readonly word: string })[]>()
export const prefixLength = 3

for (const [row, listed] of phraseRows.entries()) {
  for (const phrase of listed.split('|')) {
    const isOpen = phrase.endsWith('*')
    const text = isOpen ? phrase.slice(0, -1) : phrase
    const [word = text] = text.match(wordPattern) ?? []
    const rest = text.slice(text.indexOf(word) + word.length)
    const entry = { rest, isOpen, bit: 1 << row }
    if (isOpen && rest === '') {
      const key = word.slice(0, prefixLength)
      prefixes.set(key, [...(prefixes.get(key) ?? []), { ...entry, word }])
    } else phrases.set(word, [...(phrases.get(word) ?? []), entry])
  }
}

/** Hashes of the words that phrases begin with, and of how open words begin: few words need to be cut out. */
const isLikely = new Uint8Array(hashMask + 1)
for (const word of [...phrases.keys(), ...prefixes.keys()]) isLikely[hashWord(word) & hashMask] = 1

const wordCharacter = /[\p{L}\p{N}]/u

/** Whether a word may begin a phrase, by its hash and that of its first characters. */
export const mayBeginPhrase = (hash: number, beginning: number): boolean =>
  isLikely[hash & hashMask] === 1 || isLikely[beginning & hashMask] === 1

/** The phrases of a text with letters of two parts. */
export function phrasesIn(lower: string): number {
  let bits = 0
  for (const { 0: word, index } of lower.matchAll(wordPattern))
    bits |= phrasesAt(word, lower, index + word.length)
  return bits
}

/** Symbols that count as words: ©, », › and →. */
const symbolCodes = new Set([0xa9, 0xbb, 0x203a, 0x2192])

/** The phrases that start with a symbol, in a text that continues at `end`. */
export const phrasesOfSymbol = (code: number, lower: string, end: number): number =>
  symbolCodes.has(code) ? phrasesAt(String.fromCharCode(code), lower, end) : 0

/** The phrases that start with a word, in a text that continues at `end`. */
export function phrasesAt(word: string, lower: string, end: number): number {
  let bits = 0
  const known = phrases.get(word)
  if (known) {
    for (const { rest, isOpen, bit } of known) {
      if (rest === '') bits |= bit
      else if (lower.startsWith(rest, end)) {
        const next = lower[end + rest.length]
        if (isOpen || next === undefined || !wordCharacter.test(next)) bits |= bit
      }
    }
  }
  const open = prefixes.get(word.slice(0, prefixLength))
  if (open) {
    for (const { word: start, bit } of open) if (word.startsWith(start)) bits |= bit
  }
  return bits
}

import { phraseRows } from './phrases.ts'
import { isWordCharacter } from './shared-words.ts'

/** Patterns of short texts that are not words; they follow the rows of phrases. */
const patterns: readonly RegExp[] = [
  /\b(?:19|20)\d\d\b/,
  /\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}:\d\d/,
  /[$€£¥]\s?\d|\d\s?(?:€|eur\b|chf\b|zł)/,
  /@[a-z0-9-]+\.|https?:|www\./,
  /(?:…|\.\.\.|\[…\]|»|›|→)$/,
  /^[^\p{L}]*$/u,
  /:$/,
]

export const signCount = phraseRows.length + patterns.length

/** Longer texts speak for themselves, not through phrases. */
const textLengthMax = 160

/** The phrases found in a short text, as bits. */
export function textSigns(text: string): number {
  if (text.length > textLengthMax) return 0
  let bits = known.get(text)
  if (bits === undefined) {
    bits = readSigns(text.toLowerCase())
    if (known.size >= knownMax) known.clear()
    known.set(text, bits)
  }
  return bits
}

/** Menus and footers come again on every page of a site. */
const known = new Map<string, number>()
const knownMax = 5_000

interface Phrase {
  /** What follows the first word. */
  readonly rest: string
  readonly isOpen: boolean
  readonly bit: number
}

const wordPattern = /[\p{L}\p{N}]+|[©»›→]/gu

/** By their first word; open words by their first four characters. */
const phrases = new Map<string, Phrase[]>()
const prefixes = new Map<string, (Phrase & { readonly word: string })[]>()
const prefixLength = 3

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

const wordCharacter = /[\p{L}\p{N}]/u

/** Half of a character outside the Basic Multilingual Plane. */
const surrogate = /[\ud800-\udfff]/

function readSigns(lower: string): number {
  let bits = 0
  if (surrogate.test(lower)) {
    for (const { 0: word, index } of lower.matchAll(wordPattern)) {
      bits |= signsOfWord(word, lower, index + word.length)
    }
  } else {
    let start = -1
    for (let index = 0; index <= lower.length; index++) {
      const code = index < lower.length ? lower.charCodeAt(index) : space
      if (isWordCharacter(code)) {
        if (start < 0) start = index
        continue
      }
      if (start >= 0) bits |= signsOfWord(lower.slice(start, index), lower, index)
      start = -1
      if (code > lastPlain && signs.has(code)) {
        bits |= signsOfWord(String.fromCharCode(code), lower, index + 1)
      }
    }
  }
  for (let index = 0; index < patterns.length; index++) {
    if (patterns[index]?.test(lower)) bits |= 1 << (phraseRows.length + index)
  }
  return bits
}

const space = 0x20
const lastPlain = 0x7f
/** Signs that count as words: ©, », › and →. */
const signs = new Set([0xa9, 0xbb, 0x203a, 0x2192])

/** What a word is the beginning of, in a text that goes on at `end`. */
function signsOfWord(word: string, lower: string, end: number): number {
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

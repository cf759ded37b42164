import { wordsIn, type PageFeatures } from './page-features.ts'
import {
  mayBeginPhrase,
  phraseTextLengthMax,
  phrasesAt,
  phrasesIn,
  phrasesOfSymbol,
  prefixLength,
} from './text-features.ts'
import { hashMask, hashWord, isWordCharacter, nextHash } from './word-hash.ts'

type KnownWords = Pick<PageFeatures, 'titleWords' | 'descriptionWords'>

/** What the words of a text tell. */
interface WordScan {
  words: number
  /** Those of them that are in the title and in the description of the page. */
  inTitle: number
  inDescription: number
  /** The phrases in a short text, as bits. */
  phrases: number
}

/**
 * Returns a function that reads the words of a text in lower case, all in one pass. It creates strings only for words that are likely
 * to be known. Its result is valid until the next call.
 */
export function createWordScan({
  titleWords,
  descriptionWords,
}: KnownWords): (lower: string) => Readonly<WordScan> {
  const isLikely = new Uint8Array(hashMask + 1)
  for (const words of [titleWords, descriptionWords]) {
    for (const word of words) isLikely[hashWord(word) & hashMask] = 1
  }
  const found: WordScan = { words: 0, inTitle: 0, inDescription: 0, phrases: 0 }
  const note = (word: string) => {
    if (titleWords.has(word)) found.inTitle++
    if (descriptionWords.has(word)) found.inDescription++
  }
  const scanPairs = (lower: string) => {
    reset(found)
    for (const word of wordsIn(lower)) {
      found.words++
      note(word)
    }
    if (lower.length <= phraseTextLengthMax) found.phrases = phrasesIn(lower)
    return found
  }
  return (lower) => {
    reset(found)
    const isShort = lower.length <= phraseTextLengthMax
    let [words, length, hash, beginning] = [0, 0, 0, 0]
    for (let index = 0; index <= lower.length; index++) {
      const code = index < lower.length ? lower.charCodeAt(index) : space
      if (isWordCharacter(code)) {
        length++
        hash = nextHash(hash, code)
        if (length === prefixLength) beginning = hash
        continue
      }
      if (length > 0) {
        words++
        const start = index - length
        if (isLikely[hash & hashMask] === 1) note(lower.slice(start, index))
        if (isShort && mayBeginPhrase(hash, length > prefixLength ? beginning : hash))
          found.phrases |= phrasesAt(lower.slice(start, index), lower, index)
        length = 0
        hash = 0
      }
      if (code <= lastPlain) continue
      // Letters of two parts, which are read in another way.
      if ((code & surrogateMask) === surrogate) return scanPairs(lower)
      if (isShort) found.phrases |= phrasesOfSymbol(code, lower, index + 1)
    }
    found.words = words
    return found
  }
}

function reset(found: WordScan): void {
  found.words = 0
  found.inTitle = 0
  found.inDescription = 0
  found.phrases = 0
}

const space = 0x20
const lastPlain = 0x7f
const [surrogate, surrogateMask] = [0xd800, 0xf800]

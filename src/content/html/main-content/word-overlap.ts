import { hashMask, hashOf, nextHash } from './word-hash.ts'
import { wordsIn, type PageFeatures } from './page-features.ts'

type KnownWords = Pick<PageFeatures, 'titleWords' | 'descriptionWords'>

/** For each lower-case text, the share of its words that are in the page's title and in its description; -1 without one. */
export function wordOverlap(texts: readonly string[], known: KnownWords) {
  const inTitle = new Float64Array(texts.length).fill(-1)
  const inDescription = new Float64Array(texts.length).fill(-1)
  const count = createCount(known)
  for (const [index, text] of texts.entries()) {
    const { words, title, description } = count(text)
    if (known.titleWords.size > 0) inTitle[index] = title / (words || 1)
    if (known.descriptionWords.size > 0) inDescription[index] = description / (words || 1)
  }
  return { inTitle, inDescription }
}

interface Counted {
  words: number
  title: number
  description: number
}

/** Counts words like `wordsIn`, but creates strings only for words that are likely to be known. */
function createCount({ titleWords, descriptionWords }: KnownWords): (lower: string) => Counted {
  const isLikely = new Uint8Array(hashMask + 1)
  for (const words of [titleWords, descriptionWords]) {
    for (const word of words) isLikely[hashOf(word) & hashMask] = 1
  }
  return (lower) => {
    const counted: Counted = { words: 0, title: 0, description: 0 }
    const note = (word: string) => {
      if (titleWords.has(word)) counted.title++
      if (descriptionWords.has(word)) counted.description++
    }
    if (surrogate.test(lower)) {
      const words = wordsIn(lower)
      counted.words = words.length
      for (const word of words) note(word)
      return counted
    }
    let length = 0
    let hash = 0
    for (let index = 0; index <= lower.length; index++) {
      const code = index < lower.length ? lower.charCodeAt(index) : space
      if (isWordCharacter(code)) {
        length++
        hash = nextHash(hash, code)
      } else if (length > 0) {
        counted.words++
        if (isLikely[hash & hashMask] === 1) note(lower.slice(index - length, index))
        length = 0
        hash = 0
      }
    }
    return counted
  }
}

const space = 0x20

/** A surrogate half. */
const surrogate = /[\ud800-\udfff]/

/** Cached class of each character: unknown, word, other. */
const characters = new Uint8Array(1 << 16)
const wordCharacter = /[\p{L}\p{N}]/u

export function isWordCharacter(code: number): boolean {
  if (characters[code] === 0) {
    characters[code] = wordCharacter.test(String.fromCharCode(code)) ? 1 : 2
  }
  return characters[code] === 1
}

import { createListTerms } from '#content/passages/terms.ts'
import { createYields } from '#kernel/event-loop.ts'
import { splitText } from '#base/text-pieces.ts'
import { splitClauses } from './supports.ts'

/** What a page says, as sentences about it are compared with it. */
export interface Claims {
  /** Whether the page has the names of a sentence and most of its telling words, in every clause. */
  supports(sentence: string): boolean
}

/** Of the telling words of a sentence, and of a clause. */
const [sentenceShareMin, clauseShareMin] = [2 / 3, 1 / 2]
const clauseTermsMin = 2
/** Where more of the words in the middle of sentences are capitalised, nouns are, not only names. */
const capitalShareMax = 0.2
const sampleLengthMax = 20_000
/** Of the short words of a sentence; where fewer are on the page, it is written in another language. */
const sameLanguageMin = 0.5
const shortWord = /(?<!\p{L})\p{L}{1,3}(?!\p{L})/gu
const shortWordsMin = 3

/** Reads a text in parts between which the event loop runs. Fails with the reason of the signal. */
export async function createClaims(text: string, signal: AbortSignal): Promise<Claims> {
  const listTerms = createListTerms(text)
  const yields = createYields()
  const [known, short] = [new Set<string>(), new Set<string>()]
  for (const piece of splitText(text)) {
    signal.throwIfAborted()
    for (const term of listTerms(piece)) known.add(term)
    for (const [word] of piece.toLowerCase().matchAll(shortWord)) short.add(word)
    await yields.next()
  }
  const sample = text.slice(0, sampleLengthMax)
  const hasCapitalNouns =
    listInner(sample).length > 0 &&
    listNames(sample).length / listInner(sample).length > capitalShareMax

  const measureShare = (terms: readonly string[]): number =>
    terms.length === 0 ? 1 : terms.filter((term) => known.has(term)).length / terms.length

  function isForeign(sentence: string): boolean {
    const own = [...sentence.toLowerCase().matchAll(shortWord)].map(([word]) => word)
    const shared = own.filter((word) => short.has(word)).length
    return own.length >= shortWordsMin && shared / own.length < sameLanguageMin
  }

  return {
    supports(sentence) {
      const foreign = isForeign(sentence)
      const names = listNames(sentence).flatMap(listTerms)
      // Only of another language are names all that can be compared.
      if (measureShare(names) < (hasCapitalNouns && !foreign ? sentenceShareMin : 1)) return false
      if (foreign) return true
      if (measureShare(listTerms(sentence)) < sentenceShareMin) return false
      return splitClauses(sentence)
        .map(listTerms)
        .every((terms) => terms.length < clauseTermsMin || measureShare(terms) >= clauseShareMin)
    },
  }
}

/** Words behind another word of the same sentence. */
const innerWord = /(?<=[\p{L}\p{N},;][ \u00a0]["'“„«(]?)\p{L}[\p{L}\p{M}'’-]{2,60}/gu

const listInner = (text: string): string[] => [...text.matchAll(innerWord)].map(([word]) => word)

const listNames = (text: string): string[] =>
  listInner(text).filter((word) => /^\p{Lu}/u.test(word))

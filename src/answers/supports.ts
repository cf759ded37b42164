import { createQuotable, type Quotable } from './literal.ts'
import { wordsAlone } from './words-alone.ts'

/** An answer in words, and words that it quotes from the page. */
export interface Claimed {
  readonly answer: string
  readonly quotes: readonly string[]
}

const clausesMax = 200
const clauseLengthMax = 2_000
const wordLengthMin = 4
const shareMin = 2 / 3
/** Of a clause without names and numbers. */
const plainWordsMin = 4
/** Words of an answer that is a name or a number alone. */
const shortMax = 2

/**
 * Whether a page supports an answer: it holds one of its quotes literally, as for the answers about one page, or what one clause of
 * the answer states. Names and numbers count most, because other words stand on any page of the same subject.
 */
export async function isSupported(
  { answer, quotes }: Claimed,
  page: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const text = await createQuotable(page, signal)
  const isShort = splitParts(answer.slice(0, clauseLengthMax)).length <= shortMax
  return (
    text.hasQuote(quotes) || splitClauses(answer).some((clause) => states(text, clause, isShort))
  )
}

/** References to sources are no part of what is stated. */
export const splitClauses = (answer: string): string[] =>
  answer
    .slice(0, clausesMax * clauseLengthMax)
    .replaceAll(/\[\d{1,5}\]/g, ' ')
    .split(/[\n.,;:!?()](?:\s|$)|[\n。、，；：！？]| (?:and|but|und|aber|et|mais|y|pero) /)
    .slice(0, clausesMax)

function states(text: Quotable, clause: string, isShort: boolean): boolean {
  const words = clause
    .slice(0, clauseLengthMax)
    .split(/\s+/)
    .map((shown) => ({ shown, parts: splitParts(shown) }))
    .filter(({ parts }) => parts.length > 0)
  const isFound = ({ parts }: { readonly parts: readonly string[] }) =>
    parts.every((part) => text.hasWord(part))
  const numbers = words.filter(({ parts }) => parts.some((part) => /\p{N}/u.test(part)))
  const names = words.filter((word, index) => index > 0 && isName(word.shown))
  const plain = words.filter(
    (word) =>
      !numbers.includes(word) &&
      !names.includes(word) &&
      word.parts.join('').length >= wordLengthMin,
  )
  if (!numbers.every(isFound)) return false
  const telling = [...numbers, ...names]
  const countFound = (list: typeof words) => list.filter(isFound).length
  const measureShare = (list: typeof words) =>
    list.length === 0 ? 1 : countFound(list) / list.length
  if (countFound(telling) > 1) return measureShare(telling) >= shareMin
  const needed = telling.length > 0 || isShort ? 1 : plainWordsMin
  const all = [...telling, ...plain]
  return (
    countFound(all) >= needed && measureShare(telling) >= shareMin && measureShare(all) >= shareMin
  )
}

const isName = (shown: string) => /^[^\p{L}\p{N}]{0,8}\p{Lu}/u.test(shown)

/** A word as the page has it: `7.50` is two parts. */
const splitParts = (shown: string) => wordsAlone(shown).split(' ').filter(Boolean)

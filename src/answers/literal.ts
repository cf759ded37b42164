import { createYields } from '#kernel/event-loop.ts'
import { splitText } from '#base/text-pieces.ts'
import { wordsAlone } from './words-alone.ts'

const quoteLengthMin = 3
/** More are not looked for. */
const quotesMax = 50

/** A text without case, spaces and marks, in which quotes are looked for. */
export interface Quotable {
  /** Whether one of the quotes is in the text literally. */
  hasQuote(quotes: readonly string[]): boolean
  /** Whether the text has a word, whole; of writing without spaces, most of its pairs of characters. */
  hasWord(word: string): boolean
}

/** The words of a long text, read in parts between which the event loop runs. Fails with the reason of the signal. */
export async function wordsInParts(text: string, signal?: AbortSignal): Promise<string> {
  const yields = createYields()
  const parts: string[] = []
  for (const piece of splitText(text)) {
    signal?.throwIfAborted()
    parts.push(wordsAlone(piece))
    await yields.next()
  }
  return parts.filter(Boolean).join(' ')
}

/** Fails with the reason of the signal. */
export async function createQuotable(text: string, signal?: AbortSignal): Promise<Quotable> {
  const words = await wordsInParts(text, signal)
  let known: ReadonlySet<string> | undefined
  return {
    hasQuote: (quotes) =>
      quotes.slice(0, quotesMax).some((quote) => {
        const wanted = wordsAlone(quote)
        return wanted.length >= quoteLengthMin && words.includes(wanted)
      }),
    hasWord(word) {
      if (unspaced.test(word)) return hasPairs(words, word)
      known ??= new Set(words.split(' '))
      return known.has(word)
    },
  }
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const pairsMax = 100
const pairsShareMin = 2 / 3

function hasPairs(text: string, word: string): boolean {
  const characters = Array.from(word.slice(0, pairsMax * 2)).slice(0, pairsMax)
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`)
  return pairs.length === 0
    ? text.includes(word)
    : pairs.filter((pair) => text.includes(pair)).length / pairs.length >= pairsShareMin
}

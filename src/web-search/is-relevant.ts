import { editsBetween } from '#page-index/edits.ts'
import { percentDecoded } from '#base/percent-decoded.ts'
import type { Hit } from './providers/provider.ts'
import type { ParsedQuery } from './query.ts'

/** Fewer results say nothing. */
const hitsMin = 4
const shareMin = 0.3
const wordLengthMin = 3
const common = new Set(
  'the and for with what how why who when where does did your der die das und les des una los las site www com org net http https'.split(
    ' ',
  ),
)

/**
 * Whether results are about the query: some engines return unrelated pages to suspected bots. True unless fewer than
 * 30 % of the results hold a word of the query, or one that differs by a typing error: engines correct what is misspelled.
 */
export function isRelevant(hits: readonly Hit[], { words, phrases }: ParsedQuery): boolean {
  const wanted = splitWords([...words, ...phrases].join(' ')).filter(
    (word) => word.length >= wordLengthMin && !common.has(word),
  )
  if (hits.length < hitsMin || wanted.length === 0) return true
  const fitting = hits.filter(({ title, text, url }) => {
    const found = new Set(splitWords(`${title} ${text} ${percentDecoded(url.slice(0, 300))}`))
    const all = [...found].join(' ')
    return wanted.some(
      (word) =>
        found.has(word) ||
        (word.length > 4 && all.includes(word.slice(0, -2))) ||
        isMisspelled(word, found),
    )
  })
  return fitting.length / hits.length >= shareMin
}

/** Shorter words are near to too many others. */
const misspelledLengthMin = 5

/** Whether one of the words is what this one was meant to be. */
function isMisspelled(word: string, found: ReadonlySet<string>): boolean {
  if (word.length < misspelledLengthMin || word.length > 32) return false
  const most = word.length < 8 ? 1 : 2
  return [...found].some((other) => editsBetween(word, other, most) !== undefined)
}

const splitWords = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

import { foldName, meaningOf } from '#content/html/facts/meanings.ts'

/** Words that a property's name may carry beside what it means: `product_price`, `articleTitle`. */
const entityWords = new Set(
  'product article page item book event job company post recipe restaurant movie course the current main'.split(
    ' ',
  ),
)

const exact = 3
const byEntity = 2
const byWords = 1
const extraWordsMax = 2

/** How well a folded name matches a property: 0 (not at all) to 3 (same meaning). */
export type NameMatch = (folded: string) => number

/** Matches names of facts with a property of a schema. */
export function createNameMatch(property: string): NameMatch {
  const meaning = meaningOf(property)
  const wanted = foldName(property).split(' ')
  const bare = wanted.filter((word) => !entityWords.has(word))
  const bareMeaning = meaningOf(bare.join(' '))
  const isLong = bare.join(' ').length > 2
  return function nameMatch(folded) {
    if (meaning === '' || folded === '') return 0
    if (folded === meaning) return exact
    if (folded === bareMeaning) return byEntity
    if (!isLong || folded.length < 3) return 0
    const words = folded.split(' ')
    if (words.length > wanted.length + extraWordsMax) return 0
    return bare.every((word) => words.includes(word) || words.includes(`${word}s`)) ? byWords : 0
  }
}

/**
 * Matches columns of lists, whose names are class names with words around the one that counts, with a property. Takes the
 * meaning of the column and the meanings of its words.
 */
export function createColumnMatch(property: string): (column: ColumnName) => number {
  const nameMatch = createNameMatch(property)
  const meaning = meaningOf(property)
  return ({ name, words }) => nameMatch(name) || (words.includes(meaning) ? byWords : 0)
}

export interface ColumnName {
  readonly name: string
  readonly words: readonly string[]
}

export const columnName = (column: string): ColumnName => ({
  name: meaningOf(column),
  words: foldName(column).split(' ').map(meaningOf),
})

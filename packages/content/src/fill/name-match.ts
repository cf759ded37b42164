import { readLabel, type Label } from './profile.ts'
import { foldName, findMeaning } from '#content/html/facts/meanings.ts'

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

/** A folded name and its words. */
export interface FoldedName {
  readonly name: string
  readonly words: readonly string[]
}

/** How well a name matches a property: 0 (not at all) to 3 (same meaning). */
type NameMatch = (folded: FoldedName) => number

export const foldedName = (name: string): FoldedName => ({ name, words: name.split(' ') })

/** No page has longer ones. */
const nameLengthMax = 300

/** The title of a page is not the name of the company that it is about. */
const isOfOther = (meaning: string): boolean => meaning === 'company'

/** Matches names of facts with a property of a schema. */
export function createNameMatch(property: string): NameMatch {
  if (property.length > nameLengthMax) return () => 0
  const meaning = findMeaning(property)
  const wanted = foldName(property).split(' ')
  const bare = wanted.filter((word) => !entityWords.has(word))
  const bareMeaning = isOfOther(meaning) ? meaning : findMeaning(bare.join(' '))
  const isLong = bare.join(' ').length > 2
  return function nameMatch({ name, words }) {
    if (meaning === '' || name === '') return 0
    if (name === meaning) return exact
    if (name === bareMeaning) return byEntity
    if (!isLong || name.length < 3) return 0
    if (words.length > wanted.length + extraWordsMax) return 0
    return bare.every((word) => words.includes(word) || words.includes(`${word}s`)) ? byWords : 0
  }
}

/** Matches columns of lists, whose names are class names with words around the one that counts, with a property. */
export function createColumnMatch(property: string): (column: ColumnName) => number {
  const nameMatch = createNameMatch(property)
  const meaning = property.length > nameLengthMax ? '' : findMeaning(property)
  return ({ meanings, ...column }) =>
    nameMatch(column) || (meaning !== '' && meanings.includes(meaning) ? byWords : 0)
}

/** The meaning of a column, and the meanings of the words of its name. */
export interface ColumnName extends FoldedName {
  readonly meanings: readonly string[]
  /** As pages call it. */
  readonly label: Label
}

export const columnName = (column: string): ColumnName => ({
  label: readLabel(column),
  ...foldedName(findMeaning(column)),
  meanings: foldName(column).split(' ').map(findMeaning),
})

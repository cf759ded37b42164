import { conceptTable } from './concept-table.ts'
import { thingConcepts } from './thing-concepts.ts'
import { isUnspaced, toPlain } from './plain-words.ts'

export interface Concept {
  readonly same: readonly string[]
  readonly opposite: readonly string[]
}

const known: readonly Concept[] = `${conceptTable.trim()}\n${thingConcepts.trim()}`
  .split('\n')
  .map((line) => {
    const [same = '', opposite = ''] = line.split(' ! ').map((part) => toPlain(part))
    return { same: same.split('|'), opposite: opposite.split('|').filter(Boolean) }
  })

const [endMin, innerMin, wholeMax, endingMax] = [4, 5, 3, 6]

/** Whether a word says a concept: at its beginning, or as the last part of a compound (`Familienkarte`). */
export const saysConcept = (word: string, beginnings: readonly string[]): boolean =>
  beginsWith(word, beginnings) ||
  beginnings.some(
    (one) =>
      one.length >= endMin &&
      word.lastIndexOf(one) > 1 &&
      (one.length >= innerMin || word.endsWith(one)),
  )

/** Of scripts without spaces, words stand in the middle of others. */
export const beginsWith = (word: string, beginnings: readonly string[]): boolean =>
  beginnings.some((one) => {
    if (isUnspaced(one)) return word.includes(one)
    return one.length > 3 ? word.startsWith(one) : word === one || word === `${one}s`
  })

const byBeginning = new Map<string, Concept>()
for (const concept of known)
  for (const one of concept.same) if (!byBeginning.has(one)) byBeginning.set(one, concept)

/** What a plain word stands for, by its longest beginning that is known and leaves no more than an ending; short ones are whole words. */
export function findConcept(word: string): Concept | undefined {
  for (let end = word.length; end > Math.max(wholeMax, word.length - endingMax - 1); end -= 1) {
    const concept = byBeginning.get(word.slice(0, end))
    if (concept) return concept
  }
  return byBeginning.get(word.length > wholeMax ? word.replace(/s$/, '') : word)
}

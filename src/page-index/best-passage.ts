import type { Occurrences } from './candidates.ts'
import type { Term } from './plan-query.ts'

/** Words of a passage; each begins in the middle of the one before. */
const passageWords = 120
const step = passageWords / 2
/** How soon further occurrences in a passage count less. */
const saturation = 1.2
/** What a word counts that is only in the title of the page. */
const titleShare = 0.7

/** How much of the query the best passage of a page holds: the sum of the rarities of its words, with those of the title. */
export function bestPassage(
  occurrences: ReadonlyMap<string, Occurrences>,
  terms: readonly Term[],
): number {
  const scores = new Map<number, number>()
  let everywhere = 0
  for (const { lexemes, idf } of terms) {
    const isNamed = lexemes.some((lexeme) => occurrences.get(lexeme)?.fields.includes('A'))
    const named = isNamed ? idf * titleShare : 0
    everywhere += named
    for (const [passage, count] of countInPassages(occurrences, lexemes)) {
      const own = (idf * count * (saturation + 1)) / (count + saturation)
      scores.set(passage, (scores.get(passage) ?? 0) + Math.max(0, own - named * 0.5))
    }
  }
  return everywhere + Math.max(0, ...scores.values())
}

/** The largest share of the query that stands in one passage of the text, from 0 to 1: by the rarities of its words. */
export function shareInPassage(
  occurrences: ReadonlyMap<string, Occurrences>,
  terms: readonly Term[],
): number {
  const held = new Map<number, number>()
  let total = 0
  for (const { lexemes, idf } of terms) {
    total += idf
    for (const passage of countInPassages(occurrences, lexemes).keys())
      held.set(passage, (held.get(passage) ?? 0) + idf)
  }
  return total === 0 ? 0 : Math.max(0, ...held.values()) / total
}

/** Words that a page may have between two of a query that follow each other: articles and the like. */
const silentBetween = 2

/** The largest share of the query that stands in a row, in its order, from 0 to 1: by the rarities of its words. */
export function shareInRow(
  occurrences: ReadonlyMap<string, Occurrences>,
  terms: readonly Term[],
): number {
  let [longest, total] = [0, 0]
  let before: { readonly place: number; readonly held: number }[] = []
  for (const { lexemes, idf } of terms) {
    const here: typeof before = []
    total += idf
    for (const lexeme of lexemes) {
      let from = 0
      for (const place of occurrences.get(lexeme)?.places ?? []) {
        while ((before[from]?.place ?? place) < place - silentBetween - 1) from++
        let held = idf
        for (let at = from; (before[at]?.place ?? place) < place; at++)
          held = Math.max(held, (before[at]?.held ?? 0) + idf)
        longest = Math.max(longest, held)
        here.push({ place, held })
      }
    }
    before = lexemes.length > 1 ? here.toSorted((a, b) => a.place - b.place) : here
  }
  return total === 0 ? 0 : longest / total
}

/** How often the text holds the lexemes in each of its passages, by the index of the passage. */
function countInPassages(
  occurrences: ReadonlyMap<string, Occurrences>,
  lexemes: readonly string[],
): Map<number, number> {
  const counts = new Map<number, number>()
  for (const lexeme of lexemes) {
    const { fields = '', places = [] } = occurrences.get(lexeme) ?? {}
    for (const [index, place] of places.entries()) {
      if (fields[index] !== 'D') continue
      const last = Math.floor(place / step)
      for (const passage of [last - 1, last]) counts.set(passage, (counts.get(passage) ?? 0) + 1)
    }
  }
  return counts
}

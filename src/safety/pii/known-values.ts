import type { Entity, Span } from './entities.ts'

const token = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu
const tokensMax = 12
const gapMax = 3
/** A single word is known only when it is no everyday word. */
const singleLengthMin = 8

/** Values that were found to be personal data, to be found again wherever else they stand, also in addresses. */
export interface KnownValues {
  add(entity: Entity, value: string): void
  /** Takes time in proportion to the length of the text. */
  findIn(text: string): Span[]
}

/** Compares word by word, whatever stands between the words: `John Smith` is found in `/author/john-smith`. */
export function createKnownValues(): KnownValues {
  const entityOf = new Map<string, Entity>()
  /** How many words the values have that start with a word. */
  const lengths = new Map<string, Set<number>>()

  return {
    add(entity, value) {
      const words = [...value.matchAll(token)].map(([word]) => word.toLowerCase())
      const [first] = words
      if (first === undefined || words.length > tokensMax) return
      if (words.length === 1 && (entity !== 'SECRET' || first.length < singleLengthMin)) return
      entityOf.set(words.join(' '), entity)
      const known = lengths.get(first) ?? new Set()
      lengths.set(first, known.add(words.length))
    },
    findIn(text) {
      if (lengths.size === 0) return []
      const words = [...text.matchAll(token)].map(({ 0: word, index }) => ({
        lower: word.toLowerCase(),
        start: index,
        end: index + word.length,
      }))
      const spans: Span[] = []
      for (const [index, { lower, start }] of words.entries()) {
        for (const length of lengths.get(lower) ?? []) {
          const own = words.slice(index, index + length)
          const entity = entityOf.get(own.map((word) => word.lower).join(' '))
          const end = own.at(-1)?.end ?? start
          const isClose = own.every((word, at) => {
            const next = own[at + 1]
            return (
              next === undefined || isGap(text.slice(word.end, Math.min(next.start, word.end + 4)))
            )
          })
          if (entity !== undefined && isClose) spans.push({ entity, start, end })
        }
      }
      return spans
    },
  }
}

const isGap = (between: string) => between.length <= gapMax && !between.includes('\n')

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
  const added = new Set<string>()

  return {
    add(entity, value) {
      if (added.has(value)) return
      added.add(value)
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
      const words = splitWords(text)
      const spans: Span[] = []
      for (const [index, word] of words.lower.entries()) {
        for (const length of lengths.get(word) ?? []) {
          const end = endOfValue(text, words, { index, length })
          const entity = end && entityOf.get(words.lower.slice(index, index + length).join(' '))
          const start = words.starts[index]
          if (entity && start !== undefined) spans.push({ entity, start, end })
        }
      }
      return spans
    },
  }
}

interface Words {
  readonly lower: readonly string[]
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

function splitWords(text: string): Words {
  const words: { lower: string[]; starts: number[]; ends: number[] } = {
    lower: [],
    starts: [],
    ends: [],
  }
  for (const { 0: word, index } of text.matchAll(token)) {
    words.lower.push(word.toLowerCase())
    words.starts.push(index)
    words.ends.push(index + word.length)
  }
  return words
}

/** Where so many words end; undefined when one of the gaps between them is too wide. */
function endOfValue(
  text: string,
  { starts, ends }: Words,
  { index, length }: { readonly index: number; readonly length: number },
): number | undefined {
  for (let at = index; at < index + length - 1; at += 1) {
    const [end = 0, next = Infinity] = [ends[at], starts[at + 1]]
    if (next - end > gapMax || text.slice(end, next).includes('\n')) return undefined
  }
  return ends[index + length - 1]
}

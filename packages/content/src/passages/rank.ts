import { shapeAsked } from './answer-shapes.ts'
import type { Passage } from './sentences.ts'
import { createListTerms } from './terms.ts'

/** A passage that matches a query. */
export interface RankedPassage {
  /** Index in the list of passages. */
  readonly index: number
  /** Above zero; comparable within one query. */
  readonly score: number
}

export type Rank = (query: string) => RankedPassage[]

/** How fast repetitions stop counting, and how much length counts (BM25). */
const k1 = 1.2
const b = 0.6
/** Share of the best neighbour's score that a passage gets. */
const neighbourShare = 0.4
/** Bonus for passages that have the shape of an answer. */
const shapeBonus = 0.25
const rankedMax = 1_000
/** Passages whose shape is looked at; the bonus lifts none of the others to the top. */
const shapedMax = 100
const queryLengthMax = 10_000
/** Passages that tell the language. */
const sampledMax = 100

interface Posting {
  readonly index: number
  count: number
}

/** Indexes passages once; each query then looks at the passages that share a term with it. */
export function createRank(passages: readonly Passage[]): Rank {
  const steps = indexInSteps(passages)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** The same passage by passage, for those who let other work run in between. */
export function* indexInSteps(passages: readonly Passage[]): Generator<undefined, Rank> {
  const postings = new Map<string, Posting[]>()
  const lengths: number[] = []
  const listTerms = createListTerms(
    passages
      .slice(0, sampledMax)
      .map(({ text }) => text)
      .join(' '),
  )
  for (const [index, { text, header = '' }] of passages.entries()) {
    const terms = listTerms(header === '' ? text : `${header} ${text}`)
    lengths.push(terms.length)
    for (const term of terms) addPosting(postings, term, index)
    yield
  }
  let total = 0
  for (const length of lengths) total += length
  const average = total / (lengths.length || 1) || 1

  function ownScores(terms: ReadonlySet<string>): Map<number, number> {
    const scores = new Map<number, number>()
    for (const term of terms) {
      const found = postings.get(term) ?? []
      const weight = Math.log(1 + (lengths.length - found.length + 0.5) / (found.length + 0.5))
      for (const { index, count } of found) {
        const norm = k1 * (1 - b + (b * (lengths[index] ?? 0)) / average)
        scores.set(index, (scores.get(index) ?? 0) + (weight * count * (k1 + 1)) / (count + norm))
      }
    }
    return scores
  }

  return function rank(text) {
    const query = text.slice(0, queryLengthMax)
    const terms = new Set(listTerms(query))
    const own = ownScores(terms)
    const hasShape = shapeAsked(query, terms, listTerms)
    const near = new Set([...own.keys()].flatMap((index) => [index - 1, index, index + 1]))
    const ranked: RankedPassage[] = []
    for (const index of near) {
      if (index < 0 || index >= passages.length) continue
      const score = own.get(index) ?? 0
      const beside = neighbourShare * Math.max(own.get(index - 1) ?? 0, own.get(index + 1) ?? 0)
      ranked.push({ index, score: score + (score > 0 ? beside : beside / 2) })
    }
    const best = ranked.toSorted(byScore).slice(0, rankedMax)
    if (!hasShape) return best
    const judged = best.map((one, at) => {
      const isLike = at < shapedMax && hasShape(passages[one.index]?.text ?? '')
      return isLike ? { ...one, score: one.score * (1 + shapeBonus) } : one
    })
    return judged.toSorted(byScore)
  }
}

const byScore = (one: RankedPassage, other: RankedPassage) =>
  other.score - one.score || one.index - other.index

function addPosting(postings: Map<string, Posting[]>, term: string, index: number): void {
  const list = postings.get(term)
  const last = list?.at(-1)
  if (!list) postings.set(term, [{ index, count: 1 }])
  else if (last?.index === index) last.count += 1
  else list.push({ index, count: 1 })
}

import type { Candidate, Occurrences } from './candidates.ts'
import { bestPassage, shareInPassage } from './best-passage.ts'
import type { Term } from './plan-query.ts'
import type { NearPage } from './vectors/nearest-pages.ts'

/** What an occurrence counts: A title and path, B headings, C links of other pages, D text. */
const weights: Readonly<Record<string, number>> = { A: 8, B: 3, C: 4, D: 1 }
/** How soon further occurrences count less (BM25). */
const saturation = 1.2
/** How much the length of the text weakens an occurrence in it, and the length that does not. */
const lengthShare = 0.75
const usualWords = 800
const densityWeight = 3
const densityHalf = 0.05
/** What the best passage counts beside the page. */
const passageWeight = 1.5

/** What the cosine of the nearest passage counts beside the words, if no page holds all of these near to each other or in a passage. */
const similarityWeight = 10
/** A page with none of the words is a result from this cosine on. */
const similarityMin = 0.3

/**
 * BM25F over the fields, raised by the share of the query that a page holds, how near to each other the words stand, how much of the
 * query its best passage holds, and how near its nearest passage is to a question. Of pages with the same text, the one with the shortest
 * URL stays.
 */
export function rank(
  candidates: readonly Candidate[],
  terms: readonly Term[],
  near: readonly NearPage[] = [],
): Candidate[] {
  const closest = Math.max(0, ...candidates.map(({ density }) => density))
  const shareHeld = Math.max(
    0,
    ...candidates.map(({ occurrences }) => shareInPassage(occurrences, terms)),
  )
  const weight =
    similarityWeight * (densityHalf / (closest + densityHalf)) ** 2 * (1 - shareHeld ** 6)
  const similarities = new Map(near.map(({ id, similarity }) => [id, similarity]))
  const scored = candidates
    .flatMap((candidate) => {
      const similarity = similarities.get(candidate.id) ?? 0
      const isResult =
        near.length === 0 || candidate.occurrences.size > 0 || similarity >= similarityMin
      const score = scorePage(candidate, terms) + weight * similarity
      return isResult ? [{ candidate, score }] : []
    })
    .toSorted((a, b) => b.score - a.score || a.candidate.id - b.candidate.id)
  return withoutCopies(scored.map(({ candidate }) => candidate))
}

function scorePage(candidate: Candidate, terms: readonly Term[]) {
  const { density, words } = candidate
  const total = terms.reduce((sum, { idf, isOptional }) => (isOptional ? sum : sum + idf), 0)
  if (total === 0) return (densityWeight * density) / (density + densityHalf)
  let [sum, present] = [0, 0]
  for (const { lexemes, idf, isOptional } of terms) {
    const weight = Math.max(
      0,
      ...lexemes.map((lexeme) => weigh(candidate.occurrences.get(lexeme), words)),
    )
    if (weight === 0) continue
    sum += (idf * weight * (saturation + 1)) / (weight + saturation)
    if (!isOptional) present += idf
  }
  return (
    (sum / total) * (1 + (present / total) ** 4) +
    (densityWeight * density) / (density + densityHalf) +
    (passageWeight * bestPassage(candidate.occurrences, terms)) / total
  )
}

function weigh(occurrences: Occurrences | undefined, words: number): number {
  const length = 1 - lengthShare + (lengthShare * words) / usualWords
  let weight = 0
  for (const field of occurrences?.fields ?? '')
    weight += (weights[field] ?? 1) / (field === 'D' ? length : 1)
  return weight
}

function withoutCopies(ranked: readonly Candidate[]): Candidate[] {
  const byContent = new Map<string, Candidate>()
  for (const candidate of ranked) {
    const known = byContent.get(candidate.contentKey)
    if (!known || candidate.url.length < known.url.length) {
      byContent.set(candidate.contentKey, candidate)
    }
  }
  return [...byContent.values()]
}

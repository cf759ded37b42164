import type { Candidate, Occurrences } from './candidates.ts'
import { bestPassage, shareInPassage, shareInRow } from './best-passage.ts'
import type { QueryPlan, Term } from './plan-query.ts'
import { addNear, type NearPage } from './vectors/nearest-pages.ts'

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
const passageWeight = 1.25

/** What the cosines of the nearest passage and of the page as a whole count beside the words, unless a page holds all words together. */
const similarityWeight = 12
/** What the words count more where they stand together when a page holds all of them so. */
const togetherWeight = 0.6
/** How nearly all of the words that has to be: in a passage, and in a row. */
const passageSteepness = 12
const rowSteepness = 4
const shareSteepness = 8
/** Some page has the few words of a short question in a row by chance: what it means is never left out of account. With less, headings are not found first. */
const rowMost = 0.9
/** What the words of a question count that is in no language of the pages. */
const foreignShare = 0.2
/** A page with none of the words is a result from this cosine on; to a question in another language most pages have none. */
const similarityMin = 0.3
const foreignSimilarityMin = 0.2

/**
 * BM25F over the fields, raised by how near to each other the words stand, how much of the query the best passage of a page holds, and how
 * near the page and its nearest passage are to a question. Of pages with the same text, the one with the shortest URL stays.
 */
export function rank(
  candidates: readonly Candidate[],
  { terms, isSentence, isForeign }: Pick<QueryPlan, 'terms' | 'isSentence' | 'isForeign'>,
  near: readonly NearPage[] = [],
): Candidate[] {
  // The words of a sentence are chosen to be understood: only their order tells whether they are those of a page.
  const readShare = isSentence ? shareInRow : shareInPassage
  const shares = candidates.map(({ occurrences }) => readShare(occurrences, terms))
  /** From 0 to 1: whether the words are those of a page, so that what they mean need not be guessed. */
  const together = isForeign
    ? 0
    : isSentence
      ? Math.min(rowMost, Math.max(0, ...shares) ** rowSteepness)
      : Math.max(0, ...shares) ** passageSteepness
  const leastNear = isForeign ? foreignSimilarityMin : similarityMin
  const similarities = new Map(near.map((page) => [page.id, addNear(page)]))
  const scored = candidates
    .flatMap((candidate, index) => {
      const similarity = similarities.get(candidate.id) ?? 0
      const isResult =
        near.length === 0 || candidate.occurrences.size > 0 || similarity >= leastNear
      const score =
        (isForeign && near.length > 0 ? foreignShare : 1) * scorePage(candidate, terms) +
        togetherWeight * together * (shares[index] ?? 0) ** shareSteepness +
        similarityWeight * (1 - together) * similarity
      return isResult ? [{ candidate, score }] : []
    })
    .toSorted((a, b) => b.score - a.score || a.candidate.id - b.candidate.id)
  return withoutCopies(scored.map(({ candidate }) => candidate))
}

function scorePage(candidate: Candidate, terms: readonly Term[]) {
  const { density, words } = candidate
  const total = terms.reduce((sum, { idf, isOptional }) => (isOptional ? sum : sum + idf), 0)
  if (total === 0) return (densityWeight * density) / (density + densityHalf)
  let sum = 0
  for (const { lexemes, idf } of terms) {
    const weight = Math.max(
      0,
      ...lexemes.map((lexeme) => weigh(candidate.occurrences.get(lexeme), words)),
    )
    if (weight === 0) continue
    sum += (idf * weight * (saturation + 1)) / (weight + saturation)
  }
  return (
    sum / total +
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

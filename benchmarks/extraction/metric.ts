import type { LabelledPage } from './dataset.ts'

/** Scores of a result against the ground truth. */
export interface Score {
  readonly f1: number
  readonly precision: number
  readonly recall: number
  readonly leaks: number
}

/** Word-bag F1 as in the published benchmark: lower case, `\w+` in Unicode, multiset intersection. */
export function scoreText(text: string, page: Pick<LabelledPage, 'truth' | 'without'>): Score {
  const leaks = page.without.filter((snippet) => text.includes(snippet)).length
  return { ...scoreBags(wordBag(splitWords(text)), wordBag(splitWords(page.truth))), leaks }
}

/** The same for counted words. */
export function scoreBags(predicted: WordBag, truth: WordBag): Omit<Score, 'leaks'> {
  const overlap = measureOverlap(predicted, truth)
  const [predictedSize, truthSize] = [measureSize(predicted), measureSize(truth)]
  if (predictedSize === 0 && truthSize === 0) return { f1: 1, precision: 1, recall: 1 }
  const precision = predictedSize === 0 ? 0 : overlap / predictedSize
  const recall = truthSize === 0 ? 0 : overlap / truthSize
  const f1 = overlap === 0 ? 0 : (2 * precision * recall) / (precision + recall)
  return { f1, precision, recall }
}

export type WordBag = ReadonlyMap<string, number>

/** The words of a text in lower case, as the metric counts them. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

export function wordBag(words: Iterable<string>): WordBag {
  const bag = new Map<string, number>()
  for (const word of words) bag.set(word, (bag.get(word) ?? 0) + 1)
  return bag
}

function measureOverlap(a: WordBag, b: WordBag): number {
  let overlap = 0
  for (const [word, count] of a) overlap += Math.min(count, b.get(word) ?? 0)
  return overlap
}

function measureSize(bag: WordBag): number {
  let size = 0
  for (const count of bag.values()) size += count
  return size
}

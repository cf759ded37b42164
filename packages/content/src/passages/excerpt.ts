import type { Passage } from './sentences.ts'
import type { RankedPassage } from './rank.ts'

interface ExcerptLimits {
  readonly passagesMax: number
  /** Share of the best score that a passage needs. */
  readonly scoreShareMin: number
}

/** The passages of an excerpt in the order of the text: the best ones, each at least a share as good as the best. */
export function bestPassages(
  list: readonly Passage[],
  ranked: readonly RankedPassage[],
  { passagesMax, scoreShareMin }: ExcerptLimits,
): Passage[] {
  const least = (ranked[0]?.score ?? 0) * scoreShareMin
  const chosen: RankedPassage[] = []
  const seen = new Set<string>()
  for (const one of ranked) {
    const passage = list[one.index]
    if (!passage || one.score < least || passage.kind === 'heading' || seen.has(passage.text))
      continue
    seen.add(passage.text)
    chosen.push(one)
    if (chosen.length >= passagesMax) break
  }
  return chosen.toSorted((a, b) => a.index - b.index).flatMap(({ index }) => list[index] ?? [])
}

/** Passages as text: neighbours of one block run on, others are separated by a blank line; rows follow their header. */
export function cutExcerpt(passages: readonly Passage[]): string {
  const parts: string[] = []
  let header: string | undefined
  for (const { text, header: own } of passages) {
    if (own !== undefined && own !== header) parts.push(`${own}\n${text}`)
    else if (own !== undefined) parts.push(`${parts.pop() ?? ''}\n${text}`)
    else parts.push(text)
    header = own
  }
  return parts.join('\n\n')
}

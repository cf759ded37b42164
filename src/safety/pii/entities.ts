/** Kinds of personal data (docs/safety.md). */
export const entities = ['PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET'] as const
export type Entity = (typeof entities)[number]

/** A range of a text that holds personal data; `end` is excluded. */
export interface Span {
  readonly entity: Entity
  readonly start: number
  readonly end: number
}

/** Where spans overlap, those of the earlier entity are kept. */
const precedence: readonly Entity[] = [
  'EMAIL',
  'SECRET',
  'FINANCIAL',
  'LOCATION',
  'PHONE',
  'PERSON',
]

/** Spans without overlaps, in the order of the text; of two of one entity that overlap, their union. */
export function withoutOverlaps(spans: readonly Span[]): Span[] {
  const taken: Span[] = []
  for (const entity of precedence) {
    const own = spans.filter((span) => span.entity === entity).toSorted((a, b) => a.start - b.start)
    const free = merge(own).filter(outside(taken))
    // Spread arguments would exceed the stack.
    for (const span of free) taken.push(span)
    taken.sort((a, b) => a.start - b.start)
  }
  return taken
}

function merge(sorted: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of sorted) {
    const last = merged.at(-1)
    if (last === undefined || span.start >= last.end) merged.push(span)
    else merged[merged.length - 1] = { ...last, end: Math.max(last.end, span.end) }
  }
  return merged
}

/** For spans in order: whether one overlaps none of the taken, which are in order too. */
function outside(taken: readonly Span[]): (span: Span) => boolean {
  let index = 0
  const before = [...taken]
  return ({ start, end }) => {
    while (index < before.length && (before[index]?.end ?? 0) <= start) index += 1
    return (before[index]?.start ?? Number.POSITIVE_INFINITY) >= end
  }
}

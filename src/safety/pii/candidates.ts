import { oneLine } from '#base/one-line.ts'
import { entities, type Span } from './entities.ts'
import { findPii } from './find-pii.ts'

/** A phrase that may be the name of a person or a place. */
export interface NameCandidate {
  readonly phrase: string
  /** The first place where it stands, other personal data replaced by tags. */
  readonly context: string
  /** Everywhere it stands: the index of the text, and the range. */
  readonly ranges: readonly {
    readonly index: number
    readonly start: number
    readonly end: number
  }[]
}

const contextLength = 40
const capitalised =
  /\p{Lu}[\p{L}\p{M}'’-]{0,40}(?:[ \u00a0](?:(?:de|del|della|di|da|van|von|der|den|bin|al)[ \u00a0]){0,2}\p{Lu}[\p{L}\p{M}'’.-]{0,40}){0,4}/gu

/** The phrases of capitalised words in texts, each once, without those in which the rules find personal data. */
export function candidatesIn(texts: readonly string[]): NameCandidate[] {
  const found = new Map<string, { context: string; ranges: NameCandidate['ranges'][number][] }>()
  for (const [index, text] of texts.entries()) {
    const spans = findPii(text, new Set(entities))
    const isFree = outside(spans)
    for (const { 0: phrase, index: start } of text.matchAll(capitalised)) {
      const end = start + phrase.length
      if (phrase.length < 2 || !isFree(start, end)) continue
      const known = found.get(phrase) ?? {
        context: readContext(text, { start, end }, spans),
        ranges: [],
      }
      known.ranges.push({ index, start, end })
      found.set(phrase, known)
    }
  }
  return [...found].map(([phrase, known]) => ({ phrase, ...known }))
}

/** For ranges in order: whether one overlaps none of the spans, which are in order too. */
function outside(spans: readonly Span[]): (start: number, end: number) => boolean {
  let next = 0
  return (start, end) => {
    while (next < spans.length && (spans[next]?.end ?? 0) <= start) next += 1
    return (spans[next]?.start ?? Infinity) >= end
  }
}

function readContext(
  text: string,
  { start, end }: Pick<Span, 'start' | 'end'>,
  spans: readonly Span[],
): string {
  const [from, to] = [Math.max(0, start - contextLength), end + contextLength]
  let context = ''
  let at = from
  for (const span of near(spans, from, to)) {
    context += `${text.slice(at, Math.max(at, span.start))}<${span.entity}>`
    at = span.end
  }
  return oneLine(context + text.slice(at, to))
}

/** The spans that overlap a range, found by halving. */
function near(spans: readonly Span[], from: number, to: number): readonly Span[] {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.end ?? 0) <= from) low = middle + 1
    else high = middle
  }
  let last = low
  while (last < spans.length && (spans[last]?.start ?? to) < to) last += 1
  return spans.slice(low, last)
}

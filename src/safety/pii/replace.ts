import { withoutOverlaps, type Span } from './entities.ts'
import type { Redaction } from './redaction.ts'
import type { View } from './view.ts'

/** A range of the source and what takes its place. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The edits of a source that spans of one of its views ask for. Of a span in several ranges the first gets the tag. */
export function listRedactions(
  { view, spans }: { readonly view: View; readonly spans: readonly Span[] },
  style: Redaction['replaceStyle'],
  escape: (tag: string) => string,
): Edit[] {
  return withoutOverlaps(spans).flatMap(({ entity, start, end }) =>
    view.findRanges(start, end).map((range, index) => {
      const tag = index === 0 ? escape(`<${entity}>`) : ''
      const replacements = { tag, mask: '*'.repeat(range.length), remove: '' }
      return { start: range.start, end: range.end, text: replacements[style] }
    }),
  )
}

/** A source with its edits made. */
export interface Edited {
  readonly text: string
  /** Where an offset of the source is now. */
  findOffset(offset: number): number
}

/** Makes the edits; of edits that overlap, the earlier one. */
export function applyEdits(source: string, edits: readonly Edit[]): Edited {
  const parts: string[] = []
  /** By how much an offset behind each edit has moved. */
  const made: { readonly end: number; readonly moved: number }[] = []
  let moved = 0
  let at = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.end <= at) continue
    const start = Math.max(at, edit.start)
    const text = edit.start < at ? '' : edit.text
    parts.push(source.slice(at, start), text)
    moved += text.length - (edit.end - start)
    made.push({ end: edit.end, moved })
    at = edit.end
  }
  parts.push(source.slice(at))
  return {
    text: parts.join(''),
    findOffset: (offset) => offset + movedAt(made, offset),
  }
}

function movedAt(
  made: readonly { readonly end: number; readonly moved: number }[],
  offset: number,
): number {
  let [low, high] = [0, made.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((made[middle]?.end ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return made[low - 1]?.moved ?? 0
}

import { groupRows } from './rows.ts'
import type { Segment } from './segment.ts'

/** In font sizes; words of narrow justified columns lie as far apart. */
const wordGapMax = 4.5

/** Segments with closer text beside them that is not marked: words of justified lines rather than heads and feet. */
export function wordsOfText(
  pages: readonly { readonly segments: readonly Segment[] }[],
  isMarked: (segment: Segment) => boolean,
): Set<Segment> {
  const found = new Set<Segment>()
  for (const { segments } of pages) {
    for (const row of groupRows(segments)) {
      for (const line of listLines(row.segments))
        if (line.some((word) => !isMarked(word))) for (const word of line) found.add(word)
    }
  }
  return found
}

/** Splits a row at its wide gaps. */
function listLines(segments: readonly Segment[]): Segment[][] {
  const lines: Segment[][] = []
  for (const segment of segments.toSorted((a, b) => a.left - b.left)) {
    const last = lines.at(-1)
    const before = last?.at(-1)
    if (last && before && segment.left - before.right <= wordGapMax * segment.size)
      last.push(segment)
    else lines.push([segment])
  }
  return lines
}

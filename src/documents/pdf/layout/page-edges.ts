import { rowsOf, type Row } from './rows.ts'
import type { Segment } from './segment.ts'

const marginShare = 0.09
const rowsMax = 2
const bodyRowsMin = 8
const lettersMax = 140
/** In units of the body font size. */
const smallMax = 0.86
const sameSizeMax = 1.02
const apartMin = 1.8
const form =
  /https?:|www\.|\bdoi\b|©|copyright|all rights reserved|\b(?:issn|isbn|arxiv|preprint)\b|downloaded from|\bvol(?:ume|\.)\s*\d|\bpage\s+\d/i
const footnote = /^\s*(?:\d{1,2}|[*†‡§])\s*\D/

interface Page {
  readonly height: number
  readonly segments: readonly Segment[]
  readonly bodySize: number
}

/** Header or footer of a page without comparable pages: at its edge, separated from the text, small or of a typical form. */
export function edgeLines({ height, segments, bodySize }: Page, edge: 'top' | 'bottom'): Segment[] {
  const rows = rowsOf(segments)
  if (rows.length < bodyRowsMin) return []
  const inward = edge === 'top' ? rows : rows.toReversed()
  const isAtEdge = ({ top, bottom }: Row) =>
    edge === 'top' ? bottom <= marginShare * height : top >= (1 - marginShare) * height
  const looks = (row: Row) => {
    const text = row.segments.map((segment) => segment.text).join(' ')
    const isSmall = row.size <= smallMax * bodySize && !footnote.test(text)
    const isOfForm = row.size <= sameSizeMax * bodySize && form.test(text)
    return text.length <= lettersMax && (isSmall || isOfForm)
  }
  const end = inward.findIndex((row) => !isAtEdge(row) || !looks(row))
  const [last, next] = [inward[end - 1], inward[end]]
  if (end < 1 || end > rowsMax || !last || !next) return []
  const isApart = Math.abs(next.baseline - last.baseline) >= apartMin * bodySize
  return isApart ? inward.slice(0, end).flatMap((row) => row.segments) : []
}

import { groupRows, joinText, measureLeading, type Row } from './rows.ts'
import { isBold, isCode, type Segment } from './segment.ts'

const marginShare = 0.1
/** For lines with a page number. */
const wideMarginShare = 0.17
const rowsMax = 3
const senderLinesMin = 2
const bodyRowsMin = 6
const numberedRowsMin = 3
const lettersMax = 140
const wordsMax = 16
/** In units of the body font size. */
const smallMax = 0.86
const sameSizeMax = 1.05
const apartMin = 1.7
const apartMax = 3
/** In median distances of lines. */
const apartGapsMin = 1.35
const form =
  /https?:|www\.|\bdoi\b|©|copyright|all rights reserved|\b(?:issn|isbn|arxiv|preprint)\b|downloaded from|\bvol(?:ume|\.)\s*\d|\bpage\s+\d/i
const footnote = /^\s*(?:\d{1,2}|[*†‡§])\s*\D/
const pageNumber = /^[-–—[(|\s]*(?:\d{1,4}|[ivxlc]{1,6})[-–—\])|\s]*$/i
const numberAtEnd = /^(?:\d{1,4}\s+\S.*|.*\S\s+(?:\d{1,4}|[ivxlc]{2,6}))$/i
const leader = /(?:[.…·] ?){4}/
const endsInNumber = /\s\d{1,4}$/
const sentenceEnd = /[.!?:;,]["”’)]?$/
const heading =
  /^(?:\d{1,2}(?:\.\d{1,2})*\.?|[A-Z]\.|[IVX]{1,5}\.|chapter|part|section|appendix|abstract|table|figure)\s/i

interface Page {
  readonly height: number
  readonly segments: readonly Segment[]
  readonly bodySize: number
  /** Whether it has a number, as a page of a longer document. */
  readonly isOfMore?: boolean
}

type Edge = 'top' | 'bottom'

/** Header or footer of a page without comparable pages: at its edge, separated from the text, small or of a typical form. */
export function edgeLines(page: Page, edge: Edge): Segment[] {
  const { height, segments, bodySize } = page
  const rows = groupRows(segments)
  if (rows.length < numberedRowsMin) return []
  const inward = edge === 'top' ? rows : rows.toReversed()
  const isWithin = ({ top, bottom }: Row, share: number) =>
    edge === 'top' ? bottom <= share * height : top >= (1 - share) * height
  const gap = measureLeading(rows)
  const apart = Math.max(apartMin * bodySize, Math.min(apartMax * bodySize, apartGapsMin * gap))
  let found = 0
  for (const [at, row] of inward.slice(0, rowsMax).entries()) {
    const isEdge =
      (rows.length >= bodyRowsMin && isWithin(row, marginShare) && looksRunning(row, page, edge)) ||
      (isWithin(row, wideMarginShare) && isNumbered(row, bodySize))
    const next = inward[at + 1]
    if (!isEdge || isContents(row, next) || isOfCells(row, inward.slice(at + 1))) break
    if (next && Math.abs(next.baseline - row.baseline) >= apart) found = at + 1
  }
  const edges = inward.slice(0, found)
  return edge === 'top' && isLetterhead(edges, bodySize) ? [] : edges.flatMap((row) => row.segments)
}

const areLevel = (places: readonly number[]) =>
  places.every((place) => Math.abs(place - (places[0] ?? 0)) <= alignedMax)

/** Lines of a sender in the size of the text: each one text from the same left edge, or around the same middle. */
function isLetterhead(rows: readonly Row[], bodySize: number): boolean {
  return (
    rows.length >= senderLinesMin &&
    rows.every(({ segments, size }) => segments.length === 1 && size > smallMax * bodySize) &&
    (areLevel(rows.map(({ left }) => left)) ||
      areLevel(rows.map(({ left, right }) => (left + right) / 2))) &&
    !rows.some((row) => form.test(joinText(row)) || pageNumber.test(joinText(row)))
  )
}

/** A line of a table of contents: dot leaders, or a page number as in the line beside it. */
const isContents = (row: Row, next: Row | undefined) =>
  leader.test(joinText(row)) ||
  (!!next &&
    row.segments.length > 1 &&
    endsInNumber.test(joinText(row)) &&
    endsInNumber.test(joinText(next)))

const cellsMin = 3
const nearRows = 3
const alignedMax = 3

/** A row of a table at the edge of the page, whose cells align with those of the rows near it. */
function isOfCells({ segments }: Row, others: readonly Row[]): boolean {
  const cells = others.slice(0, nearRows).flatMap((row) => row.segments)
  const level = segments.filter((one) =>
    cells.some(
      ({ left, right }) =>
        Math.abs(left - one.left) <= alignedMax || Math.abs(right - one.right) <= alignedMax,
    ),
  )
  return level.length >= cellsMin
}

/** In font sizes. */
const closeMax = 2.5

/** A row of a table of two columns: both cells begin where those of several rows near it do, as two lines of a running head do not. */
function isOfTwoCells({ segments, baseline, size }: Row, others: readonly Row[]): boolean {
  const [next] = others
  if (segments.length !== 2 || !next || Math.abs(next.baseline - baseline) > closeMax * size)
    return false
  const alike = others
    .slice(0, nearRows + 1)
    .filter(
      (row) =>
        row.segments.length === 2 &&
        segments.every(
          ({ left }, at) => Math.abs(left - (row.segments[at]?.left ?? 0)) <= alignedMax,
        ),
    )
  return alike.length >= 2
}

/** The marked cells of the rows of tables at the edges of a page, such as a head that the table repeats on each page. */
export function findEdgeCells(
  segments: readonly Segment[],
  marked: ReadonlyMap<Segment, unknown>,
): Segment[] {
  const rows = groupRows(segments)
  return [rows, rows.toReversed()].flatMap((inward) =>
    inward.flatMap((row, at) => {
      const cells = row.segments.filter((segment) => marked.has(segment))
      if (cells.length === 0) return []
      const others = inward.slice(at + 1, at + 2 + nearRows)
      return isOfCells(row, others) || isOfTwoCells(row, others) ? cells : []
    }),
  )
}

function looksRunning(row: Row, { bodySize, isOfMore }: Page, edge: Edge): boolean {
  const text = joinText(row)
  if (text.length > lettersMax || row.size > sameSizeMax * bodySize) return false
  if (form.test(text) || pageNumber.test(text)) return true
  if (row.size <= smallMax * bodySize) return !footnote.test(text)
  const isSentence = sentenceEnd.test(text) || text.split(/\s+/).length > wordsMax
  const isTitle =
    (isOfMore !== true || edge === 'bottom') &&
    ((row.segments.length === 1 && row.segments.every(isBold)) || row.segments.every(isCode))
  const isHeading = row.segments.length === 1 && heading.test(text) && edge === 'bottom'
  return /\p{L}/u.test(text) && !isSentence && !isTitle && !isHeading
}

/** A page number, by itself or at the end of a short line apart from its other text. */
function isNumbered({ segments, size }: Row, bodySize: number): boolean {
  const text = segments.map((segment) => segment.text.trim()).join(' ')
  if (size > sameSizeMax * bodySize || text.length > lettersMax) return false
  if (segments.length === 1) return pageNumber.test(text)
  const [first, last] = [segments[0]?.text ?? '', segments.at(-1)?.text ?? '']
  return (
    segments.length <= 3 &&
    numberAtEnd.test(text) &&
    (pageNumber.test(first) || pageNumber.test(last))
  )
}

import { joinSegments } from './join-segments.ts'
import { columnEdges, type Edges } from './column-edges.ts'
import { groupRows, type Row } from './rows.ts'
import { isCode, median, type Segment } from './segment.ts'
import { measureFreeWidth, findGaps, hasRoom, listPlaces } from './word-room.ts'

/** In font sizes. */
const flushMax = 0.15
const indentMax = 4
const gapDifferenceMax = 0.18
/** The library gives the places of words that are at least half a font size apart. */
const unknownGapMax = 0.95
const leadingMax = 2
const sameLeadingMax = 1.12
const sameSizeMax = 0.08
/** Rows of cells among the rows of several segments; lines of text have none. */
const otherShareMax = 0.34
const figuresShareMax = 0.5

/**
 * Joins the words of justified lines whose spaces are as wide as the gaps between columns and cells. Such lines end at both
 * edges of a column of text, their spaces are equal, and the word that follows them had no room.
 */
export function withWholeLines(segments: readonly Segment[]): Segment[] {
  let whole = [...segments]
  for (const edges of columnEdges(segments)) {
    const lines = new Map(tornLines(whole, edges).map((line) => [line[0], line] as const))
    if (lines.size === 0) continue
    const joined = new Set([...lines.values()].flatMap((line) => line.slice(1)))
    whole = whole.flatMap((segment) => {
      if (joined.has(segment)) return []
      const line = lines.get(segment)
      return line ? [joinSegments(line)] : [segment]
    })
  }
  return whole
}

/** Lines of a column that are several segments each. */
function tornLines(segments: readonly Segment[], edges: Edges): (readonly Segment[])[] {
  const slack = 1
  const inside = segments.filter(
    ({ left, right }) => left >= edges.left - slack && right <= edges.right + slack,
  )
  const rows = groupRows(inside)
  if (!rows.some(isWide)) return []
  const leading = measureLeading(rows)
  return groupParagraphs(rows, leading).flatMap((paragraph) => findTorn(paragraph, edges))
}

const isWide = ({ segments }: Row) => segments.length > 1

function measureLeading(rows: readonly Row[]): number {
  const gaps = rows.slice(1).map((row, at) => ({
    gap: row.baseline - (rows[at]?.baseline ?? 0),
    size: row.size,
  }))
  return median(gaps.flatMap(({ gap, size }) => (gap <= leadingMax * size ? [gap] : [])))
}

/** Rows of one distance and one font size. */
function groupParagraphs(rows: readonly Row[], leading: number): Row[][] {
  const paragraphs: Row[][] = []
  for (const row of rows) {
    const last = paragraphs.at(-1)
    const before = last?.at(-1)
    const isNext =
      before &&
      row.baseline - before.baseline <= sameLeadingMax * leading &&
      Math.abs(row.size - before.size) <= sameSizeMax * before.size
    if (last && isNext) last.push(row)
    else paragraphs.push([row])
  }
  return paragraphs
}

/** The torn lines among the rows of a paragraph; none if others of its rows are cells. */
function findTorn(rows: readonly Row[], edges: Edges): (readonly Segment[])[] {
  const wide = rows.filter(isWide)
  if (wide.length === 0 || rows.length === 1) return []
  const torn = rows.filter((row, at) =>
    isTorn({ row, before: rows[at - 1], after: rows[at + 1] }, edges),
  )
  const figures = torn.filter(({ segments }) => !/\p{L}/u.test(segments.at(-1)?.text ?? ''))
  const isText = rows.some((row, at) =>
    isSure({ row, before: rows[at - 1], after: rows[at + 1] }, edges),
  )
  const isOther =
    wide.length - torn.length > otherShareMax * wide.length ||
    figures.length > figuresShareMax * torn.length
  return isText && !isOther ? torn.map(({ segments }) => segments) : []
}

const isFlush = ({ left, right, size }: Row, edges: Edges) =>
  Math.abs(left - edges.left) <= flushMax * size + 0.5 &&
  Math.abs(right - edges.right) <= flushMax * size + 0.5

/** A full line in one piece, or one of at least three words with equal spaces. */
function isSure({ row, before, after }: Line, edges: Edges): boolean {
  const isLevel = [before, after].some((other) => other && Math.abs(other.left - row.left) <= 1)
  const start = isLevel && row.left - edges.left <= indentMax * row.size ? edges.left : row.left
  if (!isFlush({ ...row, left: start }, edges)) return false
  return row.segments.length === 1 || (findGaps(row).length > 1 && isEven(row))
}

interface Line {
  readonly row: Row
  readonly before: Row | undefined
  readonly after: Row | undefined
}

function isTorn({ row, before, after }: Line, edges: Edges): boolean {
  const { segments, size } = row
  if (segments.length < 2 || segments.every(isCode)) return false
  if (segments.slice(1).some(({ startsItem }) => startsItem)) return false
  const start = { ...row, left: edges.left }
  const isIndented = row.left - edges.left <= indentMax * size
  if (!isFlush(row, edges) && !(isIndented && isFlush(start, edges))) return false
  if (!isEven(row)) return false
  if (after) return !hasRoom(row, after)
  return !!before && measureFreeWidth(row) <= (edges.right - edges.left) / 2
}

/** Whether the spaces of a line are equal. */
function isEven(row: Row): boolean {
  const gaps = findGaps(row)
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)]
  if (most - least > gapDifferenceMax * row.size) return false
  const hasUnknown = listPlaces(row).some(({ text }) => /\S\s+\S/.test(text))
  return !hasUnknown || most <= unknownGapMax * row.size
}

import { withChapterLabels } from './chapter-labels.ts'
import { countTreeRows, isCodeLine, measureWideLeading } from './code-lines.ts'
import { contentsRows, isContentsLine } from './contents.ts'
import { findDefinitions, type Definitions, type Hanging } from './definitions.ts'
import {
  areOwnLines,
  endsEarly,
  isAddress,
  measureSetting,
  startsHanging,
  type Setting,
} from './own-lines.ts'
import { findListMarks, type ListMarks } from './list-marks.ts'
import type { Row } from './rows.ts'
import { endsInLabel, startsClause } from './prose.ts'
import { surround, formulaSign, median, type Place, type Segment } from './segment.ts'
import { createTables, type Lines, type TableLayout } from './tables.ts'
import type { Typography } from './typography.ts'

/** Consecutive lines of a column that form one element. */
export type Piece =
  | TableLayout
  | { readonly kind: 'heading'; readonly level: number; readonly rows: Row[] }
  | { readonly kind: 'code'; readonly rows: Row[] }
  | { readonly kind: 'formula'; readonly rows: Row[] }
  | { readonly kind: 'item'; readonly rows: Row[]; readonly mark: string | undefined }
  | Text

/** A paragraph. */
interface Text {
  readonly kind: 'text'
  readonly rows: Row[]
  /** Rows that start a line of their own. */
  readonly lineStarts?: ReadonlySet<Row>
  /** Of a list of definitions. */
  readonly hanging?: Hanging
}

/** Rows closer than this belong to cells side by side. */
const lineGapMin = 0.9
const paragraphGapMin = 1.25
const indentMin = 0.8
const shortLineShare = 0.85
const headingLeadingMax = 1.6
/** More rows than paragraphs have, so that the time grows with the rows. */
const recentRowsMax = 100

/** Groups the rows of a column into pieces, top to bottom. */
export function groupPieces(rows: readonly Row[], typography: Typography): Piece[] {
  const pieces: Piece[] = []
  const column = surround(rows)
  const lineGap = measureLineGap(rows, column)
  const setting = measureSetting(rows)
  const given = { rows, column, lineGap, typography, setting, marks: findListMarks(rows) }
  const tableAt = createTables(rows)
  let at = 0
  while (at < rows.length) {
    const row = rows[at] as Row
    const tree = countTreeRows(rows, at)
    if (tree > 0) {
      pieces.push({ kind: 'code', rows: rows.slice(at, at + tree) })
      at += tree
      continue
    }
    const neighbours = { before: rows[at - 1], after: rows[at + 1] }
    const table = isContentsLine(row) ? undefined : tableAt(at)
    if (table?.kind === 'lines') {
      pieces.push(toLines(table))
      at += table.rows.length
      continue
    }
    if (table) {
      const after = rows[at + table.rows.length]
      const contents = contentsRows(table, { ...neighbours, after })
      const definitions = contents ? undefined : findDefinitions(table, rows)
      if (contents) pieces.push(...contents.map(toItem))
      else if (definitions) pieces.push(...toEntries(definitions))
      else pieces.push(table)
      at += table.rows.length
      continue
    }
    at += 1
    const last = pieces.at(-1)
    if (last?.kind === 'heading' && isTerm(last.rows, row, typography))
      pieces[pieces.length - 1] = { kind: 'text', rows: last.rows }
    const next = begin({ row, ...neighbours }, given)
    if (last && last.kind !== 'table' && continues(last, next, given)) last.rows.push(row)
    else pieces.push(next)
  }
  return withChapterLabels(pieces).map((piece) =>
    piece.kind === 'text' ? withLines(piece, column, setting) : piece,
  )
}

const fullLinesMin = 3

/** Distance of lines. On a page of short items, which are further apart, it is that below lines that fill the column. */
function measureLineGap(rows: readonly Row[], column: Place): number {
  const gaps = rows.slice(1).flatMap((row, at) => {
    const before = rows[at] ?? row
    const gap = row.baseline - before.baseline
    const isFull = before.right >= column.left + shortLineShare * (column.right - column.left)
    return gap < lineGapMin * row.size ? [] : [{ gap, isFull }]
  })
  const usual = median(gaps.map(({ gap }) => gap))
  const full = gaps.flatMap(({ gap, isFull }) => (isFull ? [gap] : []))
  return full.length >= fullLinesMin ? Math.min(usual, median(full)) : usual
}

/** Marks the lines of addresses, forms and lists without bullets. */
function withLines(piece: Text, column: Place, setting: Setting): Text {
  if (piece.lineStarts) return piece
  const [, ...others] = piece.rows
  const areOwn = areOwnLines(piece.rows, column) || isAddress(piece.rows)
  const isStart = areOwn
    ? () => true
    : (row: Row, at: number) =>
        endsInLabel(row) ||
        endsInLabel(piece.rows[at] ?? row) ||
        endsEarly(piece.rows[at] ?? row, row, setting)
  const lineStarts = new Set(others.filter(isStart))
  return lineStarts.size === 0 ? piece : { ...piece, lineStarts }
}

/** Each row a line of its own. */
function toLines({ rows }: Lines | TableLayout): Text {
  const [, ...others] = rows
  return { kind: 'text', rows: [...rows], lineStarts: new Set(others) }
}

/** Lists of definitions of one line each, which are known by the indent of other lists of the document; rows of doubtful tables are lines. */
export const withDefinitions = (
  pieces: readonly Piece[],
  rows: readonly Row[],
  known: readonly Hanging[],
): Piece[] =>
  pieces.flatMap((piece) => {
    if (piece.kind !== 'table') return [piece]
    const found = findDefinitions(piece, rows, known)
    if (found) return toEntries(found)
    return [piece.isDoubtful ? toLines(piece) : piece]
  })

/** Each term in a line of its own, and its definition. */
const toEntries = ({ entries, hanging }: Definitions): Piece[] =>
  entries.map(({ term, lines }) => ({
    kind: 'text',
    rows: [...term, ...lines],
    lineStarts: new Set(lines.slice(0, 1)),
    hanging,
  }))

const toItem = (row: Row): Piece => ({ kind: 'item', rows: [row], mark: undefined })

const termIndentMin = 1
const termGapMax = 1.8

/** A bold line directly above an indented line is a term with its definition. */
function isTerm(rows: readonly Row[], next: Row, { bodySize }: Typography): boolean {
  const [only, ...others] = rows
  if (!only || others.length > 0 || only.size > 1.1 * bodySize) return false
  return (
    next.left >= only.left + termIndentMin * next.size &&
    next.baseline - only.baseline <= termGapMax * next.size &&
    next.size >= 0.9 * only.size
  )
}

/** The piece that a row begins if it does not continue another. */
function begin(line: Line, given: Around): TextPiece {
  const { row } = line
  const { typography, marks } = given
  const [first] = row.segments
  const styled = headingLevel(line, typography)
  const level = styled ?? numberedLevel(line, given)
  const entry = marks.entryMark(row)
  // A number in brackets is a reference label.
  const mark = /^\d/.test(entry ?? '') ? entry : marks.findMark(row)
  if (isFormula(row) && isDisplayed(line, given)) return { kind: 'formula', rows: [row] }
  if (isContentsLine(row)) return { kind: 'item', rows: [row], mark: undefined }
  if (styled === undefined && isCodeLine(row)) return { kind: 'code', rows: [row] }
  if (level !== undefined) return { kind: 'heading', level, rows: [row] }
  if (mark !== undefined || entry !== undefined || first?.startsItem)
    return { kind: 'item', rows: [row], mark }
  return { kind: 'text', rows: [row] }
}

/** A line of one segment, of a section number and a segment, or of large words with wide spaces. */
function headingLevel(line: Line, typography: Typography): number | undefined {
  const { row, after } = line
  const [first, second, ...others] = row.segments
  if (!first) return undefined
  const level = typography.headingLevel(first)
  if (second && level !== undefined && isOfLargeWords(line, level, typography)) {
    const isEntry = after !== undefined && isContentsLine(after)
    if (!isEntry) return level
  }
  if (others.length > 0) return undefined
  if (!second) return level
  const isNumbered = sectionNumber.test(first.text.trim())
  return isNumbered && first.size <= 1.1 * second.size ? typography.headingLevel(second) : undefined
}

/** In font sizes: between words of a justified line, and between those of the first lines of a torn heading. */
const headingGap = { most: 1.5, evenMost: 3, evenDifference: 0.15 }

/** Whether all segments of a line are in one style of headings, and no further apart than words. */
function isOfLargeWords({ row, before }: Line, level: number, typography: Typography): boolean {
  const isLarge = (segment: Segment) =>
    typography.isLarger(segment) && typography.headingLevel(segment) === level
  if (!row.segments.every(isLarge)) return false
  const goesOn =
    before !== undefined &&
    before.segments.every(isLarge) &&
    row.baseline - before.baseline < headingLeadingMax * row.size
  const gaps = row.segments.slice(1).map(({ left }, at) => left - (row.segments[at]?.right ?? left))
  const [least, most] = [Math.min(...gaps) / row.size, Math.max(...gaps) / row.size]
  const isEven = gaps.length > 1 && most - least <= headingGap.evenDifference
  return goesOn || most <= headingGap.most || (isEven && most <= headingGap.evenMost)
}

const numbered = /^\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+\p{Lu}[^.!?;]*[^.!?;,:\d\s]$/u
const numberedWordsMax = 12

/** A short separate line that starts with a section number, in any typeface. */
function numberedLevel(
  { row, before }: Line,
  { column, lineGap, typography }: Around,
): number | undefined {
  const text = readText(row).trim()
  if (!numbered.test(text) || text.split(/\s+/).length > numberedWordsMax) return undefined
  const isApart = !before || row.baseline - before.baseline > paragraphGapMin * lineGap
  const isShort = row.right < column.left + shortLineShare * (column.right - column.left)
  return isApart && isShort ? typography.lowestLevel : undefined
}

const sectionNumber = /^(?:\d{1,3}(?:\.\d{1,3})*|[A-Z](?:\.\d{1,3})*|[IVX]{1,5}|§ ?\d+)[.:)]?$/

const readText = ({ segments }: Row) => segments.map(({ text }) => text).join(' ')

/** The number of a displayed formula. */
export const equationNumber = /\(\S{1,8}\)$/

/** A line of formulas, with their number. */
function isFormula(row: Row): boolean {
  const text = readText(row).trim()
  return text.includes(formulaSign) && /^[\s\uFFFC.,;]*$/.test(text.replace(equationNumber, ''))
}

const displayIndentMin = 1.2

/** Whether a line of formulas is indented or apart from the lines around it, unlike the end of a paragraph. */
function isDisplayed({ row, before, after }: Line, { column, lineGap }: Around): boolean {
  const isApart = (a: Row | undefined, b: Row | undefined) =>
    !a || !b || b.baseline - a.baseline > paragraphGapMin * lineGap
  return (
    row.left - column.left > displayIndentMin * row.size ||
    (isApart(before, row) && isApart(row, after))
  )
}

/** A row and those above and below it. */
interface Line {
  readonly row: Row
  readonly before: Row | undefined
  readonly after: Row | undefined
}

interface Around {
  readonly column: Place
  readonly lineGap: number
  readonly typography: Typography
  readonly setting: Setting
  readonly marks: ListMarks
}

type TextPiece = Exclude<Piece, TableLayout>

/** Whether the row of `next` continues a piece. */
function continues(
  piece: TextPiece,
  next: TextPiece,
  { column, lineGap, setting }: Around,
): boolean {
  const before = piece.rows.at(-1)
  const [row] = next.rows
  if (!before || !row) return false
  const gap = row.baseline - before.baseline
  if (piece.kind === 'formula') return false
  if (piece.kind === 'code') {
    const leading = measureWideLeading(piece.rows.slice(-recentRowsMax))
    return next.kind === 'code' && gap < Math.max(2.6 * row.size, 2.3 * leading)
  }
  if (piece.kind === 'heading') {
    return (
      next.kind === 'heading' && next.level === piece.level && gap < headingLeadingMax * row.size
    )
  }
  if (next.kind !== 'text' || Math.abs(row.size - before.size) > 0.15 * before.size) return false
  const usual = lineGap > 0 && lineGap < 2 * row.size ? lineGap : 1.4 * row.size
  if (gap > paragraphGapMin * usual && gap > 1.3 * row.size) return false
  if (startsClause(row)) return false
  if (piece.kind === 'item')
    return row.left > column.left + 1 || row.left >= (piece.rows[0]?.left ?? 0) - 1
  return !startsHanging(row, setting) && !startsAnew(piece.rows, row, column)
}

/** A paragraph starts with an indent or after a short line. */
function startsAnew(rows: readonly Row[], row: Row, column: Place): boolean {
  const before = rows.at(-1)
  if (!before) return true
  const further = rows.slice(Math.max(1, rows.length - recentRowsMax))
  if (further.length > 0 && row.left > surround(further).left + indentMin * row.size) return true
  const isShort = before.right < column.left + shortLineShare * (column.right - column.left)
  return isShort && /[.!?:]["')\]”’]?$/.test(readText(before).trim())
}

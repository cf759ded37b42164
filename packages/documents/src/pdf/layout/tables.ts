import { mayBeClose, withPartedFigures } from './close-figures.ts'
import { isCodeLine } from './code-lines.ts'
import { pairLabels } from './label-rows.ts'
import { leader } from './leaders.ts'
import { listEdges, cutPart } from './letters.ts'
import { isRightToLeft, type Row } from './rows.ts'
import { surround, isBold, type Place, type Segment } from './segment.ts'
import { isInParagraph } from './paragraph-lines.ts'
import { isAmount, isProse, label } from './prose.ts'
import { mayBeTables } from './side-tables.ts'
import { isAroundRow, isSubHead } from './sub-heads.ts'
import { cutAt } from './cell-cuts.ts'
import { findOthers } from './table-check.ts'
import { listCells } from './table-cells.ts'
import { areAligned, findColumns, saysMuch } from './table-columns.ts'
import { countRowsOfTable } from './table-parts.ts'
import { edgesOfText, isLineOfText, isNumberedHeading, isTitle } from './table-ends.ts'

/** A table: rows of cells, each a list of text lines. */
export interface TableLayout {
  readonly kind: 'table'
  readonly rows: readonly Row[]
  readonly cells: readonly (readonly (readonly Segment[])[])[]
  readonly hasHead: boolean
  /** It is not certain which texts belong together. */
  readonly isDoubtful?: boolean
  /** Of the table that it continues. */
  readonly head?: readonly (readonly Segment[])[]
}

/** Rows of which is not certain which cells belong together: lines of text. */
export interface Lines {
  readonly kind: 'lines'
  readonly rows: readonly Row[]
}

/** Lines further apart belong to different tables, unless their cells align. */
const rowGapMax = 3.2
const alignedRowGapMax = 6
const rowsMin = 2

/** More columns than tables have, and more rows than pages have, so that the time grows with the rows. */
const cellsOfRowMax = 200
const recentRowsMax = 100

/** Returns for each successive row the longest table that starts with it; undefined when there is none. */
export function createTables(
  rows: readonly Row[],
): (at: number) => TableLayout | Lines | undefined {
  let next = 0
  const text = edgesOfText(rows)
  return (at) => {
    if (at < next) return undefined
    const subHeads = new Set<Row>()
    const all = takeWhileTable({ rows, from: at, text }, subHeads)
    const taken = all.slice(0, countRowsOfTable(all))
    const around = { before: rows[at - 1], after: rows[at + taken.length] }
    const table = findTable(taken, subHeads, around)
    // Rows of no table are not read again for each row in them, except the last of many.
    if (!table) next = at + taken.length - recentRowsMax
    return table
  }
}

function findTable(
  found: readonly Row[],
  subHeads: ReadonlySet<Row>,
  { before, after }: { before: Row | undefined; after: Row | undefined },
): TableLayout | Lines | undefined {
  const rows = found.filter(isOfSeveral)
  if (rows.length < rowsMin) return undefined
  const pairs = pairLabels(found)
  if (pairs) return { kind: 'table', rows: found, cells: pairs, hasHead: false }
  const taken = withPartedFigures(found)
  const wide = taken.filter(isOfSeveral)
  const columns = findColumns(wide)
  if (columns.length < 2 || !saysMuch(wide, columns) || !areAligned(wide, columns)) return undefined
  if (isProse(taken, columns) || isInParagraph({ taken, before, after })) return undefined
  if (mayBeTables(wide, columns)) return { kind: 'lines', rows: taken }
  const read = listCells(taken, columns, subHeads)
  const isReversed = isRightToLeft(wide.flatMap(({ segments }) => segments))
  const cells = isReversed ? read.map((row) => row.toReversed()) : read
  if (cells.length < rowsMin) return undefined
  const others = findOthers(read, columns)
  if (others && others.above > 0) return undefined
  if (others && others.below > 0) {
    const end = Math.min(...(read.at(-others.below)?.flat() ?? []).map(({ baseline }) => baseline))
    const own = taken.filter(({ baseline }) => baseline < end - 1)
    return findTable(own, subHeads, { before, after: taken[own.length] })
  }
  const [head = []] = cells
  return {
    kind: 'table',
    rows: taken,
    cells,
    hasHead: head.flat().every(isBold),
    isDoubtful:
      !others || (taken !== found && read.flat(2).some((text) => mayBeClose(text, columns))),
  }
}

const isOfSeveral = ({ segments }: Row) => segments.length >= 2

const listMark = /^\s*(?:[•◦▪■□●○‣–-]|\(?\d{1,3}[.)])\s*$/u

/** Whether a row has several cells; a list bullet and a label are not cells, and cells do not overlap. */
const isWide = ({ segments }: Row) =>
  segments.length <= cellsOfRowMax &&
  (segments.length > 2 || (segments.length === 2 && !isMarked(segments))) &&
  !segments.some((cell, at) => at > 0 && overlaps(cell, segments[at - 1] ?? cell))

const bullet = /^\s*[•◦▪■□●○‣]\s*\S/u

const startsItem = ({ segments: [only, ...others] }: Row) =>
  !!only && others.length === 0 && bullet.test(only.text)

/** Whether an item is below one in another column than the first. */
const isUnderItem = ({ left }: Row, { segments }: Row) =>
  segments.slice(1).some((cell) => bullet.test(cell.text) && isSame(cell.left, left))

const isMarked = ([first, last]: readonly Segment[]) =>
  listMark.test(first?.text ?? '') || label.test(last?.text.trim() ?? '')

const overlapMin = 1

const overlaps = (a: Segment, b: Segment) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > overlapMin

interface Start {
  readonly rows: readonly Row[]
  readonly from: number
  /** Box of the column of text; undefined when few lines fill it. */
  readonly text: Place | undefined
}

/** Rows continue while they have several cells, or one that aligns with a cell of a neighbouring row. */
function takeWhileTable({ rows, from, text }: Start, subHeads: Set<Row>): Row[] {
  const heads = rows.slice(from, from + 2)
  const index = heads.findIndex(isWide)
  const start = from + index
  const first = heads[index]
  const taken = rows.slice(from, start + 1)
  if (!first || isCodeLine(first) || !isAboveCells(taken, rows.slice(start + 1, start + 3)))
    return []
  if (isNumberedHeading(first, rows[start + 1]) || isTitle(first, rows[start + 1])) return []
  for (let at = start + 1; at < rows.length; at++) {
    const recent = taken.slice(-recentRowsMax)
    if (isSubHead({ rows, at, taken: recent })) {
      subHeads.add(rows[at] as Row)
      taken.push(rows[at] as Row)
      continue
    }
    const row = parted(rows[at] as Row, recent)
    const before = taken.at(-1) as Row
    if (isHeading(rows.slice(at - 1, at + 2))) break
    const gapMax = alignedCells(row, recent) >= 2 ? alignedRowGapMax : rowGapMax
    const isOfRow = () => isInside(rows.slice(at, at + linesOfCellMax), recent)
    if (row.baseline - before.baseline > gapMax * row.size && !isOfRow()) break
    if (isApart(row, recent)) break
    // A date beside another cell is none.
    const isBesideCell =
      alignedCells(row, [before]) > 1 && /\p{L}/u.test(row.segments[0]?.text ?? '')
    const isNumbered = isNumberedHeading(row, before) && !isBesideCell
    if (row.segments.some((cell) => leader.test(cell.text)) || isNumbered) break
    if (text && isLineOfText(row, recent, text)) break
    const isOfCell = () => isUnderCell(row, recent) || isOfRow()
    if (startsItem(row) && !taken.some(startsItem) && !isUnderItem(row, before)) break
    if (!isWide(row) && !isOfCell() && !isAboveNext(rows.slice(at, at + linesOfCellMax))) break
    taken.push(row)
  }
  while (!isWide(taken.at(-1) as Row) && !isContinuation(taken)) taken.pop()
  return taken
}

const aligned = 3
const partGapMin = 0.4

/** A line with a segment at the left edge of a cell above is several cells. */
function parted(row: Row, taken: readonly Row[]): Row {
  const [only, ...others] = row.segments
  if (!only || others.length > 0) return row
  const lefts = taken.filter(isWide).flatMap(({ segments }) => segments.map(({ left }) => left))
  const ends = only.anchors.flatMap((anchor, index) => {
    const before = only.anchors[index - 1]
    const isApart = before && anchor.left - before.right >= partGapMin * only.size
    const isLevel = lefts.some((left) => Math.abs(left - anchor.left) <= aligned / 2)
    return isApart && isLevel ? [anchor.from] : []
  })
  if (ends.length === 0) return row
  const edges = listEdges(only)
  const cuts = [0, ...ends, only.text.length]
  return {
    ...row,
    segments: cuts.slice(1).map((end, index) => cutPart(only, [cuts[index] ?? 0, end], edges)),
  }
}

/** Number of cells that align left with those of the row above. */
function alignedCells({ segments }: Row, taken: readonly Row[]): number {
  const wide = taken.filter(isWide).flatMap((row) => row.segments)
  return segments.filter(({ left }) => wide.some((cell) => Math.abs(cell.left - left) <= aligned))
    .length
}

/** Whether a row of several cells is far below the others, and all but its first cell are at other places than theirs. */
const isApart = (row: Row, taken: readonly Row[]): boolean =>
  isWide(row) &&
  isFarBelow(row, taken, apartMin) &&
  row.segments
    .slice(1)
    .every((one) =>
      taken.every(({ segments }) =>
        segments.every((cell) => !isSame(cell.left, one.left) && !isLevelRight(cell, one)),
      ),
    )

const isAboveNext = (rows: readonly Row[]) => {
  const [row, next] = rows
  return !!row && !!next && ((isWide(next) && isAboveCells([row, next])) || isOnTopOfCell(rows))
}

/** Whether a line is the first of a cell whose last one is in a row: in tables whose cells end at the bottom. */
function isOnTopOfCell(rows: readonly Row[]): boolean {
  const end = rows.findIndex(isWide)
  const cell = rows[end]?.segments.slice(1).find(({ left }) => isSame(left, rows[0]?.left))
  return (
    !!cell &&
    rows.slice(0, end).every((row, at) => {
      const gap = (rows[at + 1]?.baseline ?? Infinity) - row.baseline
      return isSame(row.left, cell.left) && gap <= lineOfCellMax * row.size
    })
  )
}

const isSame = (left: number, other = Infinity) => Math.abs(left - other) <= 1

/** In font sizes: distance of the lines of a cell, of a bold head, and of a head that is centred over cells. */
const [lineOfCellMax, lineOfBoldMax, lineOfHeadMax] = [1.35, 1.65, 1.15]
/** Larger lines are headings above a table. */
const headSizeMax = 1.15

const isHeading = ([before, row, next]: readonly Row[]) =>
  row?.segments.length === 1 &&
  [before, next].every((other) => other && row.size > headSizeMax * other.size)

/** A line above the first row that is centred over its cells: the first line of a multi-line header cell. */
function isAboveCells(rows: readonly Row[], below: readonly Row[] = []): boolean {
  const wide = rows.at(-1)
  if (rows.length === 1 || !wide) return true
  const [only, ...others] = rows.slice(0, -1)
  if (!only || others.length > 0 || only.size > headSizeMax * wide.size) return false
  const { segments } = wide
  const isOfCell = segments.slice(1).some(({ left }) => Math.abs(left - only.left) <= 1)
  const isOfHead = [...only.segments, ...segments].every(isBold)
  const gapMax = isOfHead ? lineOfBoldMax : isOfCell ? lineOfCellMax : lineOfHeadMax
  if (wide.baseline - only.baseline > gapMax * only.size) return false
  const tops = only.segments
  const [cell, ...beside] = segments.filter((one) => tops.some((top) => overlaps(one, top)))
  // The first line of a head in two lines is over its second one.
  const isFirst = cell === segments[0] && below.every(({ left }) => left >= only.left - aligned)
  if (isOfHead && cell && !isFirst && beside.length === 0)
    return isOfCell || tops.some((top) => isLevelRight(top, cell))
  const next = segments.findIndex(({ left }) => left > only.left + aligned)
  const free = [segments[next - 1]?.right ?? -Infinity, segments[next]?.left ?? Infinity] as const
  return only.left > free[0] && only.right < free[1]
}

const [proseShareMin, sameEdgeMax] = [0.5, 0.3]

/** Whether a line goes over several gaps between most cells, or over much of their width, as text below a table does. */
function isOverGaps(line: Segment, taken: readonly Row[]): boolean {
  const { left, right } = surround(taken)
  const isLong = line.right - line.left >= proseShareMin * (right - left)
  const isAtEdge = taken.some(({ segments }) =>
    segments.some((cell) => Math.abs(cell.left - line.left) <= sameEdgeMax),
  )
  const nexts = taken
    .map(({ segments }) => segments.slice(1).filter((cell) => cell.left > line.left + aligned))
    .filter(({ length }) => length > 0)
  const over = nexts.filter((cells) => {
    const crossed = cells.filter((cell) => line.right > cell.left + 1)
    const uncut = crossed.filter((cell) => cutAt(line, cell.left) === undefined)
    const isCrossed = isLong ? uncut[0] === crossed[0] : !isAtEdge && crossed.length > 1
    return uncut.length > 0 && isCrossed
  })
  return over.length > nexts.length / 2
}

function isUnderCell({ segments: [only], left }: Row, taken: readonly Row[]): boolean {
  if (!only || isOverGaps(only, taken)) return false
  const wide = taken.flatMap((row) => row.segments)
  const leftmost = Math.min(...taken.map((row) => row.left))
  // A line at the left edge may be text after the table.
  const starts = wide.filter(
    (cell) => left > leftmost + aligned || cell.right > only.right - aligned,
  )
  if (starts.some((cell) => Math.abs(cell.left - only.left) <= aligned)) return true
  const isInside =
    only.left > leftmost + aligned && (isAmount(only.text) || !isFarBelow(only, taken))
  return isInside && wide.some((cell) => isLevelRight(cell, only))
}

const [farRowsMin, farMin, apartMin] = [3, 1.2, 1.7]

/** Whether a line is further below the last row than any row is below another. */
function isFarBelow(
  { baseline }: Pick<Row, 'baseline'>,
  rows: readonly Row[],
  most = farMin,
): boolean {
  const gaps = rows.slice(1).map((row, at) => row.baseline - (rows[at]?.baseline ?? 0))
  const gap = baseline - (rows.at(-1)?.baseline ?? 0)
  return rows.length >= farRowsMin && gap > most * Math.max(...gaps)
}

/** Cells aligned right or centred within one column. */
function isLevelRight(cell: Segment, other: Segment): boolean {
  const isRight = Math.abs(cell.right - other.right) <= aligned
  const isMiddle = Math.abs(cell.left + cell.right - other.left - other.right) <= aligned
  return (isRight || isMiddle) && other.right - other.left <= 2 * (cell.right - cell.left)
}

const linesOfCellMax = 5
const lineGapMax = 2.2

/** A line of the first column between rows: it ends before the second column, and a row follows closely. */
function isInside(rows: readonly Row[], taken: readonly Row[]): boolean {
  const [row] = rows
  const wide = taken.filter(isWide)
  const second = Math.min(...wide.map(({ segments }) => segments[1]?.left ?? Infinity))
  const [only] = row?.segments ?? []
  if (!only) return false
  const canBeCut = only.right <= surround(wide).right + 1 && cutAt(only, second) !== undefined
  if (only.right >= second && !canBeCut) return false
  const next = rows.findIndex(isWide)
  const following = rows[next]
  if (!following || levelCells(following, wide) < Math.min(2, following.segments.length))
    return false
  const steps = rows.slice(0, next + 1)
  return steps.every(({ baseline, size }, at) => {
    const gap = baseline - ((steps[at - 1] ?? taken.at(-1))?.baseline ?? 0)
    // Rows beside pictures are far apart.
    const isFirst = isAroundRow(rows.slice(at, at + 3))
    return gap <= (isFirst ? alignedRowGapMax : lineGapMax) * size
  })
}

/** Number of cells that align with one above: left, and amounts right or in the middle. */
const levelCells = ({ segments }: Row, wide: readonly Row[]): number =>
  segments.filter((one) =>
    wide.some((row) =>
      row.segments.some(
        (cell) =>
          Math.abs(cell.left - one.left) <= aligned ||
          (isAmount(one.text) && isLevelRight(cell, one)),
      ),
    ),
  ).length

function isContinuation(taken: readonly Row[]): boolean {
  const [before, last] = taken.slice(-2)
  return !!before && !!last && last.baseline - before.baseline <= 1.5 * last.size
}

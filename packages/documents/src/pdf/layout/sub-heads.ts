import type { Row } from './rows.ts'
import { cutAt } from './cell-cuts.ts'
import { surround, isBold, median, type Segment } from './segment.ts'

const alignedMax = 3
const sameStartMax = 0.5
const middleMax = 1.2
const fittingMin = 0.6
const sizeDifferenceMax = 0.15
/** Share of the width of a table. */
const centredMax = 0.12
/** Distances of rows; `far` in font sizes. */
const usualDistance = { most: 1.3, least: 0.6, far: 2.4 }
/** For lines that nothing but their distance marks. */
const strict = { most: 1.08, least: 0.92, far: 0 }
/** For lines that another style marks, at the place of a cell: no line of a cell is as far from the next. */
const ownRow = { most: 1.8, least: 0.92, far: 0, areRows: true }
const leastGapMin = 0.8
const wordsMax = 14
const nearRows = 3
const caption = /^(?:table|figure|fig\.|tabelle|abbildung|abb\.|tableau|tabla|tabella)\s*\d/i

interface Distance {
  readonly most: number
  readonly least: number
  readonly far: number
  /** Whether only the distances of whole rows count; headings are further from them. */
  readonly areRows?: boolean
}

interface Place {
  readonly rows: readonly Row[]
  readonly at: number
  /** The rows of the table above this one. */
  readonly taken: readonly Row[]
}

/** Whether a line is a heading between the rows of one table: centred over it, or bold over several columns, at the distance of its rows. */
export function isSubHead({ rows, at, taken }: Place): boolean {
  const [row, next] = [rows[at], rows[at + 1]]
  const before = taken.at(-1)
  const [only, ...others] = row?.segments ?? []
  if (!row || !next || !before || !only || others.length > 0 || !isWide(next)) return false
  const wide = taken.filter(isWide)
  const text = only.text.trim()
  if (wide.length === 0 || caption.test(text) || !/\p{L}/u.test(text)) return false
  if (/[.!?:;,]$/.test(text) || text.split(/\s+/).length > wordsMax) return false
  if (Math.abs(row.size - before.size) > sizeDifferenceMax * before.size) return false
  if (!fits(next, wide) || !isAtRowDistance({ rows, at, taken })) return false
  if (isAroundRow(rows.slice(at, at + 3))) return false
  const table = surround([...wide, next])
  if (only.left < table.left - alignedMax || only.right > table.right + alignedMax) return false
  const isCentred =
    only.left > table.left + row.size &&
    ![before, next].every(({ segments }) => startsCell(only, segments)) &&
    Math.abs(only.left + only.right - table.left - table.right) <=
      2 * centredMax * (table.right - table.left)
  const isLevel = only.left - table.left <= alignedMax
  const isFirst = taken.every(({ segments }) => segments.every(isBold))
  const isMarked =
    isLevel &&
    [isBold, isItalic].some(
      (has) =>
        has(only) &&
        [next, ...(isFirst ? [] : [before])].every(({ segments: [first] }) => first && !has(first)),
    )
  const isPlain = isLevel && isAtRowDistance({ rows, at, taken }, strict) && !canBeCells(only, next)
  const near = [...wide.slice(-nearRows), next]
  const isOwnRow = isMarked && isAtRowDistance({ rows, at, taken }, ownRow)
  return (
    (isCentred && !isInColumn(only, near)) ||
    ((isMarked || isPlain) && isOver(only, near)) ||
    isOwnRow
  )
}

/** Whether two lines from one left edge are as far above as below the row between them: the lines of a cell in its middle. */
export const isAroundRow = ([row, next, further]: readonly Row[]): boolean =>
  !!row &&
  !!next &&
  further?.segments.length === 1 &&
  Math.abs(further.left - row.left) <= sameStartMax &&
  Math.abs(row.baseline + further.baseline - 2 * next.baseline) <= 2 * middleMax

/** Whether a line begins where a cell does, as a line of that cell. */
const startsCell = ({ left }: Segment, cells: readonly Segment[]) =>
  cells.slice(1).some((cell) => Math.abs(cell.left - left) <= sameStartMax)

const isItalic = ({ runs }: Segment) => runs.every((run) => run.isItalic || run.text.trim() === '')

/** Whether words of a line start where cells below it start. */
const canBeCells = (line: Segment, { segments }: Row) =>
  segments.slice(1).some(({ left }) => left < line.right && cutAt(line, left) !== undefined)

const isWide = ({ segments }: Row) => segments.length > 1

/** Whether the cells of a row are level with those above. */
function fits({ segments }: Row, wide: readonly Row[]): boolean {
  const cells = wide.flatMap((row) => row.segments)
  const level = segments.filter((segment) =>
    cells.some(
      (cell) =>
        Math.abs(cell.left - segment.left) <= alignedMax ||
        Math.abs(cell.right - segment.right) <= alignedMax ||
        Math.abs(cell.left + cell.right - segment.left - segment.right) <= alignedMax,
    ),
  )
  return level.length >= Math.max(2, fittingMin * segments.length)
}

/** Whether a line has the distance of rows above and below. */
function isAtRowDistance(
  { rows, at, taken }: Place,
  { most, least, far, areRows = false }: Distance = usualDistance,
): boolean {
  const [row, next, further] = [rows[at], rows[at + 1], rows[at + 2]]
  const before = taken.at(-1)
  if (!row || !next || !before) return false
  const gaps = [row.baseline - before.baseline, next.baseline - row.baseline]
  const known = taken.slice(1).flatMap((one, index) => {
    const above = taken[index]
    const isUsed = above && (!areRows || (isWide(above) && isWide(one)))
    return isUsed ? [one.baseline - above.baseline] : []
  })
  if (further && isWide(further)) known.push(further.baseline - next.baseline)
  // Lines of cells are closer than rows.
  const farthest = Math.max(...known)
  const usual =
    known.length > 0
      ? median(known.filter((gap) => gap >= leastGapMin * farthest))
      : Math.min(...gaps)
  return gaps.every((gap) => gap <= Math.max(most * usual, far * row.size) && gap >= least * usual)
}

/** Whether a line crosses a gap between columns. */
function isOver({ left, right }: Segment, wide: readonly Row[]): boolean {
  return wide.some(({ segments }) =>
    segments.slice(1).some((cell, at) => {
      const before = segments[at] ?? cell
      return left < Math.min(before.right, cell.right) && right > Math.max(before.left, cell.left)
    }),
  )
}

/** Whether a line is within the cells above or below it. */
function isInColumn({ left, right }: Segment, wide: readonly Row[]): boolean {
  const cells = wide.flatMap(({ segments }) =>
    segments.filter((cell) => cell.left < right && cell.right > left),
  )
  const column = surround(cells)
  return (
    left >= column.left - alignedMax &&
    right <= column.right + alignedMax &&
    !isOver({ left, right } as Segment, wide)
  )
}

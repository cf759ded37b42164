import type { Row } from './rows.ts'
import { isCode, type Segment } from './segment.ts'
import { cutAt, type Column } from './cell-cuts.ts'

/** Columns are the overlap of aligned cells. Rows with fewer cells are ignored, because they may span columns. */
export function findColumns(rows: readonly Row[]): Column[] {
  const counts = rows.map(({ segments }) => segments.length).toSorted((a, b) => b - a)
  // A single row with more cells than all others may be split wrongly.
  const most = counts[0] === counts[1] || counts.length === 2 ? (counts[0] ?? 0) : (counts[1] ?? 0)
  const complete = rows.filter(({ segments }) => segments.length >= most)
  const columns = underHead(rows, most) ?? join(complete.flatMap(({ segments }) => segments))
  const all = rows.flatMap(({ segments }) => segments)
  const found = (columns.length >= 2 ? columns : join(all)).flatMap((column) =>
    cut(column, all, rows),
  )
  return withoutSignColumns(found, all)
}

const [cellsMin, rowsMin] = [3, 2]

/** The columns of a table whose head stands beside its cells, as over figures at the right edge; undefined for other tables. */
function underHead([head, ...rows]: readonly Row[], count: number): Column[] | undefined {
  const complete = rows.filter(({ segments }) => segments.length === count)
  const columns = join(complete.flatMap(({ segments }) => segments))
  if (count < cellsMin || complete.length < rowsMin || columns.length !== count) return undefined
  if (head?.segments.length !== count || rows.some(({ segments }) => segments.length > count))
    return undefined
  const wide = columns.map(({ left, right }, at) => ({
    left: Math.min(left, head.segments[at]?.left ?? left),
    right: Math.max(right, head.segments[at]?.right ?? right),
  }))
  const isBeside = wide.some(({ left }, at) => at > 0 && left < (wide[at - 1]?.right ?? 0))
  return isBeside ? undefined : wide
}

const currency = /^(?:[A-Z]{0,3}[$€£¥₹]|CHF|EUR|USD|GBP)$/
const unit = /^(?:%|\)|\)%)$/

/** Joins a column of currency signs to the numbers behind it, and one of percent signs to those before it. */
function withoutSignColumns(columns: readonly Column[], segments: readonly Segment[]): Column[] {
  const joined: Column[] = []
  let left: number | undefined
  for (const column of columns) {
    const inside = segments
      .filter((cell) => cell.left >= column.left - 1 && cell.right <= column.right + 1)
      .map(({ text }) => text.trim())
    const isAll = (sign: RegExp) => inside.length > 0 && inside.every((text) => sign.test(text))
    const last = joined.at(-1)
    if (isAll(unit) && last) joined[joined.length - 1] = { ...last, right: column.right }
    else if (isAll(currency) && column !== columns.at(-1)) left ??= column.left
    else {
      joined.push({ left: left ?? column.left, right: column.right })
      left = undefined
    }
  }
  return joined
}

function join(segments: readonly Segment[]): Column[] {
  const columns: { left: number; right: number }[] = []
  for (const { left, right } of segments.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1)
    if (last && left < last.right - 1) last.right = Math.max(last.right, right)
    else columns.push({ left, right })
  }
  return columns
}

const startsMin = 2
const uncutShareMax = 0.1
const sameStartMax = 1
/** More than tables have, so that the time grows with the cells. */
const placesMax = 40

/** Splits a column where several cells start inside it and all others that cross the position can be split there. */
function cut(column: Column, segments: readonly Segment[], rows: readonly Row[]): Column[] {
  const inside = segments.filter(({ left, right }) => left < column.right && right > column.left)
  const places = findStarts(inside, column.left + (inside[0]?.size ?? 0))
  const good = places.filter(({ place, cells }) => {
    const crossing = inside.filter(
      ({ left, right, size }) => left < place - sameStartMax && right > place + 0.3 * size,
    )
    const uncut = crossing.filter((cell) => cutAt(cell, place) === undefined)
    if (uncut.length > uncutShareMax * cells.size) return false
    return rows.some(
      (row) =>
        row.segments.some((cell) => cells.has(cell)) &&
        row.segments.some((cell) => cell.right <= place && cell.right > column.left),
    )
  })
  const edges = [column.left, ...good.map(({ place }) => place).toSorted((a, b) => a - b)]
  return edges.map((left, index) => ({
    left,
    right: (edges[index + 1] ?? column.right + 1) - 1,
  }))
}

/** Positions to the right of another where several cells start, most frequent first. */
function findStarts(inside: readonly Segment[], after: number) {
  const places: { place: number; cells: Set<Segment> }[] = []
  for (const cell of inside.toSorted((a, b) => a.left - b.left)) {
    if (cell.left <= after) continue
    const last = places.at(-1)
    if (last && cell.left - last.place <= sameStartMax) last.cells.add(cell)
    else places.push({ place: cell.left, cells: new Set([cell]) })
  }
  return places
    .filter(({ cells }) => cells.size >= startsMin)
    .toSorted((a, b) => b.cells.size - a.cells.size)
    .slice(0, placesMax)
}

const alignedColumnsMin = 0.5

/** Cells of most columns align left, right or centred; words with wide gaps do not. */
export function areAligned(rows: readonly Row[], columns: readonly Column[]): boolean {
  const cells = rows.flatMap(({ segments }) => segments)
  const others = columns.slice(1)
  const good = others.filter(({ left, right }, at) => {
    const own = cells.filter((cell) => cell.left < right && cell.right > left)
    const isLast = at === others.length - 1
    const figures = own.filter(({ text }) => /\p{N}/u.test(text)).length
    // Justified lines align right too.
    const mayEnd = !isLast || figures >= own.length / 2
    return (
      isLevel(own.map((cell) => cell.left)) ||
      isLevel(own.map((cell) => (cell.left + cell.right) / 2)) ||
      (mayEnd && isLevel(own.map((cell) => cell.right)))
    )
  })
  return good.length >= alignedColumnsMin * others.length
}

const [levelMax, fewLevelMax] = [1.5, 3]
const levelShareMin = 0.4
const fewCells = 3

/** Whether a large share of the positions, at least two, coincide. */
function isLevel(places: readonly number[]): boolean {
  const most = places.length > fewCells ? levelMax : fewLevelMax
  const sorted = places.toSorted((a, b) => a - b)
  let [from, to] = [0, 0]
  return sorted.some((place) => {
    while (place - (sorted[from] ?? place) > most) from += 1
    while (to < sorted.length && (sorted[to] ?? 0) - place <= most) to += 1
    return to - from >= 2 && to - from >= levelShareMin * places.length
  })
}

const wordyShareMin = 0.7
const wordyColumnMin = 0.9
const otherSignsMin = 0.6

/** Formulas contain many separate symbols, and no column of words beside different signs. */
export function saysMuch(rows: readonly Row[], columns: readonly Column[]): boolean {
  const cells = rows.flatMap(({ segments }) => segments)
  const signs = cells.filter(({ text }) => !/[\p{L}\p{N}]/u.test(text))
  if (cells.length - signs.length >= wordyShareMin * cells.length) return true
  // The asterisks before the lines of a comment are the same.
  if (new Set(signs.map(({ text }) => text.trim())).size < otherSignsMin * signs.length)
    return false
  return columns.some(({ left, right }) => {
    const own = cells.filter((cell) => cell.left < right && cell.right > left)
    const words = own.filter((cell) => /\p{L}{3}/u.test(cell.text) && !isCode(cell)).length
    return own.length >= wordyColumnMin * rows.length && words >= wordyColumnMin * own.length
  })
}

import type { Row } from './rows.ts'
import { isBold, surround, type Segment } from './segment.ts'

/** Rows on each side that are compared, and cells of a row. */
const [rowsAround, cellsAround] = [8, 30]
/** In points. */
const sameEdgeMax = 2
/** Share of the cells that may be at places of the other side, by what stands between them. */
const sharedMax = { near: 0.25, apart: 0.4, head: 0.5 }
const ownMin = 0.7
const edgeKeys = 1e9
const apartWithin = 4
/** How much larger than those around it the distance between two tables is. */
const clearGap = { most: 1.2, least: 1.1 }

interface Grid {
  readonly cells: readonly Segment[]
  /** Where several cells begin, end or have their middles. */
  readonly places: ReadonlySet<number>
}

/**
 * How many of the rows that follow each other are one table. Another begins where the cells are at other places than above, while the rows
 * above have theirs at the same places, and those below theirs.
 */
export function countRowsOfTable(rows: readonly Row[]): number {
  for (let at = 2; at < rows.length - 1; at++) {
    if (!isBreak(rows, at)) continue
    // The last row above a gap may look like one below it.
    const near = Array.from({ length: apartWithin }, (_, further) => at + further)
    return near.find((one) => isApart(rows, one) && isBreak(rows, one)) ?? at
  }
  return isBesideTable(rows) ? rows.length - 1 : rows.length
}

/** Whether the last row is a line below the table that stands to its right. */
function isBesideTable(rows: readonly Row[]): boolean {
  const last = rows.at(-1)
  const above = rows.slice(Math.max(0, rows.length - 1 - rowsAround), -1)
  return !!last && above.length > 1 && last.left > surround(above).right
}

function isBreak(rows: readonly Row[], at: number): boolean {
  const [before, row, next] = [rows[at - 1], rows[at], rows[at + 1]]
  if (!before || !row || !next || !isWide(row)) return false
  const areApart = isApart(rows, at)
  if (!areApart && findGap(rows, at) < findGap(rows, at - 1) - 1) return false
  const above = rows.slice(Math.max(0, at - rowsAround), at).filter(isWide)
  const below = rows.slice(at, at + rowsAround).filter(isWide)
  if (above.length < 2 || below.length < 2) return false
  const left = Math.min(...[...above, ...below].map((one) => one.left))
  const [upper, lower] = [toGrid(above, left), toGrid(below, left)]
  if (areApart && (areOfOtherSize(above, below) || isOfLabels(row, above))) return true
  const most = sharedMax[areApart ? (isHead(rows, at) ? 'head' : 'apart') : 'near']
  const shares = [
    measureShared(lower.cells, upper.places),
    measureShared(upper.cells, lower.places),
  ].toSorted((a, b) => a - b) as [number, number]
  // Cells at no place of the others may be level with a few of them by chance.
  const isOther = areApart && shares[0] === 0 && shares[1] <= sharedMax.head
  return (
    isOther ||
    (shares[1] <= most && (areApart || (isRegular(above, left) && isRegular(below, left))))
  )
}

const otherSizeMin = 0.08

/** Whether all letters above are larger than all below, or smaller. */
function areOfOtherSize(above: readonly Row[], below: readonly Row[]): boolean {
  const [upper, lower] = [above, below].map((rows) =>
    rows.flatMap(({ segments }) => segments.map(({ size }) => size)),
  ) as [number[], number[]]
  const least = 1 + otherSizeMin
  return (
    Math.min(...upper) >= least * Math.max(...lower) ||
    Math.min(...lower) >= least * Math.max(...upper)
  )
}

const labelSizeMax = 0.8

/** Whether the letters of a row are much smaller than those above, as the labels of boxes. */
const isOfLabels = ({ size }: Row, above: readonly Row[]): boolean =>
  above.every(({ segments }) => segments.every((cell) => size <= labelSizeMax * cell.size))

/** Whether a bold row follows another. */
const isHead = (rows: readonly Row[], at: number): boolean =>
  !!rows[at]?.segments.every(isBold) && !rows[at - 1]?.segments.every(isBold)

function isApart(rows: readonly Row[], at: number): boolean {
  const gap = findGap(rows, at)
  return (
    gap >= clearGap.most * findGap(rows, at - 1) &&
    (isHead(rows, at) || gap >= clearGap.least * findGap(rows, at + 1))
  )
}

const isWide = ({ segments }: Row) => segments.length > 1

/** Distance of a row from the one above it. */
const findGap = (rows: readonly Row[], at: number): number =>
  (rows[at]?.baseline ?? Infinity) - (rows[at - 1]?.baseline ?? -Infinity)

/** Cells that begin at the left edge say nothing about the columns. */
const listInner = ({ segments }: Row, left: number): Segment[] =>
  segments.slice(0, cellsAround).filter((cell) => cell.left - left > sameEdgeMax)

function toGrid(rows: readonly Row[], left: number): Grid {
  const cells = rows.flatMap((row) => listInner(row, left))
  const counts = countKeys(cells)
  return { cells, places: new Set([...counts].flatMap(([key, count]) => (count > 1 ? [key] : []))) }
}

function countKeys(cells: readonly Segment[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const cell of cells)
    for (const key of getKeys(cell)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Each row is compared with many others. */
const knownKeys = new WeakMap<Segment, readonly number[]>()

function getKeys(cell: Segment): readonly number[] {
  const known = knownKeys.get(cell)
  if (known) return known
  const keys = makeKeys(cell)
  knownKeys.set(cell, keys)
  return keys
}

/** Near places have a key in common. Larger than all places of a page, `edgeKeys` keeps the keys of its edges apart. */
const makeKeys = ({ left, right }: Segment): number[] =>
  [left, right, (left + right) / 2].flatMap((place, edge) =>
    [-0.5, 0.5].map((shift) => edge * edgeKeys + Math.round(place / sameEdgeMax + shift)),
  )

const isAt = (cell: Segment, places: ReadonlySet<number>) =>
  getKeys(cell).some((key) => places.has(key))

const measureShared = (cells: readonly Segment[], places: ReadonlySet<number>): number =>
  cells.length === 0 ? 0 : cells.filter((cell) => isAt(cell, places)).length / cells.length

/** Whether the cells of each row are level with those of the others. */
function isRegular(rows: readonly Row[], left: number): boolean {
  const all = countKeys(rows.flatMap((row) => listInner(row, left)))
  return rows.every((row) => {
    const cells = listInner(row, left)
    const own = countKeys(cells)
    const isOther = (key: number) => (all.get(key) ?? 0) > (own.get(key) ?? 0)
    const level = cells.filter((cell) => getKeys(cell).some(isOther)).length
    return cells.length > 0 && level >= ownMin * cells.length
  })
}

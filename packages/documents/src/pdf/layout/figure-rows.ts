import { joinText } from './rows.ts'
import type { Segment } from './segment.ts'

/** The text of one baseline in one column of a table. */
export interface Line {
  readonly baseline: number
  readonly segments: Segment[]
}

/** Cells of one row; each is a list of text lines, top to bottom. */
export type Cells = Segment[][]

const lettersMax = 3
const figuresMin = 2
const figureShareMin = 0.8
/** In font sizes. */
const level = { most: 0.3, apart: 0.8, centredMost: 0.45 }
/** How much larger than the distance of lines that between two cells is. */
const clearGap = { ratio: 1.08, points: 0.4 }
const blockGapRatio = 1.15

/** A number, an amount, a date or a code, which has one line in a cell. */
export const isFigure = (line: Line): boolean => {
  const text = joinText(line)
  return (
    /\d/.test(text) && !/[,;–-]$/.test(text) && (text.match(/\p{L}/gu)?.length ?? 0) <= lettersMax
  )
}

const isLine = (segment: Segment) => isFigure({ baseline: segment.baseline, segments: [segment] })

/** The columns whose cells are figures below their heads. */
const figureColumns = (stacks: readonly (readonly Line[])[]): number[] =>
  stacks.flatMap((stack, column) => {
    const body = stack.slice(Math.max(0, stack.findIndex(isFigure)))
    const figures = body.filter(isFigure).length
    return figures >= figuresMin && figures >= figureShareMin * body.length ? [column] : []
  })

/** Whether a row has several figures in one cell, which are of several rows, or only further lines of its texts. */
export function isMisread(rows: readonly Cells[], stacks: readonly (readonly Line[])[]): boolean {
  const figures = figureColumns(stacks)
  if (figures.length === 0) return false
  const first = rows.findIndex((row) => figures.some((column) => row[column]?.some(isLine)))
  return rows.slice(first).some((row) => {
    const isJoined = figures.some(
      (column) => new Set(row[column]?.filter(isLine).map(({ baseline }) => baseline)).size > 1,
    )
    const isText = figures.every((column) => row[column]?.length === 0)
    return isJoined || (isText && row[0]?.length === 0)
  })
}

/**
 * Rows of a table by the figures in it: each line of figures is a row, and lines of texts belong to the row that they are closer to.
 * Undefined when a line may belong to either of two rows, or when the table has too few figures.
 */
export function rowsByFigures(
  stacks: readonly (readonly Line[])[],
  size: number,
): { head: Line[][]; rows: Cells[] } | undefined {
  const columns = figureColumns(stacks)
  const anchors = listAnchors(
    columns.map((column) => stacks[column] ?? []),
    size,
  )
  const [first] = anchors
  if (first === undefined || anchors.length < figuresMin) return undefined
  const heads = columns.flatMap((column) =>
    (stacks[column] ?? []).filter(({ baseline }) => baseline < first - level.most * size),
  )
  const ends = [...heads.map(({ baseline }) => baseline), findRowAbove(stacks, anchors)]
  const headEnd = Math.max(...ends) + level.most * size
  const rows = new Map(anchors.map((anchor) => [anchor, stacks.map((): Segment[] => [])]))
  const blocks = splitBlocks(anchors)
  for (const [column, stack] of stacks.entries()) {
    const body = stack.filter(({ baseline }) => baseline > headEnd)
    const given = { anchors, size, isFirst: column === 0 }
    const places = placesInBlocks(body, blocks, size) ?? listPlaces(body, given)
    if (!places) return undefined
    for (const [at, line] of body.entries()) {
      const place = places[at] ?? line.baseline
      const row = rows.get(place) ?? stacks.map((): Segment[] => [])
      rows.set(place, row)
      row[column]?.push(...line.segments)
    }
  }
  const ordered = [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row)
  const head = stacks.map((stack) => stack.filter(({ baseline }) => baseline <= headEnd))
  return { head, rows: ordered }
}

/** Of the least distance of rows: that of a row, not of the lines in a cell. */
const rowDistanceMin = 0.97

/** Height of the last row above the figures, with texts in several columns and as far from them as rows are; -Infinity if there is none. */
function findRowAbove(stacks: readonly (readonly Line[])[], anchors: readonly number[]): number {
  const [first = 0] = anchors
  const gaps = anchors.slice(1).map((anchor, at) => anchor - (anchors[at] ?? 0))
  const end = first - rowDistanceMin * Math.min(...gaps)
  const above = stacks.flatMap((stack) => stack.filter(({ baseline }) => baseline <= end))
  const last = Math.max(-Infinity, ...above.map(({ baseline }) => baseline))
  return above.filter(({ baseline }) => baseline === last).length > 1 ? last : -Infinity
}

/** The heights of the rows: those of the column with the most figures, and of others between them. */
function listAnchors(stacks: readonly (readonly Line[])[], size: number): number[] {
  let anchors: number[] = []
  for (const stack of stacks.toSorted((a, b) => b.length - a.length)) {
    const heights = stack.slice(Math.max(0, stack.findIndex(isFigure))).map((line) => line.baseline)
    const more = heights.filter(
      (height) => findNear(anchors, height, level.apart * size) === undefined,
    )
    anchors = [...anchors, ...more].toSorted((a, b) => a - b)
  }
  return anchors
}

/** The first of the ascending anchors that is at most `most` points from a height. */
function findNear(anchors: readonly number[], height: number, most: number): number | undefined {
  let [low, high] = [0, anchors.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (height - (anchors[middle] ?? 0) > most) low = middle + 1
    else high = middle
  }
  const anchor = anchors[low]
  return anchor !== undefined && Math.abs(anchor - height) <= most ? anchor : undefined
}

/** Rows between clearly wider gaps; none without such gaps. */
function splitBlocks(anchors: readonly number[]): number[][] {
  const gaps = anchors.slice(1).map((anchor, at) => anchor - (anchors[at] ?? 0))
  const least = Math.min(...gaps)
  const wide = gaps.filter((gap) => gap >= blockGapRatio * least)
  if (wide.length === 0 || wide.length === gaps.length) return []
  const blocks: number[][] = []
  for (const [at, anchor] of anchors.entries()) {
    const gap = gaps[at - 1] ?? Infinity
    if (gap >= blockGapRatio * least) blocks.push([anchor])
    else blocks.at(-1)?.push(anchor)
  }
  return blocks.every(({ length }) => length > 1) ? blocks : []
}

/** A column with one line beside the middle of each block of rows: it is about all of them, and stands in the first. */
function placesInBlocks(
  lines: readonly Line[],
  blocks: readonly number[][],
  size: number,
): number[] | undefined {
  if (blocks.length === 0 || lines.length !== blocks.length) return undefined
  const places = blocks.flatMap((block, at) => {
    const middle = ((block[0] ?? 0) + (block.at(-1) ?? 0)) / 2
    const isCentred = Math.abs((lines[at]?.baseline ?? 0) - middle) <= level.centredMost * size
    return isCentred && block[0] !== undefined ? [block[0]] : []
  })
  return places.length === lines.length ? places : undefined
}

interface Around {
  readonly anchors: readonly number[]
  readonly size: number
  /** Of the first column, whose lines may be heads of parts of the table. */
  readonly isFirst: boolean
}

/** The row of each line of a column. Undefined if a line may belong to either of two. */
function listPlaces(lines: readonly Line[], around: Around): number[] | undefined {
  const { anchors, size } = around
  const places = lines.map(({ baseline }) => findNear(anchors, baseline, level.most * size))
  let from = 0
  for (const [at, anchor] of anchors.entries()) {
    const next = anchors[at + 1] ?? Infinity
    while (from < lines.length && (lines[from]?.baseline ?? 0) < anchor) from += 1
    let to = from
    while (to < lines.length && (lines[to]?.baseline ?? 0) < next - level.most * size) to += 1
    const between: number[] = []
    for (let index = from; index < to; index++) if (places[index] === undefined) between.push(index)
    const [start] = between
    if (start === undefined) continue
    if (next === Infinity) {
      for (const index of between) places[index] = anchor
      continue
    }
    const cut = cutBetween(lines, [start, to], { anchor, next, ...around })
    if (!cut) return undefined
    for (const [index, place] of cut) places[index] = place
  }
  const [first] = anchors
  return places.map((place, at) => place ?? (lines[at] && first !== undefined ? first : 0))
}

/** Which of the lines between two rows belong to the upper one: those before the widest gap. */
function cutBetween(
  lines: readonly Line[],
  [from, to]: readonly [number, number],
  { anchor, next, size, isFirst }: Around & { readonly anchor: number; readonly next: number },
): [number, number][] | undefined {
  const height = (at: number) => lines[at]?.baseline
  const indexes = Array.from({ length: to - from }, (_, at) => from + at)
  const gaps = [...indexes, to].map((at) => {
    const [upper, lower] = [height(at - 1), height(at)]
    return upper === undefined || lower === undefined ? 0 : lower - upper
  })
  const [widest = 0, second = 0] = gaps.toSorted((a, b) => b - a)
  const isClear = widest >= clearGap.ratio * second && widest >= second + clearGap.points
  if (isClear) {
    const cut = gaps.indexOf(widest)
    return indexes.map((index, at) => [index, at < cut ? anchor : next])
  }
  if (isFirst) return indexes.map((index) => [index, height(index) ?? anchor])
  const isOnTop = [from - 1, to].every((at) => {
    const own = height(at)
    return (
      own !== undefined &&
      Math.min(Math.abs(own - anchor), Math.abs(own - next)) <= level.most * size
    )
  })
  return isOnTop ? indexes.map((index) => [index, anchor]) : undefined
}

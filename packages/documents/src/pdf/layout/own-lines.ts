import { isRightToLeft, joinText, type Row } from './rows.ts'
import { surround, median, type Place } from './segment.ts'
import { hasRoomBefore } from './word-room.ts'

const sameGapMax = 1.12
const sameSizeMax = 0.08
/** In font sizes. */
const leadingMax = 2
const indentMin = 0.8
const sameLeftMax = 1
const hangingMin = 3
const hangingShareMin = 0.7
const linesMin = 3
const freeShareMin = 0.25

/** How the lines of a column are set. */
export interface Setting {
  /** Right edge of the lines around a line. */
  readonly rightOf: ReadonlyMap<Row, number>
  /** Left edge of paragraphs whose further lines are indented; undefined when they are not. */
  readonly hangingLeft: number | undefined
}

export function measureSetting(rows: readonly Row[]): Setting {
  const rightOf = new Map<Row, number>()
  for (const chain of findChains(rows)) {
    const { right } = surround(chain)
    if (chain.length >= linesMin) for (const row of chain) rightOf.set(row, right)
  }
  return { rightOf, hangingLeft: findHangingLeft(rows, rightOf) }
}

/** Rows of one distance and one font size. */
function findChains(rows: readonly Row[]): Row[][] {
  const chains: Row[][] = []
  let gap = 0
  for (const row of rows) {
    const last = chains.at(-1)
    const before = last?.at(-1)
    const distance = before ? row.baseline - before.baseline : 0
    const isNext =
      before &&
      distance <= leadingMax * row.size &&
      (last?.length === 1 || distance <= sameGapMax * gap) &&
      Math.abs(row.size - before.size) <= sameSizeMax * before.size
    if (last && isNext) {
      last.push(row)
      gap = last.length === 2 ? distance : Math.min(gap, distance)
    } else chains.push([row])
  }
  return chains
}

/** Whether a line ends although the next word would have had room. */
export function endsEarly(before: Row, row: Row, { rightOf }: Setting): boolean {
  const right = rightOf.get(before)
  if (right === undefined || rightOf.get(row) !== right) return false
  return startsLine(row) && !isRightToLeft(before.segments) && hasRoomBefore(before, row, right)
}

/** A line that does not go on in lower case. */
const startsLine = ({ segments: [first] }: Row) =>
  /^["'“‘«(]?[\p{Lu}\p{Lt}\p{N}]/u.test(first?.text.trim() ?? '')

/** Left edge of hanging paragraphs: full lines at it are followed by indented lines. */
function findHangingLeft(
  rows: readonly Row[],
  rightOf: ReadonlyMap<Row, number>,
): number | undefined {
  const pairs = rows.slice(1).flatMap((row, at) => {
    const before = rows[at]
    const right = before && rightOf.get(before)
    return before && right !== undefined && rightOf.get(row) === right
      ? [{ before, row, isFull: !hasRoomBefore(before, row, right) }]
      : []
  })
  const indented = pairs.filter(({ before, row }) => row.left - before.left >= indentMin * row.size)
  const hanging = indented.filter(({ isFull }) => isFull)
  if (hanging.length < Math.max(hangingMin, hangingShareMin * indented.length)) return undefined
  const left = median(hanging.map(({ before }) => before.left))
  const level = hanging.filter(({ before }) => Math.abs(before.left - left) <= sameLeftMax)
  const indent = median(level.map(({ row }) => row.left))
  // Otherwise the lines at the left edge are the text, and the others are the first lines of paragraphs.
  const further = pairs.filter(({ row }) => Math.abs(row.left - indent) <= sameLeftMax)
  const isUsual = further.filter(({ isFull }) => isFull).length >= hangingShareMin * further.length
  return level.length >= hangingShareMin * hanging.length && isUsual ? left : undefined
}

/** Whether a row starts a hanging paragraph. */
export const startsHanging = (row: Row, { hangingLeft }: Setting): boolean =>
  hangingLeft !== undefined && Math.abs(row.left - hangingLeft) <= sameLeftMax

/**
 * Whether all rows are lines of their own, as those of an address: short, starting with capitals or
 * numbers.
 */
export function areOwnLines(rows: readonly Row[], column: Place): boolean {
  if (rows.length < linesMin) return false
  const width = column.right - column.left
  const others = rows.slice(0, -1)
  return (
    rows.every(({ segments }) => segments.length === 1 && !isRightToLeft(segments)) &&
    rows.slice(1).every(startsLine) &&
    others.every(
      (row, at) =>
        column.right - row.right >= freeShareMin * width &&
        hasRoomBefore(row, rows[at + 1] as Row, column.right),
    )
  )
}

const [addressLinesMin, addressLinesMax] = [3, 7]
const isNumbered = (line: string) => /\d/.test(line) && /\p{L}{3}/u.test(line)
const withNumbers = { least: 0.25, most: 0.8 }

/** Whether rows are the lines of an address, however wide their column is: some have numbers and words, the first has none. */
export function isAddress(rows: readonly Row[]): boolean {
  if (rows.length < addressLinesMin || rows.length > addressLinesMax) return false
  const lines = rows.map(joinText)
  const numbered = lines.filter(isNumbered).length
  return (
    rows.every((row) => row.segments.length === 1 && startsLine(row)) &&
    lines.every((line) => /\p{L}{2}/u.test(line) && !/[:.,?!-]$/.test(line)) &&
    !/\d/.test(lines[0] ?? '') &&
    numbered >= withNumbers.least * lines.length &&
    numbered <= withNumbers.most * lines.length
  )
}

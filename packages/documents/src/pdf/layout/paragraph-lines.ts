import { goesOn } from './flowing-lines.ts'
import type { Row } from './rows.ts'
import { surround } from './segment.ts'
import { hasRoom, haveRoom } from './word-room.ts'

interface Lines {
  /** The rows of a possible table, or of columns. */
  readonly taken: readonly Row[]
  readonly before: Row | undefined
  readonly after: Row | undefined
}

const flushMax = 1
/** Lines of a paragraph have one distance. */
const gapDifferenceMax = 0.1
const sizeDifferenceMax = 0.05
const wordedShareMin = 0.5

/**
 * Whether rows of several segments are lines of a justified paragraph whose wide spaces happen to align: they end in words at
 * both edges of the lines above or below, at the same distance.
 */
export function isInParagraph({ taken, before, after: next }: Lines): boolean {
  const wide = taken.filter(isWide)
  const [last, after] = [...taken, ...(next ? [next] : [])].slice(taken.findLastIndex(isWide))
  const { left, right } = surround(wide)
  const startsAt = (row: Row) => Math.abs(row.left - left) <= flushMax
  const endsAt = (row: Row) => Math.abs(row.right - right) <= flushMax
  const worded = wide.filter(({ segments }) => /^\P{N}*$/u.test(segments.at(-1)?.text ?? ''))
  if (worded.length < wordedShareMin * wide.length || haveRoom([...taken, ...(next ? [next] : [])]))
    return false
  // The first line may be indented.
  if (!wide.every(endsAt) || !wide.every((row, at) => at === 0 || startsAt(row))) return false
  const step = leastGap(taken)
  const isNext = (one: Row | undefined, other: Row | undefined) =>
    !!one &&
    !!other &&
    Math.abs(other.baseline - one.baseline - step) <= gapDifferenceMax * step &&
    Math.abs(other.size - one.size) <= sizeDifferenceMax * one.size
  const follows = isNext(last, after) && !!after && startsAt(after)
  const isLastLine = follows && after.segments.length === 1 && after.right < right
  const ends = isLastLine && /[.!?:]["')\]”’]?\s*$/.test(after.segments[0]?.text ?? '')
  return (
    (isNext(before, taken[0]) && !!before && endsAt(before)) ||
    (follows && (endsAt(after) || ends || goesOn(last ?? after, after))) ||
    (isLastLine && areFilled([...taken, after]))
  )
}

/** Whether no line of several segments had room for the first word of the next line. */
const areFilled = (rows: readonly Row[]) =>
  rows.slice(1).every((after, at) => {
    const row = rows[at]
    return !row || !isWide(row) || !hasRoom(row, after)
  })

const isWide = ({ segments }: Row) => segments.length > 1

const leastGap = (rows: readonly Row[]) =>
  Math.min(...rows.slice(1).map(({ baseline }, at) => baseline - (rows[at]?.baseline ?? 0)))

import { median, surround, type Place, type Segment } from './segment.ts'

/** Segments on one baseline, left to right. */
export interface Row extends Place {
  readonly segments: readonly Segment[]
  readonly baseline: number
  readonly size: number
}

export const joinText = ({ segments }: Pick<Row, 'segments'>): string =>
  segments.map(({ text }) => text.trim()).join(' ')

/** The usual distance of one row from the next. */
export const measureLeading = (rows: readonly Row[]): number =>
  median(rows.slice(1).map(({ baseline }, at) => baseline - (rows[at]?.baseline ?? 0)))

const sameLineMax = 0.4

/** Groups the segments of one column into rows, top to bottom. */
export function groupRows(segments: readonly Segment[]): Row[] {
  const groups: Segment[][] = []
  for (const segment of segments.toSorted((a, b) => a.baseline - b.baseline)) {
    const last = groups.at(-1)
    const before = last?.[0]
    if (before && segment.baseline - before.baseline <= sameLineMax * segment.size)
      last.push(segment)
    else groups.push([segment])
  }
  return groups.map((group) => ({
    ...surround(group),
    segments: inReadingDirection(group),
    baseline: Math.max(...group.map(({ baseline }) => baseline)),
    size: Math.max(...group.map(({ size }) => size)),
  }))
}

function inReadingDirection(segments: readonly Segment[]): readonly Segment[] {
  if (segments.length === 1) return segments
  return isRightToLeft(segments)
    ? segments.toSorted((a, b) => b.right - a.right)
    : segments.toSorted((a, b) => a.left - b.left)
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/gu
const letter = /\p{L}/gu

/** Whether most letters are of a right-to-left script. */
export function isRightToLeft(segments: readonly Segment[]): boolean {
  // Most files have none, and each part of a page is looked at often.
  if (!segments.some(({ text }) => text.search(rightToLeft) !== -1)) return false
  const text = segments.map((segment) => segment.text).join('')
  return (text.match(rightToLeft)?.length ?? 0) > (text.match(letter)?.length ?? 0) / 2
}

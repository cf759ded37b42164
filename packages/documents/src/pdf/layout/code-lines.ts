import type { Row } from './rows.ts'
import { isCode } from './segment.ts'

/** In font sizes, and in the usual distances of lines that are set wide apart. */
const [apartMin, wideApartMin, wideLeadingMin] = [1.8, 1.5, 1.8]

/** Whether a blank line stands between two lines of code. */
export function areApart(before: Row, row: Row, wideLeading: number): boolean {
  const gap = row.baseline - before.baseline
  return gap > apartMin * row.size && gap > wideApartMin * wideLeading
}

/** The least distance of lines; 0 for those of usual distances. */
export function measureWideLeading(rows: readonly Row[]): number {
  const size = rows[0]?.size ?? 0
  const gaps = rows.slice(1).map(({ baseline }, at) => baseline - (rows[at]?.baseline ?? 0))
  const least = Math.min(...gaps)
  return rows.length > 2 && least > wideLeadingMin * size ? least : 0
}

/** Comments are often set in other letters than the code before them. */
const comment = /^\s*(?:\/\*|(?:\/\/|#|%|--)\s)/

/** A line of code, at times with a comment apart from it. */
export function isCodeLine({ segments }: Row): boolean {
  const isCommented = segments.length > 1 && comment.test(segments.at(-1)?.text ?? '')
  return (isCommented ? segments.slice(0, -1) : segments).every(isCode)
}

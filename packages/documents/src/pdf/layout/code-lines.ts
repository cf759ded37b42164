import { joinText, type Row } from './rows.ts'
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

/** A folder or a file at the beginning of a line. */
const treeName = /^\s*\S*(?:\/(?=\s|$)|[\w*]\.\w)/
const folderName = /^\s*\S*\/(?=\s|$)/
/** In font sizes: what is below a folder is indented so far. */
const [stepMin, stepMax] = [0.5, 6]
const treeRowsMin = 4
const levelsMin = 3
/** Rows within which a tree has its levels: a long list of two is not read again from each of its rows. */
const levelsWithin = 50

/** How many rows from one on are lines of a tree of folders, in any typeface: names that end in a slash, with what is in them indented below. */
export function countTreeRows(rows: readonly Row[], from: number): number {
  const levels = new Set([Math.round(rows[from]?.left ?? 0)])
  let count = 1
  for (; ; count++) {
    const [before, row] = [rows[from + count - 1], rows[from + count]]
    if (!before || !row || !isOfTree(row)) break
    const step = (row.left - before.left) / row.size
    const isStep = step >= stepMin
    if (row.baseline - before.baseline > apartMin * row.size || step > stepMax) break
    if (isStep && !folderName.test(joinText(before))) break
    // A tree begins with a folder that has something in it, so that the rows of other lists are read once.
    if (count === 1 && !isStep) return 0
    levels.add(Math.round(row.left))
    if (count > levelsWithin && levels.size < levelsMin) return 0
  }
  return count >= treeRowsMin && levels.size >= levelsMin ? count : 0
}

/** A name, at most with a text beside it. */
const isOfTree = (row: Row) =>
  row.segments.length <= 2 &&
  treeName.test(joinText(row)) &&
  !row.segments.slice(1).some(({ text }) => treeName.test(text))

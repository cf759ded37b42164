import type { Row } from './rows.ts'
import type { Segment } from './segment.ts'

/** In font sizes. */
const leadingMax = 1.4
/** In points. */
const sameEdgeMax = 1
const cellsMin = 3
/** An amount whose decimals go on in the next line of its cell, and these. */
const cut = [
  [/\d[.,]\d$/, /^\d$/],
  [/\d[.,]$/, /^\d\d$/],
  [/\d\d\d$/, /^[.,]\d\d$/],
] as const
const [cutWord, restOfWord] = [/^\p{L}*\p{Ll}$/u, /^\p{Ll}{1,3}$/u]

/** Joins amounts that a producer has cut because their column is too narrow, and the words above them that are cut as well. */
export function withWholeFigures(rows: readonly Row[]): readonly Row[] {
  const found = rows.flatMap((row, at) => findCuts(row, rows[at - 1]))
  const figures = found.filter(({ rest, base }) => isCutFigure(base.text, rest.text))
  if (figures.length === 0) return rows
  const joined = new Map(
    found
      .filter((one) => figures.some((other) => other === one || isWordAbove(one, other)))
      .map(({ rest, base }) => [rest, base]),
  )
  const ends = new Map([...joined].map(([rest, base]) => [base, rest]))
  return rows.flatMap((row) => {
    const segments = row.segments
      .filter((segment) => !joined.has(segment))
      .map((segment) => join(segment, ends.get(segment)))
    return segments.length === 0 ? [] : [{ ...row, segments }]
  })
}

interface Cut {
  readonly base: Segment
  readonly rest: Segment
}

/** Texts below and within a cell of the row above, in a row without a first cell. */
function findCuts(row: Row, above: Row | undefined): Cut[] {
  const [first] = above?.segments ?? []
  if (!above || !first || above.segments.length < cellsMin || row.left <= first.right) return []
  if (row.baseline - above.baseline > leadingMax * row.size) return []
  return row.segments.flatMap((rest) => {
    const base = above.segments.find(
      ({ left, right }) =>
        Math.abs(right - rest.right) <= sameEdgeMax || Math.abs(left - rest.left) <= sameEdgeMax,
    )
    const isInside = base && rest.right - rest.left < base.right - base.left
    return isInside ? [{ base, rest }] : []
  })
}

const isCutFigure = (text: string, rest: string) =>
  cut.some(([begin, end]) => begin.test(text) && end.test(rest))

/** Whether a word is cut in the column of a cut amount. */
const isWordAbove = ({ base, rest }: Cut, figure: Cut): boolean =>
  cutWord.test(base.text) &&
  restOfWord.test(rest.text) &&
  Math.abs(base.right - figure.base.right) <= sameEdgeMax

function join(segment: Segment, rest: Segment | undefined): Segment {
  if (!rest) return segment
  const text = segment.text + rest.text
  const end = { from: segment.text.length, to: text.length, left: rest.left, right: rest.right }
  return {
    ...segment,
    text,
    bottom: rest.bottom,
    runs: [...segment.runs, ...rest.runs],
    anchors: [...segment.anchors, end],
  }
}

import type { Row } from './rows.ts'
import type { Segment } from './segment.ts'

/** Of the size of the values. */
const labelSizeMax = 0.9
/** Distance to the values above as a share of that to the values below: boxes may be as far apart as their lines. */
const apartMin = 0.9
const groupsMin = 2
/** In points. */
const sameLeftMax = 3

/** A row of labels, and the lines of values below it. */
interface Group {
  readonly labels: Row
  readonly values: Row[]
}

/**
 * The boxes of a form, whose small labels stand above their values, as pairs of a label and a value. Undefined for other rows, as
 * those of a table.
 */
export function pairLabels(rows: readonly Row[]): Segment[][][] | undefined {
  const groups = groupRows(rows)
  if (groups.length < groupsMin || !groups.every(isGroup)) return undefined
  const areApart = groups.slice(1).every(({ labels, values: [first] }, at) => {
    const above = groups[at]?.values.at(-1)
    const below = (first?.baseline ?? 0) - labels.baseline
    return !!above && labels.baseline - above.baseline > apartMin * below
  })
  return areApart ? groups.flatMap(makePairs) : undefined
}

function groupRows(rows: readonly Row[]): Group[] {
  const size = Math.max(...rows.map((row) => row.size))
  const groups: Group[] = []
  for (const row of rows) {
    const isSmall = row.segments.every((segment) => segment.size <= labelSizeMax * size)
    if (isSmall) groups.push({ labels: row, values: [] })
    else if (groups.length === 0) return []
    else groups.at(-1)?.values.push(row)
  }
  return groups
}

/** Whether labels are words, and each value stands below one of them. */
const isGroup = ({ labels, values }: Group): boolean =>
  values.length > 0 &&
  labels.segments.length > 1 &&
  labels.segments.every(({ text }) => /\p{L}{2}/u.test(text) && !/\p{N}/u.test(text)) &&
  values.every(({ segments }) =>
    segments.every(({ left }) =>
      labels.segments.some((label) => Math.abs(label.left - left) <= sameLeftMax),
    ),
  )

const makePairs = ({ labels, values }: Group): Segment[][][] =>
  labels.segments.map((label) => [
    [label],
    values.flatMap(({ segments }) =>
      segments.filter(({ left }) => Math.abs(label.left - left) <= sameLeftMax),
    ),
  ])

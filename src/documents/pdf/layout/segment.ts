/** Text of one look. */
export interface Run {
  readonly text: string
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly isCode: boolean
  readonly link: string | undefined
}

/** Points from the top left corner of the page as it is shown. */
export interface Place {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Letters of a text, from and to, and where they stand. */
export interface Anchor {
  readonly from: number
  readonly to: number
  readonly left: number
  readonly right: number
}

/** A piece of a line: words that follow each other without a gap wider than one between words. */
export interface Segment extends Place {
  readonly page: number
  readonly baseline: number
  /** Of the letters, in points. */
  readonly size: number
  readonly runs: readonly Run[]
  readonly text: string
  /** Of the parts that it was made of; none where the whole is one. */
  readonly anchors: readonly Anchor[]
  /** Marks of the structure tree of the file before this text that stand for the sign of a list item. */
  readonly startsItem: boolean
  /** Of what was read from a picture, 0 to 1. */
  readonly confidence: number | undefined
}

export const isBold = ({ runs }: Segment) =>
  runs.every((run) => run.isBold || run.text.trim() === '')
export const isCode = ({ runs }: Segment) =>
  runs.every((run) => run.isCode || run.text.trim() === '')

/** The place that holds all of these. */
export function around(places: readonly Place[]): Place {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const place of places) {
    left = Math.min(left, place.left)
    top = Math.min(top, place.top)
    right = Math.max(right, place.right)
    bottom = Math.max(bottom, place.bottom)
  }
  return { left, top, right, bottom }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

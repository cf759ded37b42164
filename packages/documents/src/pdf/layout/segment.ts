/** Text in one style. */
export interface Run {
  readonly text: string
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly isCode: boolean
  readonly link: string | undefined
  /** TeX of a formula, whose text is `formulaSign`. */
  readonly tex?: string
  readonly shift?: 'sup' | 'sub'
}

/** Stands for a formula in the text of a segment. */
export const formulaSign = '\uFFFC'

/** Points from the top left corner of the page as displayed. */
export interface Place {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A range of a text and its position. */
export interface Anchor {
  readonly from: number
  readonly to: number
  readonly left: number
  readonly right: number
}

/** A line segment: consecutive words without a gap wider than a word space. */
export interface Segment extends Place {
  readonly page: number
  readonly baseline: number
  /** Of the letters, in points. */
  readonly size: number
  readonly runs: readonly Run[]
  readonly text: string
  /** Styles of its parts; empty when the segment has one style. */
  readonly anchors: readonly Anchor[]
  /** The structure tree has a list label before this text. */
  readonly startsItem: boolean
  /** OCR confidence, 0 to 1. */
  readonly confidence: number | undefined
}

export const isBold = ({ runs }: Segment) =>
  runs.every((run) => run.isBold || run.text.trim() === '')
export const isCode = ({ runs }: Segment) =>
  runs.every((run) => run.isCode || run.text.trim() === '')

/** Bounding box of all boxes. */
export function surround(places: readonly Place[]): Place {
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

import type { PageSize } from '#documents/pdf/pdfium.ts'
import type { Unit } from './continuations.ts'
import { groupRows } from './rows.ts'
import { surround, type Place, type Segment } from './segment.ts'

/** Text of a page that runs in another direction than the page, such as a wide table. Its places are on the page turned like it. */
export interface TurnedPart {
  readonly segments: readonly Segment[]
  /** The place on the page of something in it. */
  readonly turnBack: (place: Place) => Place
}

/** The parts of a text between which there is upright text of the page. */
export function splitParts(whole: TurnedPart, body: readonly Segment[]): TurnedPart[] {
  const placed = whole.segments
    .map((segment) => ({ segment, place: whole.turnBack(segment) }))
    .toSorted((a, b) => a.place.top - b.place.top)
  const { left, right } = surround(placed.map(({ place }) => place))
  const levels = body
    .filter((line) => line.left < right && line.right > left)
    .map(findMiddle)
    .toSorted((a, b) => a - b)
  const parts: Segment[][] = []
  let [end, at] = [-Infinity, 0]
  for (const { segment, place } of placed) {
    while ((levels[at] ?? Infinity) < end) at += 1
    if (parts.length === 0 || (levels[at] ?? Infinity) <= place.top) parts.push([])
    parts.at(-1)?.push(segment)
    end = Math.max(end, place.bottom)
  }
  return parts.map((segments) => ({ ...whole, segments }))
}

const findMiddle = ({ top, bottom }: Place) => (top + bottom) / 2

const marginShare = 0.1
const marginRowsMax = 2

/** Whether a part is a line or two at the left or right edge of a page, outside its text: a stamp, or the name of a chapter. */
export function isInMargin(
  { segments, turnBack }: TurnedPart,
  body: readonly Segment[],
  { width }: PageSize,
): boolean {
  if (body.length === 0 || groupRows(segments).length > marginRowsMax) return false
  const [own, text] = [turnBack(surround(segments)), surround(body)]
  return (
    own.right <= Math.min(text.left, marginShare * width) ||
    own.left >= Math.max(text.right, (1 - marginShare) * width)
  )
}

/** Puts what is in the parts of a page among its other blocks: before what is below or beside it, or behind what is above it. */
export function insertParts(body: readonly Unit[], parts: readonly (readonly Unit[])[]): Unit[] {
  const units = [...body]
  for (const part of parts) {
    const own = surround(part.map(({ block }) => block.place))
    const level = findMiddle(own)
    const isOverlapping = ({ block: { place } }: Unit) =>
      place.left < own.right && place.right > own.left
    const column = units.some(isOverlapping) ? isOverlapping : () => true
    const ends = ({ block: { place } }: Unit) =>
      column === isOverlapping ? findMiddle(place) : place.bottom
    const below = units.findIndex((unit) => column(unit) && ends(unit) > level)
    units.splice(below === -1 ? units.findLastIndex(column) + 1 : below, 0, ...part)
  }
  return units
}

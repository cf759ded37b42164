import type { Row } from './rows.ts'

/** In font sizes. */
const blank = 0.25
const hyphen = 0.6
const wordMax = 1.1
/** Text may be set loosely for a line or two. */
const [roomRowsMin, roomShareMin] = [4, 0.8]

/** Positions of the words of a row that are apart, left to right. */
export const listPlaces = ({ segments }: Row) =>
  segments
    .flatMap((segment) =>
      segment.anchors.length > 0
        ? segment.anchors.map(({ from, to, left, right }) => ({
            left,
            right,
            text: segment.text.slice(from, to),
          }))
        : [segment],
    )
    .toSorted((a, b) => a.left - b.left)

/** Widths of the spaces between these words. */
export function findGaps(row: Row): number[] {
  const places = listPlaces(row)
  return places.slice(1).map(({ left }, at) => left - (places[at]?.right ?? left))
}

/** Width that the spaces of a line take beyond that of usual spaces. */
export const measureFreeWidth = (row: Row): number =>
  findGaps(row).reduce((sum, gap) => sum + gap - blank * row.size, 0)

/** Whether the first word of the next line would have fitted in a line: lines of text are filled, rows of cells are not. */
export const hasRoom = (row: Row, after: Row): boolean =>
  measureFreeWidth(row) > wordMax * firstWord(after) + hyphen * row.size

/** Whether the first word of the next line would have fitted between the end of a line and this right edge. */
export const hasRoomBefore = (row: Row, after: Row, right: number): boolean =>
  right - row.right > blank * row.size + wordMax * firstWord(after) + hyphen * row.size

/** Whether the first word of the next line would certainly not have fitted there. */
export const hasNoRoomBefore = (row: Row, after: Row, right: number): boolean =>
  right - row.right <= blank * row.size + firstWord(after)

/** Whether nearly all of many rows of several segments have room for the next word. */
export function haveRoom(rows: readonly Row[]): boolean {
  const followed = rows.slice(1).flatMap((after, at) => {
    const row = rows[at]
    return row && row.segments.length > 1 ? [hasRoom(row, after)] : []
  })
  const withRoom = followed.filter((isRoom) => isRoom)
  return followed.length >= roomRowsMin && withRoom.length >= roomShareMin * followed.length
}

/** Width of the first word of a line. */
function firstWord({ segments: [first] }: Row): number {
  if (!first) return 0
  const [anchor] = first.anchors
  const { left, right } = anchor ?? first
  const text = anchor ? first.text.slice(anchor.from, anchor.to) : first.text
  const word = text.trim().split(/\s/)[0] ?? ''
  return ((right - left) * word.length) / Math.max(1, text.trim().length)
}

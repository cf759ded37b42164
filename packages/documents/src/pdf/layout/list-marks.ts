import { readNumber } from './prose.ts'
import type { Row } from './rows.ts'

/** List bullets and ordinals. */
const listMark =
  /^\s*(?:([•◦▪▫■□●○‣⁃])\s*(?=\S)|(\d{1,2}[.)])(?=\p{Lu}\p{Ll})|([∙·–—*-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)])\s+(?=\S))/u
const letterMark = /^([a-zA-Z])\.$/
const sameLeftMax = 2

/** The list marks at the beginning of rows. */
export interface ListMarks {
  /** The bullet or ordinal of a row. */
  findMark(row: Row): string | undefined
  /** A separate number before the text of a row, with its predecessor or successor above or below. */
  entryMark(row: Row): string | undefined
}

export function findListMarks(rows: readonly Row[]): ListMarks {
  const letters = leftsBy(rows, (row) => letterMark.exec(markAt(row) ?? '')?.[1])
  const numbers = leftsBy(rows, readNumber)
  return {
    findMark(row) {
      const mark = markAt(row)
      // Initials look like lettered ordinals; ordinals have neighbours in sequence.
      const letter = letterMark.exec(mark ?? '')?.[1]
      if (letter === undefined) return mark
      const code = letter.codePointAt(0) ?? 0
      const isCounted = [code - 1, code + 1].some((other) =>
        isNear(letters.get(String.fromCodePoint(other)), row.left),
      )
      return isCounted ? mark : undefined
    },
    entryMark(row) {
      const number = readNumber(row)
      if (number === undefined) return undefined
      const isCounted = [number - 1, number + 1].some((other) =>
        isNear(numbers.get(other), row.left),
      )
      return isCounted ? row.segments[0]?.text.trim() : undefined
    },
  }
}

function markAt({ segments }: Row): string | undefined {
  const text = segments.map((segment) => segment.text).join(' ')
  const [, bullet, number, other] = listMark.exec(text) ?? []
  return bullet ?? number ?? other
}

/** Left edges of the rows of each key in order, so that neighbours are found without reading all rows again. */
function leftsBy<Key>(
  rows: readonly Row[],
  makeKey: (row: Row) => Key | undefined,
): Map<Key, number[]> {
  const lefts = new Map<Key, number[]>()
  for (const row of rows.toSorted((a, b) => a.left - b.left)) {
    const key = makeKey(row)
    if (key === undefined) continue
    const known = lefts.get(key)
    if (known) known.push(row.left)
    else lefts.set(key, [row.left])
  }
  return lefts
}

/** Whether one of the places in order is at most `sameLeftMax` away. */
function isNear(places: readonly number[] = [], place: number): boolean {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? Infinity) < place - sameLeftMax) low = middle + 1
    else high = middle
  }
  return (places[low] ?? Infinity) <= place + sameLeftMax
}

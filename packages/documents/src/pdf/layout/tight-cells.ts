import type { PageLetters } from '#documents/pdf/page-letters.ts'
import type { OpenPdf } from '#documents/pdf/pdfium.ts'
import type { Turn } from '#documents/pdf/page-words.ts'
import type { TextObject } from '#documents/pdf/text-objects.ts'
import type { UprightRule } from '#documents/pdf/page-paths.ts'
import { leader } from './leaders.ts'
import { createLetterLines, type Letter } from './letter-lines.ts'
import { mark, type PageItem } from './segments-of.ts'

type ReadLine = ReturnType<typeof createLetterLines>

interface Page {
  /** From 1. */
  readonly page: number
  readonly turn: Turn
}

/** Text of a line without a gap; its size is that of its first text. */
interface Piece extends TextObject {
  /** Where its further texts begin. */
  readonly inner: number[]
}

type Line = readonly Piece[]

/** In font sizes. */
const [gapMin, gapMax] = [0.1, 0.8]
const sameLineMax = 0.25
const reachMax = 8
/** In points. */
const samePlaceMax = 0.3
/** Pieces of a line; others are no rows of a table. */
const piecesMax = 100

interface TightCells {
  /** Gives a rule before each such cell. */
  find(items: readonly PageItem[], texts: readonly TextObject[], page: Page): UprightRule[]
  /** Whether the texts of further pages are looked at. */
  mayFind(): boolean
}

/** How pieces of different lines are compared. */
interface Accuracy {
  /** Lines searched before and behind another. */
  readonly lines: number
  /** In points, for left edges in lines further away. */
  readonly far?: number
  /** In points: for left edges and middles. */
  readonly edge: number
  /** In font sizes, for right edges: the ink of letters of equal width ends at different places. */
  readonly ink: number
  readonly hasMiddles: boolean
  /** Whether a text begins with a figure: figures end at one place, and heads above them do. */
  readonly isFigure?: (piece: Piece) => boolean
}

const usual: Accuracy = { lines: 12, edge: 0.5, ink: 0.12, hasMiddles: true }
/** Before the letters of a page are read, which takes long. */
const first: Accuracy = { lines: 2, edge: 0.15, ink: 0.03, hasMiddles: false }
/** If words are not parted by blanks. */
const withoutBlanks: Accuracy = { ...usual, lines: 1, far: 0.15 }
/** Of the pieces of a page whose words are not parted by blanks. */
const alignedShareMin = 0.7

/**
 * Finds where cells begin that stand so close to the cells before them that they look like words: texts with places of their own and
 * without a blank before them, below or above others. Gives a rule for each. Files that give places to their words have none.
 */
export function createTightCells(document: Pick<OpenPdf, 'readLetters'>): TightCells {
  let placesWords = false
  const find: TightCells['find'] = (items, texts, { page, turn }) => {
    if (texts.length === 0) return []
    const known = new Map(items.map((item, at) => [makeKey(item), { item, before: items[at - 1] }]))
    // The lines of a table of contents have many texts, and are in no other table.
    const leaders = new Set(
      items.flatMap(({ text, y }) => (leader.test(text) ? [Math.round(y)] : [])),
    )
    const toRows = (lines: readonly Line[]) =>
      lines
        .filter(([piece]) => piece && !leaders.has(Math.round(piece.y)))
        .map((line) => withoutLabel(line, line[0] && known.get(makeKey(line[0]))?.item))
        .filter(({ length }) => length > 1 && length <= piecesMax)
    const hasBlank = (piece: Piece) => {
      const before = known.get(makeKey(piece))?.before
      return before?.text.endsWith(' ') && Math.abs(before.y - piece.y) <= samePlaceMax
    }
    const lines = toRows(groupLines(texts, hasBlank))
    if (listSeams(lines, first).length === 0) return []
    return document.readLetters(page - 1, turn, (letters) => {
      placesWords = letters.placesWords
      if (placesWords) return []
      const readLine = createLetterLines(letters)
      const isFigure = (piece: Piece) => {
        const [, first] = findPair(readLine(piece), piece.x)
        return /\p{N}/u.test(letters.text[first?.at ?? -1] ?? '')
      }
      const parted = toRows(withBlanks(lines, letters, readLine))
      const seams = listSeams(parted, {
        ...(letters.hasBlanks ? usual : withoutBlanks),
        isFigure,
      })
      const all = parted.flatMap(listClose)
      if (!letters.hasBlanks && seams.length < alignedShareMin * all.length) return []
      return [...seams, ...listTouching(parted, seams, { letters, readLine })].map(
        ({ x, y, size }) => ({
          x,
          bottom: y - sameLineMax * size,
          top: y + size,
        }),
      )
    })
  }
  return { find, mayFind: () => !placesWords }
}

/** Lines from top to bottom. Most blanks are known before the letters are read. */
function groupLines(
  objects: readonly TextObject[],
  hasBlank: (next: Piece) => boolean | undefined,
): Line[] {
  const lines: Piece[][] = []
  for (const object of objects.toSorted((a, b) => b.y - a.y)) {
    const top = lines.at(-1)?.[0]
    const piece = { ...object, inner: [] }
    if (top && top.y - object.y <= sameLineMax * object.size) lines.at(-1)?.push(piece)
    else lines.push([piece])
  }
  return lines.map((line) =>
    joinPieces(line, ({ right }, next) => (hasBlank(next) ? undefined : right)),
  )
}

/** A line without its first piece if that is the mark of a list item, which begins with an item of the library. */
function withoutLabel(line: Line, item: PageItem | undefined): Line {
  const [label = ''] = /\S*/.exec(item?.text.trimStart() ?? '') ?? []
  const isLabel = mark.test(label) && (line.length === 2 || !/\d/.test(label))
  return isLabel ? line.slice(1) : line
}

const makeKey = ({ x, y }: { readonly x: number; readonly y: number }) =>
  `${Math.round(x)},${Math.round(y)}`

/** Joins the texts of a line. `findEnd` gives where a text ends before another; undefined if it goes on there. */
function joinPieces(
  line: readonly Piece[],
  findEnd: (last: Piece, next: Piece) => number | undefined,
): Piece[] {
  const pieces: Piece[] = []
  for (const next of line.toSorted((a, b) => a.x - b.x)) {
    const last = pieces.pop()
    const end = last && findEnd(last, next)
    const isApart = end !== undefined && next.x - end >= gapMin * next.size
    if (last && end !== undefined && !isApart) last.inner.push(next.x)
    if (last && !isApart) pieces.push({ ...last, right: Math.max(last.right, next.right) })
    else pieces.push(...(last && isApart ? [{ ...last, right: end }] : []), next)
  }
  return pieces
}

/** In points. */
const sameSeam = { across: 0.1, up: 100 }
const seamsMin = 2
/** The last letter of a text and the first of another one: within a word or a number they are of one kind. */
const begins = /^(?:[^\p{Lu}]\p{Lu}|\p{N}\p{L}|\p{L}\p{N})$/u

const listKeys = (x: number, y: number) =>
  [-1, 0, 1].flatMap((side) =>
    [-1, 0, 1].map((above) => {
      const across = Math.round(x / sameSeam.across) + side
      return `${across} ${Math.floor(y / sameSeam.up) + above}`
    }),
  )

/** Where texts touch those before them, as heads do, and begin where several seams of near lines are. */
function listTouching(
  lines: readonly Line[],
  seams: readonly Piece[],
  { letters, readLine }: { readonly letters: PageLetters; readonly readLine: ReadLine },
) {
  const places = new Map<string, number>()
  for (const { x, y } of seams) {
    const [, , , , key = ''] = listKeys(x, y)
    places.set(key, (places.get(key) ?? 0) + 1)
  }
  return lines.flat().flatMap(({ inner, y, size }) =>
    inner.flatMap((x) => {
      const count = listKeys(x, y).reduce((sum, key) => sum + (places.get(key) ?? 0), 0)
      if (count < seamsMin) return []
      const own = readLine({ y })
      const [before, next] = findPair(own, x)
      if (!before || !next || letters.isBehindBlank(next.at)) return []
      const pair = (letters.text[before.at] ?? '') + (letters.text[next.at] ?? '')
      return begins.test(pair) ? [{ x, y, size }] : []
    }),
  )
}

/** Lines whose pieces have a gap before them, and no blank of the file. */
function withBlanks(lines: readonly Line[], letters: PageLetters, readLine: ReadLine): Line[] {
  return lines.map((line) => {
    const own = readLine({ y: line[0]?.y ?? 0 })
    return joinPieces(line, (_, { x }) => {
      const [before, next] = findPair(own, x)
      // The blank before a text that is drawn later is of another line.
      const isDrawnNext = before?.at === (next?.at ?? 0) - 1
      return !before || !next || (isDrawnNext && letters.isBehindBlank(next.at))
        ? undefined
        : letters.findEnd(before.at)
    })
  })
}

/** The first letter at a place, and the one before it; none for other places. */
function findPair(line: readonly Letter[], x: number): (Letter | undefined)[] {
  let [low, high] = [0, line.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((line[middle]?.x ?? 0) < x - samePlaceMax) low = middle + 1
    else high = middle
  }
  const next = line[low]
  return next && next.x <= x + samePlaceMax ? [line[low - 1], next] : []
}

interface Pair {
  readonly before: Piece
  readonly piece: Piece
}

/** The pieces with a gap as between words before them. */
const listClose = (line: Line): Pair[] =>
  line.flatMap((piece, at) => {
    const before = line[at - 1]
    return before && piece.x - before.right <= gapMax * piece.size ? [{ before, piece }] : []
  })

/** The pieces close to others that stand as pieces of near lines do. */
function listSeams(lines: readonly Line[], accuracy: Accuracy): Piece[] {
  return lines.flatMap((line, index) => {
    const close = listClose(line)
    if (close.length === 0) return []
    const listNear = (reach: number) =>
      lines
        .slice(Math.max(0, index - reach), index + reach + 1)
        .filter((other) => other !== line && isNear(line, other))
    const near = listNear(accuracy.lines)
    const far = accuracy.far === undefined ? [] : listNear(usual.lines)
    return close
      .filter(
        (pair) =>
          near.some((other) => isAligned(pair, other, accuracy)) ||
          far.filter((other) => beginsAt(pair, other, accuracy)).length >= seamsMin,
      )
      .map(({ piece }) => piece)
  })
}

function isNear([one]: Line, [other]: Line): boolean {
  return !!one && !!other && Math.abs(one.y - other.y) <= reachMax * one.size
}

/** Whether the end of a piece or the start of the next, or the middle of one, is as in another line, or its end as of a cell there. */
function isAligned(
  { before, piece }: Pair,
  other: Line,
  { edge, ink, hasMiddles, isFigure }: Accuracy,
): boolean {
  return other.some((next, index) => {
    const last = other[index - 1]
    return (
      last &&
      ((next.x - last.right > gapMax * next.size &&
        Math.abs(next.right - piece.right) <= ink * piece.size &&
        isFigure?.(next)) ||
        Math.abs(next.x - piece.x) <= edge ||
        Math.abs(last.right - before.right) <= ink * piece.size ||
        (hasMiddles && Math.abs(middle(next) - middle(piece)) <= edge) ||
        (hasMiddles && Math.abs(middle(last) - middle(before)) <= edge))
    )
  })
}

const beginsAt = ({ piece }: Pair, other: Line, { far = 0 }: Accuracy): boolean =>
  other.some((next, index) => index > 0 && Math.abs(next.x - piece.x) <= far)

const middle = ({ x, right }: Piece) => (x + right) / 2

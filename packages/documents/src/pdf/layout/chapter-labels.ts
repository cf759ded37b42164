import type { Piece } from './pieces.ts'
import { joinText, type Row } from './rows.ts'

const word =
  'chapter|part|appendix|kapitel|teil|anhang|chapitre|partie|annexe|capítulo|capitolo|parte|apéndice|appendice|hoofdstuk|deel|глава|часть|приложение'
const wordAlone = new RegExp(`^(?:${word})$`, 'iu')
const numbered = new RegExp(String.raw`^(?:${word}) (?:\d{1,3}|[IVXLC]{1,7}|[A-Z])[.:]?$`, 'iu')
/** A number in figures or in a word. */
const number = /^(?:\d{1,3}|\p{L}{1,20})[.:]?$/u
/** In font sizes of the title. */
const distanceMax = 6
const sameSizeMin = 0.98

/**
 * The label above the title of a chapter, such as "Chapter 1", is text: the title is the heading. "Chapter" and "One" may be lines
 * of their own.
 */
export function withChapterLabels(pieces: readonly Piece[]): Piece[] {
  const done: Piece[] = []
  for (let at = 0; at < pieces.length; at++) {
    const label = labelAt(pieces, at)
    if (label) done.push({ kind: 'text', rows: [...label] })
    else done.push(pieces[at] as Piece)
    at += label ? label.length - 1 : 0
  }
  return done
}

/** The rows of a label with its title below; undefined for other pieces. */
function labelAt(pieces: readonly Piece[], at: number): readonly Row[] | undefined {
  const [first, second] = [findLine(pieces[at]), findLine(pieces[at + 1])]
  if (!first) return undefined
  if (numbered.test(joinText(first))) return isTitle(pieces[at + 1], [first]) ? [first] : undefined
  if (!wordAlone.test(joinText(first)) || !second || !number.test(joinText(second)))
    return undefined
  return isTitle(pieces[at + 2], [first, second]) ? [first, second] : undefined
}

/** The row of a piece of one line that can be a label. */
function findLine(piece: Piece | undefined): Row | undefined {
  const isLine = piece && (piece.kind === 'heading' || piece.kind === 'text')
  return isLine && piece.rows.length === 1 ? piece.rows[0] : undefined
}

/** Whether a heading is as large as the label and close to it. */
function isTitle(piece: Piece | undefined, label: readonly Row[]): boolean {
  const [title, last] = [piece?.rows[0], label.at(-1)]
  if (piece?.kind !== 'heading' || !title || !last) return false
  const isLarge = label.every(({ size }) => title.size >= sameSizeMin * size)
  return isLarge && title.baseline - last.baseline <= distanceMax * title.size
}

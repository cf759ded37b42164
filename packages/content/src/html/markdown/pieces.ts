import { isPunctuation, markForms, mayClose, mayOpen, type MarkForm } from './emphasis.ts'

/** A run of inline content with one emphasis. */
export interface Piece {
  readonly kind: 'text' | 'raw' | 'break'
  text: string
  readonly marks: number
}

/** How line breaks are written: hard breaks in paragraphs, `<br>` in cells, spaces in one-line contexts. */
export type PieceLayout = 'paragraph' | 'cell' | 'line' | 'part'

interface OpenMark {
  readonly form: MarkForm
  readonly at: number
  readonly isTag: boolean
}

/** State of the writer: output, open emphasis, pending white space. */
interface Line {
  readonly parts: string[]
  readonly open: OpenMark[]
  last: string
  /** Before the closing delimiters that were written last. */
  beforeRun: string
  isAfterClosing: boolean
  owesSpace: boolean
  breaks: number
}

/**
 * Writes pieces as Markdown: white space collapsed and outside of emphasis, adjacent pieces of the same emphasis
 * joined, HTML tags where CommonMark would not recognise the delimiters.
 * A `part` keeps one space at each end for the surrounding text.
 */
export function writePieces(pieces: readonly Piece[], layout: PieceLayout): string {
  const [only] = pieces
  if (only && pieces.length === 1 && isPlain(only)) return writePlain(only.text, layout)
  const line: Line = {
    parts: [],
    open: [],
    last: '',
    beforeRun: '',
    isAfterClosing: false,
    owesSpace: false,
    breaks: 0,
  }
  let startsWithSpace = false
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind === 'break') {
      line.breaks += 1
      continue
    }
    const core = piece.text.trim()
    if (core === '' || piece.text.startsWith(' ')) line.owesSpace = true
    if (core === '') {
      closeMarks(line, piece.marks, ' ')
      continue
    }
    if (line.parts.length === 0) startsWithSpace = line.owesSpace
    const shown = { ...piece, text: core, marksAfter: marksAfter(pieces, at) }
    writePiece(line, shown, layout)
    line.owesSpace = piece.text.endsWith(' ')
  }
  const owesSpace = line.owesSpace || line.breaks > 0
  closeMarks(line, 0, '')
  const text = line.parts.join('')
  if (layout !== 'part') return text
  if (text === '') return owesSpace ? ' ' : ''
  return (startsWithSpace ? ' ' : '') + text + (owesSpace ? ' ' : '')
}

const isPlain = ({ kind, marks }: Piece): boolean => kind !== 'break' && marks === 0

/** Fast path: most text is the only piece of its block and has no emphasis. */
function writePlain(text: string, layout: PieceLayout): string {
  const core = text.trim()
  if (layout !== 'part') return core
  if (core === '') return ' '
  return (text.startsWith(' ') ? ' ' : '') + core + (text.endsWith(' ') ? ' ' : '')
}

/** A piece without white space around it, and what follows. */
interface ShownPiece extends Piece {
  /** Emphasis of the pieces after it that have any of its kinds, as far as they are looked at. */
  readonly marksAfter: readonly number[]
}

const piecesAheadMax = 50

function marksAfter(pieces: readonly Piece[], at: number): number[] {
  const { marks } = pieces[at] ?? { marks: 0 }
  // Which of two kinds is the outer one matters only where both begin.
  if ((marks & (marks - 1)) === 0) return []
  const ahead = pieces.slice(at + 1, at + 1 + piecesAheadMax).map((piece) => piece.marks & marks)
  const end = ahead.indexOf(0)
  return end === -1 ? ahead : ahead.slice(0, end)
}

function writePiece(line: Line, piece: ShownPiece, layout: PieceLayout): void {
  if (line.parts.length === 0) {
    line.owesSpace = false
    line.breaks = 0
  }
  const isParagraphBreak = line.breaks > 1 && layout === 'paragraph'
  const gap = gapBefore(line, layout)
  closeMarks(line, isParagraphBreak ? 0 : piece.marks, gap === '' ? piece.text.slice(0, 1) : ' ')
  if (gap !== '') {
    line.parts.push(gap)
    line.last = ' '
    line.isAfterClosing = false
  }
  line.breaks = 0
  openMarks(line, piece)
  guardJoin(line, piece)
  line.parts.push(piece.text)
  line.last = piece.text.slice(-1)
  line.isAfterClosing = false
}

function gapBefore(line: Line, layout: PieceLayout): string {
  if (line.breaks === 0) return line.owesSpace ? ' ' : ''
  if (layout === 'cell') return '\n'
  if (layout !== 'paragraph') return ' '
  return line.breaks > 1 ? '\n\n' : '\\\n'
}

/** Escapes `]` before `(` and `!` before a link, which would form a link or image. */
function guardJoin(line: Line, piece: Piece): void {
  if (line.last === ']' && piece.text.startsWith('(')) line.parts.push('\\')
  if (line.last === '!' && piece.kind === 'raw' && piece.text.startsWith('[')) {
    line.parts.push(`${line.parts.pop()?.slice(0, -1) ?? ''}\\!`)
  }
}

/** Closes emphasis, innermost first, until only the wanted kinds are open. */
function closeMarks(line: Line, wanted: number, after: string): void {
  let keep = line.open.findIndex(({ form }) => (form.bit & wanted) === 0)
  if (keep === -1) keep = line.open.length
  if (keep === line.open.length) return
  const tail = keep === 0 ? peelPunctuation(line, after) : ''
  const next = tail === '' ? after : tail.slice(0, 1)
  while (line.open.length > keep) {
    const mark = line.open.pop()
    if (mark) closeMark(line, mark, next)
  }
  if (tail !== '') {
    line.parts.push(tail)
    line.last = tail.slice(-1)
    line.isAfterClosing = false
  }
}

function closeMark(line: Line, { form, at, isTag }: OpenMark, after: string): void {
  const sign = form.delimiter.slice(0, 1)
  // Delimiters of one sign in a row are one to CommonMark: what counts is the character before all of them.
  const before = line.isAfterClosing && line.last === sign ? line.beforeRun : line.last
  if (isTag || !mayClose(before, after)) {
    line.parts[at] = `<${form.tag}>`
    line.parts.push(`</${form.tag}>`)
    line.last = '>'
  } else {
    line.parts.push(form.delimiter)
    line.last = sign
    line.beforeRun = before
  }
  line.isAfterClosing = true
}

/** `**Note:**text` would not close, but `**Note**:text` does. Returns the punctuation moved out. */
function peelPunctuation(line: Line, after: string): string {
  if (after === '' || after === ' ' || isPunctuation(after)) return ''
  const text = line.parts.at(-1) ?? ''
  const end = text.search(/[.:,;!?。：，；！？]{1,3}$/)
  if (end <= 0 || isPunctuation(text.slice(end - 1, end))) return ''
  line.parts[line.parts.length - 1] = text.slice(0, end)
  line.last = text.slice(end - 1, end)
  return text.slice(end)
}

function openMarks(line: Line, { marks, text, marksAfter }: ShownPiece): void {
  if (marks === 0) return
  const lasts = (bit: number) => marksAfter.findIndex((after) => (after & bit) === 0)
  const rank = (bit: number) => (lasts(bit) === -1 ? marksAfter.length : lasts(bit))
  const missing = markForms
    .filter(({ bit }) => (bit & marks) !== 0 && !line.open.some(({ form }) => form.bit === bit))
    .toSorted((one, other) => rank(other.bit) - rank(one.bit))
  for (const [index, form] of missing.entries()) {
    const sign = form.delimiter.slice(0, 1)
    const inner = missing.slice(index + 1).find(({ delimiter }) => !delimiter.startsWith(sign))
    const after = inner ? inner.delimiter.slice(0, 1) : text.slice(0, 1)
    const isTag = line.isAfterClosing || !mayOpen(line.last, after)
    line.open.push({ form, at: line.parts.length, isTag })
    line.parts.push(isTag ? `<${form.tag}>` : form.delimiter)
    const continues = missing[index + 1]?.delimiter.startsWith(sign) === true
    if (isTag) line.last = '>'
    else if (!continues) line.last = sign
  }
  if (missing.length > 0) line.isAfterClosing = false
}

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
    isAfterClosing: false,
    owesSpace: false,
    breaks: 0,
  }
  let startsWithSpace = false
  for (const piece of pieces) {
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
    writePiece(line, { kind: piece.kind, text: core, marks: piece.marks }, layout)
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

function writePiece(line: Line, piece: Piece, layout: PieceLayout): void {
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
  if (isTag || !mayClose(line.last, after)) {
    line.parts[at] = `<${form.tag}>`
    line.parts.push(`</${form.tag}>`)
    line.last = '>'
  } else {
    line.parts.push(form.delimiter)
    if (!line.isAfterClosing) line.last = form.delimiter.slice(0, 1)
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

function openMarks(line: Line, { marks, text }: Piece): void {
  if (marks === 0) return
  const missing = markForms.filter(
    ({ bit }) => (bit & marks) !== 0 && !line.open.some(({ form }) => form.bit === bit),
  )
  for (const [index, form] of missing.entries()) {
    const inner = missing[index + 1]
    const startsOtherDelimiter = inner && inner.delimiter[0] !== form.delimiter[0]
    const after = startsOtherDelimiter ? inner.delimiter.slice(0, 1) : text.slice(0, 1)
    const isTag = line.isAfterClosing || !mayOpen(line.last, after)
    line.open.push({ form, at: line.parts.length, isTag })
    line.parts.push(isTag ? `<${form.tag}>` : form.delimiter)
    if (isTag) line.last = '>'
    else if (form.bit !== markForms[1]?.bit) line.last = form.delimiter.slice(0, 1)
  }
  if (missing.length > 0) line.isAfterClosing = false
}

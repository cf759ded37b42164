import { emphasis, strike, strong } from './emphasis.ts'
import { writePieces, type Piece, type PieceLayout } from './pieces.ts'

/** Collects the inline content of the current block as pieces of text with emphasis. */
export interface Inline {
  /** Number of pieces; a position for `take`. */
  readonly length: () => number
  /** Adds escaped text; white space at its ends moves out of the emphasis. */
  readonly text: (text: string) => void
  /** Adds finished Markdown: a link, an image, a code span. */
  readonly raw: (markdown: string) => void
  /** Ends what `raw` began, or removes it when nothing followed. */
  readonly closeRaw: (opening: string, closing: string) => void
  readonly lineBreak: () => void
  readonly open: (bit: number) => void
  readonly close: (bit: number) => void
  /** Suspends emphasis while a link or heading is written; returns it for `restore`. */
  readonly suspend: () => readonly number[]
  readonly restore: (depths: readonly number[]) => void
  /** Removes the pieces from a position on and returns them as Markdown. */
  readonly take: (from: number, layout: PieceLayout) => string
}

export function createInline(): Inline {
  const pieces: Piece[] = []
  let depths = [0, 0, 0, 0, 0]
  let marks = 0
  /** Text is not joined to the text before a link. */
  let barrier = 0
  /** Kept apart, because reading the growing text would copy it every time. */
  let endsWithSpace = false
  const update = (): void => {
    marks = 0
    for (const bit of [strong, emphasis, strike]) if ((depths[bit] ?? 0) > 0) marks |= bit
  }
  const change = (bit: number, by: number): void => {
    depths[bit] = (depths[bit] ?? 0) + by
    update()
  }
  return {
    length: () => pieces.length,
    text: (text) => {
      const last = pieces.at(-1)
      if (pieces.length > barrier && last?.kind === 'text' && last.marks === marks) {
        last.text += endsWithSpace && text.startsWith(' ') ? text.slice(1) : text
      } else pieces.push({ kind: 'text', text, marks })
      endsWithSpace = text === '' ? endsWithSpace : text.endsWith(' ')
    },
    raw: (text) => {
      pieces.push({ kind: 'raw', text, marks })
    },
    closeRaw: (opening, closing) => {
      if (pieces.at(-1)?.text === opening) pieces.pop()
      else pieces.push({ kind: 'raw', text: closing, marks })
    },
    lineBreak: () => {
      pieces.push({ kind: 'break', text: '', marks })
    },
    open: (bit) => change(bit, 1),
    close: (bit) => change(bit, -1),
    suspend: () => {
      const before = depths
      barrier = pieces.length
      depths = [0, 0, 0, 0, 0]
      update()
      return before
    },
    restore: (before) => {
      depths = [...before]
      update()
    },
    take: (from, layout) => {
      if (from >= pieces.length) return ''
      barrier = Math.min(barrier, from)
      return writePieces(pieces.splice(from), layout)
    },
  }
}

import type { Hyphens } from './hyphens.ts'
import type { LaidBlock } from './lay-out.ts'
import type { Piece } from './pieces.ts'
import { isBold, type Segment } from './segment.ts'
import type { TableLayout } from './tables.ts'
import { toHtml } from './to-html.ts'

/** How a block continues the previous one: same paragraph or item, same word, or rows of the same table. */
export type Continuation = 'words' | 'letters' | 'rows'

/** A block and its pieces; a list has several. */
export interface Unit {
  readonly block: LaidBlock
  readonly piece: Piece | undefined
}

/** Blocks in reading order, with continuations over the end of a column or page marked. */
export function withContinuations(
  pages: readonly (readonly Unit[])[],
  hyphens: Hyphens,
): LaidBlock[][] {
  const result = pages.map((units) => units.map((unit) => ({ ...unit })))
  let before: { block: LaidBlock; piece: Piece | undefined } | undefined
  for (const units of result) {
    for (const [at, unit] of units.entries()) {
      const { type, isRunning } = unit.block
      if (isRunning) continue
      if (before && isInParagraph(before.block, unit.block, units[at + 1]?.block)) {
        unit.block = { ...unit.block, isBeside: true }
        continue
      }
      // Blocks that may stand between the parts, at the end of a column.
      if (before && (type === 'footnote' || type === 'caption')) continue
      if (before) join(before, unit, hyphens)
      before = unit
    }
  }
  return result.map((units) => units.map(({ block }) => block))
}

/** Whether a table stands beside lines of a paragraph, which then goes on below it. */
function isInParagraph(before: LaidBlock, table: LaidBlock, next: LaidBlock | undefined): boolean {
  if (table.type !== 'table' || before.type !== 'text' || next?.type !== 'text') return false
  const [text, own, more] = [before.place, table.place, next.place]
  const isAside = own.left >= text.right || own.right <= text.left
  return (
    isAside &&
    own.top < text.bottom &&
    text.bottom <= more.top &&
    own.bottom <= more.top &&
    more.left < own.right &&
    more.right > own.left &&
    goesOn.test(next.html) &&
    !endsSentence.test(before.html)
  )
}

interface Open {
  block: LaidBlock
  piece: Piece | undefined
}

/** The entry of a list of definitions begins with its term. */
const isEntry = (piece: Piece | undefined) => piece?.kind === 'text' && piece.hanging !== undefined

function join(before: Open, unit: Open, hyphens: Hyphens): void {
  if (isEntry(unit.piece)) return
  const continuation = jointOfWords(before.block, unit.block, hyphens)
  if (continuation) {
    if (continuation === 'divided')
      before.block = { ...before.block, html: withoutHyphen(before.block) }
    unit.block = { ...unit.block, continuation: continuation === 'words' ? 'words' : 'letters' }
    return
  }
  const tables = jointTables(before.piece, unit.piece)
  if (!tables) return
  const [above, below] = tables
  before.piece = above
  before.block = { ...before.block, type: 'table', html: toHtml(above, hyphens) }
  unit.piece = below
  unit.block = { ...unit.block, type: 'table', html: toHtml(below, hyphens), continuation: 'rows' }
}

const endsSentence = /[.!?:;…。！？؟]["')\]”’»]*(?:<\/\w+>)*$/
const goesOn = /^<p>(?:<[^>]+>)*\p{Ll}/u
const tags = /<[^<>]+>/g
const blank = /\s/

function jointOfWords(
  before: LaidBlock,
  block: LaidBlock,
  hyphens: Hyphens,
): 'words' | 'divided' | 'compound' | undefined {
  const canGoOn = before.type === 'text' || before.type === 'list'
  if (!canGoOn || block.type !== 'text' || !goesOn.test(block.html)) return undefined
  if (endsSentence.test(before.html)) return undefined
  const end = before.html.replaceAll(tags, '').split(blank).at(-1) ?? ''
  const [start = ''] = block.html.replaceAll(tags, '').split(blank, 1)
  const join = hyphens(end, start)
  return join === 'divided' || join === 'compound' ? join : 'words'
}

const withoutHyphen = ({ html }: LaidBlock) => html.replace(/[-\u2010\u00ad]((?:<\/\w+>)*)$/, '$1')

const sameColumnMax = 4

/** Two tables with aligned columns; one may be a single row that was read as a line. */
function jointTables(
  above: Piece | undefined,
  below: Piece | undefined,
): [TableLayout, TableLayout] | undefined {
  const [first, second] = [toTable(above), toTable(below)]
  if (!first || !second || (above?.kind !== 'table' && below?.kind !== 'table')) return undefined
  const [a, b] = [findColumns(first), findColumns(second)]
  const shift = (b[0] ?? 0) - (a[0] ?? 0)
  const isSame =
    a.length === b.length &&
    a.every((left, column) => Math.abs((b[column] ?? 0) - left - shift) <= sameColumnMax)
  if (!isSame) return undefined
  const head = first.head ?? first.cells[0] ?? []
  const isHeadAgain = joinText(head) === joinText(second.cells[0] ?? [])
  // A table with its own header is a new table.
  if (second.hasHead && !isHeadAgain) return undefined
  const cells = isHeadAgain ? second.cells.slice(1) : second.cells
  return cells.length === 0 ? undefined : [first, { ...second, cells, hasHead: false, head }]
}

function toTable(piece: Piece | undefined): TableLayout | undefined {
  if (piece?.kind === 'table') return piece
  if (piece?.kind !== 'text' && piece?.kind !== 'heading') return undefined
  const [row, ...others] = piece.rows
  if (!row || others.length > 0 || row.segments.length < 2) return undefined
  const cells = [row.segments.map((segment) => [segment])]
  return { kind: 'table', rows: [row], cells, hasHead: row.segments.every(isBold) }
}

/** Left edges of the columns of a table. */
const findColumns = ({ cells }: TableLayout): number[] =>
  (cells[0] ?? []).map((_, column) =>
    Math.min(...cells.flatMap((row) => (row[column] ?? []).map(({ left }: Segment) => left))),
  )

const joinText = (row: readonly (readonly Segment[])[]) =>
  row.map((cell) => cell.map(({ text }) => text.trim()).join(' ')).join('|')

import type { BlockType } from '#content/layout.ts'
import { withContinuations, type Continuation, type Unit } from './continuations.ts'
import { withWholeFigures } from './cut-figures.ts'
import { createHyphens, type Hyphens } from './hyphens.ts'
import { groupPieces, withDefinitions, type Piece } from './pieces.ts'
import { findRegions } from './reading-order.ts'
import { groupRows } from './rows.ts'
import type { Running } from './running-lines.ts'
import { withGutters, withSeams } from './seams.ts'
import { surround, type Place, type Segment } from './segment.ts'
import { listHtml, toHtml } from './to-html.ts'
import { insertParts, type TurnedPart } from './turned-parts.ts'
import { measureTypography, type Typography } from './typography.ts'

/** A page as line segments. */
export interface PageText {
  /** In points. */
  readonly height: number
  readonly segments: readonly Segment[]
  readonly parts?: readonly TurnedPart[]
}

/** A block of a page, in reading order. */
export interface LaidBlock {
  readonly type: BlockType
  readonly html: string
  readonly place: Place
  /** Running headers, footers and page numbers are not part of the Markdown. */
  readonly isRunning: boolean
  /** OCR confidence, 0 to 1; undefined for native text. */
  readonly confidence: number | undefined
  /** How it continues the previous block. */
  readonly continuation?: Continuation
  /** It stands beside a paragraph that goes on below it. */
  readonly isBeside?: boolean
}

/** Blocks of a document in reading order, with running headers and footers marked. */
export function layOut(
  pages: readonly PageText[],
  running: ReadonlyMap<Segment, Running>,
): LaidBlock[][] {
  const isBody = (segment: Segment) => !running.has(segment)
  const bodies = pages.map(({ segments, parts = [] }) => [
    { segments: segments.filter(isBody) },
    ...parts,
  ])
  const text = bodies.flat().flatMap(({ segments }) => segments)
  // Font sizes measured by OCR are not compared with native ones.
  const own = measureTypography(text.filter((segment) => !isRead(segment)))
  const read = measureTypography(text.filter(isRead))
  const hyphens = createHyphens(text)
  const regions = bodies.map((parts, at) => {
    const typography = pages[at]?.segments.some(isRead) ? read : own
    return parts.map(({ segments }) =>
      findRegions(withGutters(segments)).map((lines) => {
        const rows = withSeams(withWholeFigures(groupRows(lines)))
        return { rows, pieces: groupPieces(rows, typography) }
      }),
    )
  })
  const hanging = regions.flat(2).flatMap(({ pieces }) => pieces.flatMap(listHanging))
  const known = [...new Map(hanging.map((one) => [Math.round(one.indent), one])).values()]
  const laid = pages.map(({ segments, parts = [] }, at) => {
    const typography = segments.some(isRead) ? read : own
    const [main = [], ...turned] = (regions[at] ?? []).map((part) =>
      part.flatMap(({ rows, pieces }) =>
        groupUnits(withDefinitions(pieces, rows, known), typography, hyphens),
      ),
    )
    const body = insertParts(
      main,
      turned.map((units, index) => turnUnits(units, parts[index])),
    )
    const edges = segments.flatMap((segment) => {
      const type = running.get(segment)
      const piece = { kind: 'text', rows: groupRows([segment]) } as const
      if (!type) return []
      const block = { ...pieceBlock(piece, typography, hyphens), type, isRunning: true }
      return [{ block, piece: undefined }]
    })
    const top = body[0]?.block.place.top ?? 0
    const heads = edges.filter(({ block }) => block.place.bottom <= top)
    return [...heads, ...body, ...edges.filter((edge) => !heads.includes(edge))]
  })
  return withContinuations(laid, hyphens)
}

const turnUnits = (units: readonly Unit[], part: TurnedPart | undefined) =>
  units.map(({ block, piece }) => {
    const place = part ? part.turnBack(block.place) : block.place
    return { block: { ...block, place }, piece }
  })

const isRead = ({ confidence }: Segment) => confidence !== undefined

const listHanging = (piece: Piece) =>
  piece.kind === 'text' && piece.hanging ? [piece.hanging] : []

function groupUnits(pieces: readonly Piece[], typography: Typography, hyphens: Hyphens): Unit[] {
  const units: Unit[] = []
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as Piece
    if (piece.kind !== 'item') {
      units.push({ block: pieceBlock(piece, typography, hyphens), piece })
      continue
    }
    const items: ItemPiece[] = []
    for (let next: Piece | undefined = piece; next?.kind === 'item';)
      next = pieces[at + items.push(next)]
    at += items.length - 1
    const rows = items.flatMap((item) => item.rows)
    const block = {
      type: 'list' as const,
      html: listHtml(items, hyphens),
      place: surround(rows),
      isRunning: false,
      confidence: measureConfidence(rows),
    }
    units.push({ block, piece: undefined })
  }
  return units
}

type ItemPiece = Extract<Piece, { kind: 'item' }>

const captionStart = /^(?:figure|fig\.|table|abbildung|abb\.|tabelle|listing|chart|plate)\s*\d/i
const footnoteSizeMax = 0.88
const footnoteStart = /^\s*(?:\d{1,2}|[*†‡§])\s*\S/

function pieceBlock(
  piece: Exclude<Piece, { kind: 'item' }>,
  { bodySize }: Typography,
  hyphens: Hyphens,
): LaidBlock {
  const block = {
    html: toHtml(piece, hyphens),
    place: surround(piece.rows),
    isRunning: false,
    confidence: measureConfidence(piece.rows),
  }
  if (piece.kind === 'heading')
    return { ...block, type: piece.level === 1 ? 'title' : 'section_header' }
  if (piece.kind !== 'text') return { ...block, type: piece.kind }
  const [first] = piece.rows
  const start = first?.segments[0]?.text ?? ''
  if (captionStart.test(start)) return { ...block, type: 'caption' }
  const isSmall = (first?.size ?? 0) <= footnoteSizeMax * bodySize
  return { ...block, type: isSmall && footnoteStart.test(start) ? 'footnote' : 'text' }
}

/** Mean weighted by letters. */
function measureConfidence(
  rows: readonly { readonly segments: readonly Segment[] }[],
): number | undefined {
  const segments = rows.flatMap((row) => row.segments)
  const read = segments.filter(({ confidence }) => confidence !== undefined)
  if (read.length === 0) return undefined
  const letters = read.reduce((sum, { text }) => sum + text.length, 0)
  const sum = read.reduce((all, { confidence = 0, text }) => all + confidence * text.length, 0)
  return sum / Math.max(1, letters)
}

import { extractStructureElements, extractTextWithPositions } from '@firecrawl/pdf-inspector'
import type { BlockType } from '#content/documents/layout.ts'
import type { PageSize } from '#content/documents/pdf/draw-pages.ts'
import { piecesOf, type Piece } from './pieces.ts'
import { regionsOf } from './reading-order.ts'
import { rowsOf } from './rows.ts'
import { findRunning } from './running-lines.ts'
import { around, type Place, type Segment } from './segment.ts'
import { segmentsOf } from './segments-of.ts'
import { listHtml, toHtml } from './to-html.ts'
import { typographyOf, type Typography } from './typography.ts'

/** A block of a page, in reading order. */
export interface LaidBlock {
  readonly type: BlockType
  readonly html: string
  readonly place: Place
  /** Heads, feet and page numbers stay out of the text. */
  readonly isRunning: boolean
}

/**
 * The text of pages of a PDF file as blocks, in the order they are read. `numbers` count from 1; `sizes` are those of the
 * same pages. Throws what the library throws.
 */
export function layOut(
  file: Buffer,
  numbers: readonly number[],
  sizes: readonly PageSize[],
): LaidBlock[][] {
  const items = Map.groupBy(
    extractTextWithPositions(file, [...numbers], { frame: 'display' }),
    ({ page }) => page,
  )
  const structure = Map.groupBy(extractStructureElements(file, [...numbers]), ({ page }) => page)
  const pages = numbers.map((page, index) => {
    const height = sizes[index]?.height ?? 0
    const parts = {
      page,
      height,
      items: items.get(page) ?? [],
      structure: structure.get(page) ?? [],
    }
    return { height, segments: segmentsOf(parts) }
  })
  const running = findRunning(pages)
  const text = pages.flatMap(({ segments }) => segments.filter((segment) => !running.has(segment)))
  const typography = typographyOf(text)
  return pages.map(({ segments }) => {
    const body = bodyOf(
      segments.filter((segment) => !running.has(segment)),
      typography,
    )
    const edges = segments.flatMap((segment) => {
      const type = running.get(segment)
      const piece = { kind: 'text', rows: rowsOf([segment]) } as const
      return type ? [{ ...pieceBlock(piece, typography), type, isRunning: true }] : []
    })
    const top = body[0]?.place.top ?? 0
    const heads = edges.filter(({ place }) => place.bottom <= top)
    return [...heads, ...body, ...edges.filter((edge) => !heads.includes(edge))]
  })
}

function bodyOf(segments: readonly Segment[], typography: Typography): LaidBlock[] {
  const blocks: LaidBlock[] = []
  for (const region of regionsOf(segments)) {
    const pieces = piecesOf(rowsOf(region), typography)
    for (let at = 0; at < pieces.length; at++) {
      const piece = pieces[at] as Piece
      if (piece.kind !== 'item') {
        blocks.push(pieceBlock(piece, typography))
        continue
      }
      const items = pieces
        .slice(at)
        .slice(0, runLength(pieces.slice(at)))
        .filter(isItem)
      at += items.length - 1
      const place = around(items.flatMap(({ rows }) => rows))
      blocks.push({ type: 'list', html: listHtml(items), place, isRunning: false })
    }
  }
  return blocks
}

const isItem = (piece: Piece) => piece.kind === 'item'

function runLength(pieces: readonly Piece[]): number {
  const end = pieces.findIndex((piece) => !isItem(piece))
  return end === -1 ? pieces.length : end
}

const captionStart = /^(?:figure|fig\.|table|abbildung|abb\.|tabelle|listing|chart|plate)\s*\d/i
const footnoteSizeMax = 0.88
const footnoteStart = /^\s*(?:\d{1,2}|[*†‡§])\s*\S/

function pieceBlock(piece: Exclude<Piece, { kind: 'item' }>, { bodySize }: Typography): LaidBlock {
  const block = { html: toHtml(piece), place: around(piece.rows), isRunning: false }
  if (piece.kind === 'heading')
    return { ...block, type: piece.level === 1 ? 'title' : 'section_header' }
  if (piece.kind !== 'text') return { ...block, type: piece.kind }
  const [first] = piece.rows
  const start = first?.segments[0]?.text ?? ''
  if (captionStart.test(start)) return { ...block, type: 'caption' }
  const isSmall = (first?.size ?? 0) <= footnoteSizeMax * bodySize
  return { ...block, type: isSmall && footnoteStart.test(start) ? 'footnote' : 'text' }
}

import type { Lose } from '#documents/losses.ts'
import { cutCells } from './cut-sheets.ts'
import { splitCode, unmarked } from './code-runs.ts'
import { splitEquations } from './word-parts.ts'
import { endBlock, type Markup } from './markup.ts'
import type { Block, Cell, Inline, List, OfficeDocument, Style, Table } from './office-document.ts'

/** Limits of what is written. */
interface Limits {
  /** Cells and rows of all tables together, because a spreadsheet may have millions of empty ones. */
  readonly cellsMax: number
  /** Total bytes of embedded pictures. */
  readonly pictureBytesMax: number
  readonly lose: Lose
}

interface Writing {
  readonly out: Markup
  readonly document: OfficeDocument
  readonly limits: Limits
  /** Notes in the order of their references. */
  readonly notes: string[]
  cells: number
  pictureBytes: number
}

/** Stays below the element limit of the HTML reader. */
export const cellsMax = 150_000

/** Writes the converter's document, with notes at the end. */
export function writeDocument(document: OfficeDocument, out: Markup, limits: Limits): void {
  const writing: Writing = {
    out,
    document,
    limits,
    notes: [],
    cells: 0,
    pictureBytes: 0,
  }
  writeBlocks(document.blocks, writing)
  writeNotes(writing)
}

function writeBlocks(blocks: readonly Block[], writing: Writing): void {
  for (const block of blocks) writeBlock(block, writing)
}

function writeBlock(block: Block, writing: Writing): void {
  const { out } = writing
  switch (block.kind) {
    case 'heading': {
      const tag = `h${Math.min(6, Math.max(1, block.level ?? 1))}`
      out.open(tag, block.anchor === undefined ? {} : { id: block.anchor })
      writeInlines(plainHeading(block.content ?? []), writing)
      endBlock(tag, out)
      return
    }
    case 'paragraph':
      out.open('p')
      writeInlines(block.content ?? [], writing)
      endBlock('p', out)
      return
    case 'list':
      if (block.list) writeList(block.list, writing)
      return
    case 'table':
      if (block.table) writeTable(block.table, writing)
      return
    case 'blockQuote':
      out.open('blockquote')
      writeBlocks(block.blocks ?? [], writing)
      endBlock('blockquote', out)
      return
    case 'codeBlock':
      out.open('pre')
      out.open('code', block.lang ? { class: `language-${block.lang}` } : {})
      out.text(unmarked(block.text ?? ''))
      out.close('code')
      endBlock('pre', out)
      return
    case 'rule':
      out.open('hr')
      endBlock('hr', out)
  }
}

/** Headings are bold already. */
function plainHeading(content: readonly Inline[]): Inline[] {
  return content.map((inline) =>
    inline.style ? { ...inline, style: { ...inline.style, bold: false } } : inline,
  )
}

const listTypes: Readonly<Record<string, string>> = {
  lowerAlpha: 'a',
  upperAlpha: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
}

function writeList({ marker, start, items }: List, writing: Writing): void {
  const { out } = writing
  const tag = marker === 'bullet' ? 'ul' : 'ol'
  const type = listTypes[marker]
  out.open(tag, {
    ...(tag === 'ol' && start !== 1 && { start: String(start) }),
    ...(type !== undefined && { type }),
  })
  for (const { blocks, checked, markerLabel } of items) {
    out.open('li')
    if (checked !== undefined) {
      out.open('input', { type: 'checkbox', ...(checked && { checked: '' }) })
      out.close('input')
      out.text(' ')
    }
    // A bullet is that of the list.
    const isOwn = tag === 'ol' || /[\p{L}\p{N}]/u.test(markerLabel ?? '')
    if (markerLabel !== undefined && isOwn) out.text(`${markerLabel} `)
    writeItem(blocks, writing)
    out.close('li')
  }
  endBlock(tag, out)
}

/** The first paragraph of an item has no `p` element, so that Markdown lists stay tight. */
function writeItem(blocks: readonly Block[], writing: Writing): void {
  const [first, ...rest] = blocks
  if (first?.kind === 'paragraph') writeInlines(first.content ?? [], writing)
  else if (first) writeBlock(first, writing)
  writeBlocks(rest, writing)
}

function writeTable({ grid, headerRows, kind }: Table, writing: Writing): void {
  if (kind === 'layout') {
    for (const slot of grid.flat()) if (slot.cell) writeBlocks(slot.cell.blocks, writing)
    return
  }
  const { out, limits } = writing
  out.open('table')
  for (const [index, row] of grid.entries()) {
    writing.cells += row.length + 1
    if (writing.cells > limits.cellsMax) {
      limits.lose(cutCells)
      break
    }
    // Markdown tables need a header; without a marked one the first row is used.
    const tag = index < Math.max(1, headerRows) ? 'th' : 'td'
    out.open('tr')
    for (const { cell } of row) if (cell) writeCell(cell, tag, writing)
    endBlock('tr', out)
  }
  endBlock('table', out)
}

function writeCell({ blocks, colSpan, rowSpan }: Cell, tag: 'th' | 'td', writing: Writing): void {
  const { out } = writing
  const attributes: Record<string, string> = {}
  if (colSpan > 1) attributes['colspan'] = String(colSpan)
  if (rowSpan > 1) attributes['rowspan'] = String(rowSpan)
  out.open(tag, attributes)
  const [only, ...others] = blocks
  if (only?.kind === 'paragraph' && others.length === 0) {
    writeInlines(tag === 'th' ? plainHeading(only.content ?? []) : (only.content ?? []), writing)
  } else writeBlocks(blocks, writing)
  out.close(tag)
}

function writeInlines(inlines: readonly Inline[], writing: Writing): void {
  for (const inline of inlines) writeInline(inline, writing)
}

function writeInline(inline: Inline, writing: Writing): void {
  const { out } = writing
  switch (inline.kind) {
    case 'text':
      for (const { inline: part, tex, noteId, isDisplayed = false } of splitEquations(inline)) {
        if (noteId !== undefined) writeNoteMark(noteId, writing)
        else if (tex !== undefined) writeEquation(tex, isDisplayed, out)
        else for (const one of splitCode(part)) writeStyled(one.text ?? '', one.style, out)
      }
      return
    case 'link': {
      const { kind, value = '' } = inline.target ?? {}
      out.open('a', { href: kind === 'anchor' ? `#${value}` : value })
      writeInlines(inline.content ?? [], writing)
      out.close('a')
      return
    }
    case 'image':
      out.open('img', { alt: inline.alt ?? '', src: writePicture(inline, writing) })
      out.close('img')
      return
    case 'anchor':
      out.open('a', { id: inline.anchor ?? '' })
      out.close('a')
      return
    case 'noteRef':
      writeNoteMark(inline.noteId ?? '', writing)
      return
    case 'lineBreak':
      out.open('br')
      out.close('br')
  }
}

const styleTags = [
  ['strong', 'bold'],
  ['em', 'italic'],
  ['del', 'strike'],
  ['code', 'code'],
] as const

function writeEquation(tex: string, isDisplayed: boolean, out: Markup): void {
  if (tex === '') return
  out.open('math', isDisplayed ? { display: 'block' } : {})
  out.open('semantics')
  out.open('mtext')
  out.text(tex)
  out.close('mtext')
  out.open('annotation', { encoding: 'application/x-tex' })
  out.text(tex)
  for (const tag of ['annotation', 'semantics', 'math']) out.close(tag)
}

function writeStyled(text: string, style: Style | undefined, out: Markup): void {
  const isStyled = style && (style.bold || style.italic || style.strike || style.code)
  if (!isStyled || text.trim() === '') {
    out.text(text)
    return
  }
  const tags = styleTags.flatMap(([tag, name]) => (style[name] ? [tag] : []))
  for (const tag of tags) out.open(tag)
  out.text(text)
  for (const tag of tags.toReversed()) out.close(tag)
}

/** Embeds pictures; those beyond the limit are replaced by their description. */
function writePicture({ source }: Inline, writing: Writing): string {
  if (source?.kind === 'external') return source.url ?? ''
  const asset = writing.document.assets.find(({ id }) => id === source?.assetId)
  const bytes = asset?.data.byteLength ?? 0
  const { pictureBytesMax, lose } = writing.limits
  if (!asset || writing.pictureBytes + bytes > pictureBytesMax) {
    if (asset && pictureBytesMax > 0) lose('Pictures were left out, because there are too many')
    return 'data:,'
  }
  writing.pictureBytes += bytes
  return `data:${asset.mediaType};base64,${asset.data.toString('base64')}`
}

function writeNoteMark(id: string, { out, notes }: Writing): void {
  if (!notes.includes(id)) notes.push(id)
  const number = notes.indexOf(id) + 1
  out.open('sup')
  out.open('a', { href: `#fn${number}`, id: `fnref${number}`, class: 'footnote-ref' })
  out.text(String(number))
  out.close('a')
  out.close('sup')
}

function writeNotes(writing: Writing): void {
  const { out, notes, document } = writing
  if (notes.length === 0) return
  const all = new Map(document.notes.map((note) => [note.id, note]))
  out.open('section', { class: 'footnotes' })
  out.open('ol')
  for (const [index, id] of notes.entries()) {
    out.open('li', { id: `fn${index + 1}` })
    writeItem(all.get(id)?.blocks ?? [], writing)
    out.open('a', { href: `#fnref${index + 1}`, class: 'footnote-backref' })
    out.text('↩')
    out.close('a')
    out.close('li')
  }
  out.close('ol')
  endBlock('section', out)
}

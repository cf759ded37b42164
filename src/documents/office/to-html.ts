import { splitCode, unmarked } from './code-runs.ts'
import { attribute, text } from './html-text.ts'
import type { Block, Cell, Inline, List, OfficeDocument, Style, Table } from './office-document.ts'

/** Limits of the HTML output. */
interface Limits {
  /** Cells and rows of all tables together, because a spreadsheet may have millions of empty ones. */
  readonly cellsMax: number
  /** Total bytes of embedded pictures. */
  readonly pictureBytesMax: number
}

interface Writing {
  readonly out: string[]
  readonly document: OfficeDocument
  readonly limits: Limits
  /** Notes in the order of their references. */
  readonly notes: string[]
  cells: number
  pictureBytes: number
  isCut: boolean
}

/** The HTML body, and whether content beyond the limits was left out. */
interface WrittenHtml {
  readonly html: string
  readonly isCut: boolean
}

/** Stays below the element limit of the HTML reader. */
export const cellsMax = 150_000
const defaults: Limits = { cellsMax, pictureBytesMax: 0 }

/** Renders the converter's document as HTML, with notes at the end. */
export function toHtml(document: OfficeDocument, limits: Partial<Limits> = {}): WrittenHtml {
  const writing: Writing = {
    out: [],
    document,
    limits: { ...defaults, ...limits },
    notes: [],
    cells: 0,
    pictureBytes: 0,
    isCut: false,
  }
  writeBlocks(document.blocks, writing)
  writeNotes(writing)
  return { html: writing.out.join(''), isCut: writing.isCut }
}

function writeBlocks(blocks: readonly Block[], writing: Writing): void {
  for (const block of blocks) writeBlock(block, writing)
}

function writeBlock(block: Block, writing: Writing): void {
  const { out } = writing
  switch (block.kind) {
    case 'heading': {
      const tag = `h${Math.min(6, Math.max(1, block.level ?? 1))}`
      const anchor = block.anchor === undefined ? '' : ` id="${attribute(block.anchor)}"`
      out.push(`<${tag}${anchor}>`)
      writeInlines(plainHeading(block.content ?? []), writing)
      out.push(`</${tag}>\n`)
      return
    }
    case 'paragraph':
      out.push('<p>')
      writeInlines(block.content ?? [], writing)
      out.push('</p>\n')
      return
    case 'list':
      if (block.list) writeList(block.list, writing)
      return
    case 'table':
      if (block.table) writeTable(block.table, writing)
      return
    case 'blockQuote':
      out.push('<blockquote>')
      writeBlocks(block.blocks ?? [], writing)
      out.push('</blockquote>\n')
      return
    case 'codeBlock': {
      const language = block.lang ? ` class="language-${attribute(block.lang)}"` : ''
      out.push(`<pre><code${language}>${text(unmarked(block.text ?? ''))}</code></pre>\n`)
      return
    }
    case 'rule':
      out.push('<hr>\n')
  }
}

/** Headings are bold already. */
function plainHeading(content: readonly Inline[]): Inline[] {
  return content.map((inline) =>
    inline.style ? { ...inline, style: { ...inline.style, bold: false } } : inline,
  )
}

const listTypes: Readonly<Record<string, string>> = {
  lowerAlpha: ' type="a"',
  upperAlpha: ' type="A"',
  lowerRoman: ' type="i"',
  upperRoman: ' type="I"',
}

function writeList({ marker, start, items }: List, writing: Writing): void {
  const { out } = writing
  const tag = marker === 'bullet' ? 'ul' : 'ol'
  const first = tag === 'ol' && start !== 1 ? ` start="${start}"` : ''
  out.push(`<${tag}${first}${listTypes[marker] ?? ''}>`)
  for (const { blocks, checked, markerLabel } of items) {
    out.push('<li>')
    if (checked !== undefined) out.push(`<input type="checkbox"${checked ? ' checked' : ''}> `)
    if (markerLabel !== undefined) out.push(`${text(markerLabel)} `)
    writeItem(blocks, writing)
    out.push('</li>')
  }
  out.push(`</${tag}>\n`)
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
  out.push('<table>')
  for (const [index, row] of grid.entries()) {
    writing.cells += row.length + 1
    if (writing.cells > limits.cellsMax) {
      writing.isCut = true
      break
    }
    // Markdown tables need a header; without a marked one the first row is used.
    const tag = index < Math.max(1, headerRows) ? 'th' : 'td'
    out.push('<tr>')
    for (const { cell } of row) if (cell) writeCell(cell, tag, writing)
    out.push('</tr>\n')
  }
  out.push('</table>\n')
}

function writeCell({ blocks, colSpan, rowSpan }: Cell, tag: 'th' | 'td', writing: Writing): void {
  const { out } = writing
  const columns = colSpan > 1 ? ` colspan="${colSpan}"` : ''
  const rows = rowSpan > 1 ? ` rowspan="${rowSpan}"` : ''
  out.push(`<${tag}${columns}${rows}>`)
  const [only, ...others] = blocks
  if (only?.kind === 'paragraph' && others.length === 0) {
    writeInlines(tag === 'th' ? plainHeading(only.content ?? []) : (only.content ?? []), writing)
  } else writeBlocks(blocks, writing)
  out.push(`</${tag}>`)
}

function writeInlines(inlines: readonly Inline[], writing: Writing): void {
  for (const inline of inlines) writeInline(inline, writing)
}

function writeInline(inline: Inline, writing: Writing): void {
  const { out } = writing
  switch (inline.kind) {
    case 'text':
      for (const part of splitCode(inline)) out.push(styled(text(part.text ?? ''), part.style))
      return
    case 'link': {
      const { kind, value = '' } = inline.target ?? {}
      out.push(`<a href="${attribute(kind === 'anchor' ? `#${value}` : value)}">`)
      writeInlines(inline.content ?? [], writing)
      out.push('</a>')
      return
    }
    case 'image':
      out.push(`<img alt="${attribute(inline.alt ?? '')}" src="${pictureOf(inline, writing)}">`)
      return
    case 'anchor':
      out.push(`<a id="${attribute(inline.anchor ?? '')}"></a>`)
      return
    case 'noteRef':
      out.push(noteMark(inline.noteId ?? '', writing))
      return
    case 'lineBreak':
      out.push('<br>')
  }
}

function styled(html: string, style: Style | undefined): string {
  if (!style || html.trim() === '') return html
  let whole = html
  if (style.code) whole = `<code>${whole}</code>`
  if (style.strike) whole = `<del>${whole}</del>`
  if (style.italic) whole = `<em>${whole}</em>`
  if (style.bold) whole = `<strong>${whole}</strong>`
  return whole
}

/** Embeds pictures; those beyond the limit are replaced by their description. */
function pictureOf({ source }: Inline, writing: Writing): string {
  if (source?.kind === 'external') return attribute(source.url ?? '')
  const asset = writing.document.assets.find(({ id }) => id === source?.assetId)
  const bytes = asset?.data.byteLength ?? 0
  if (!asset || writing.pictureBytes + bytes > writing.limits.pictureBytesMax) return 'data:,'
  writing.pictureBytes += bytes
  return `data:${attribute(asset.mediaType)};base64,${asset.data.toString('base64')}`
}

function noteMark(id: string, writing: Writing): string {
  if (!writing.notes.includes(id)) writing.notes.push(id)
  const number = writing.notes.indexOf(id) + 1
  return `<sup><a href="#fn${number}" id="fnref${number}" class="footnote-ref">${number}</a></sup>`
}

function writeNotes(writing: Writing): void {
  const { out, notes, document } = writing
  if (notes.length === 0) return
  const all = new Map(document.notes.map((note) => [note.id, note]))
  out.push('<section class="footnotes"><ol>')
  for (const [index, id] of notes.entries()) {
    out.push(`<li id="fn${index + 1}">`)
    writeItem(all.get(id)?.blocks ?? [], writing)
    out.push(`<a href="#fnref${index + 1}" class="footnote-backref">↩</a></li>`)
  }
  out.push('</ol></section>\n')
}

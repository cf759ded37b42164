import { cutCells, type CellLimit } from '#documents/office/cut-sheets.ts'
import { endBlock, type Markup } from '#documents/office/markup.ts'
import { createSpans, usedCells, type Spans } from './spans.ts'
import { cellKey, type Sheet, type SheetRow } from './sheet.ts'
import type { ShownSheet, Workbook } from './read-xlsx.ts'

/** Wider tables have no empty cells at the ends of their rows. */
const filledColumnsMax = 64
/** Of more empty rows in succession none is written. */
const emptyRowsMax = 100

interface Writing {
  readonly out: Markup
  readonly sheet: Sheet
  readonly spans: Spans
  readonly firstColumn: number
  readonly lastColumn: number
  /** Cells and rows that may still be written. */
  left: number
}

/** Writes each sheet as a table under its name. */
export function writeSheets(
  { sheets, areNamed }: Workbook,
  out: Markup,
  { cellsMax, losses }: CellLimit,
): void {
  let left = cellsMax
  for (const sheet of sheets) {
    if (left < 0) {
      losses.at('in sheet', sheet.name)(cutCells)
      continue
    }
    if (areNamed) {
      out.open('h2')
      out.text(sheet.name)
      endBlock('h2', out)
    }
    const writing = { out, sheet, left, ...usedCells(sheet.rows), spans: createSpans(sheet) }
    if (sheet.rows.length > 0) writeTable(writing)
    writeBeside(sheet, writing)
    left = writing.left
    if (left < 0) losses.at('in sheet', sheet.name)(cutCells)
  }
}

/** Text boxes, charts as tables under their titles, and comments as a list by cell. */
function writeBeside({ beside, charts }: ShownSheet, writing: Writing): void {
  const { out } = writing
  for (const box of beside.boxes) {
    out.open('p')
    out.text(box)
    endBlock('p', out)
  }
  for (const { title, rows } of charts) {
    if (title !== '') {
      out.open('p')
      out.open('strong')
      out.text(title)
      out.close('strong')
      endBlock('p', out)
    }
    if (rows.length > 1) writeRows(rows, writing)
  }
  if (beside.comments.length === 0) return
  out.open('ul')
  for (const { place, author, text } of beside.comments) {
    out.open('li')
    out.text(`${place}${author === '' ? '' : ` (${author})`}: ${text}`)
    out.close('li')
  }
  endBlock('ul', out)
}

function writeRows(rows: readonly (readonly string[])[], writing: Writing): void {
  const { out } = writing
  out.open('table')
  for (const [index, cells] of rows.entries()) {
    const tag = index === 0 ? 'th' : 'td'
    writing.left -= cells.length + 1
    if (writing.left < 0) break
    out.open('tr')
    for (const cell of cells) {
      out.open(tag)
      out.text(cell)
      out.close(tag)
    }
    endBlock('tr', out)
  }
  endBlock('table', out)
}

function writeTable(writing: Writing): void {
  const { out, sheet } = writing
  out.open('table')
  let next = sheet.rows[0]?.index ?? 0
  // Markdown tables need a header.
  let tag: 'th' | 'td' = 'th'
  for (const row of sheet.rows) {
    const isGap = row.index - next > emptyRowsMax
    for (let index = isGap ? row.index : next; index <= row.index && writing.left >= 0; index++)
      writeRow(index === row.index ? row : { index, columns: [], texts: [] }, tag, writing)
    if (writing.left < 0) break
    tag = 'td'
    next = row.index + 1
  }
  endBlock('table', out)
}

function writeRow({ index, columns, texts }: SheetRow, tag: 'th' | 'td', writing: Writing): void {
  const { out, sheet, spans, firstColumn, lastColumn } = writing
  const isFilled = lastColumn - firstColumn < filledColumnsMax
  const last = isFilled ? lastColumn : (columns.at(-1) ?? firstColumn)
  writing.left -= last - firstColumn + 2
  if (writing.left < 0) return
  out.open('tr')
  let next = 0
  for (let column = firstColumn; column <= last; column++) {
    const text = columns[next] === column ? texts[next++] : undefined
    const span = spans.at(index, column)
    if (span === 'covered') continue
    out.open(tag, span)
    if (text !== undefined) writeCell(text, sheet.links.get(cellKey(index, column)), out)
    out.close(tag)
  }
  endBlock('tr', out)
}

function writeCell(text: string, url: string | undefined, out: Markup): void {
  if (url !== undefined) out.open('a', { href: url })
  if (text.includes('\n')) writeLines(text, out)
  else out.text(text)
  if (url !== undefined) out.close('a')
}

function writeLines(text: string, out: Markup): void {
  for (const [index, line] of text.trim().split('\n').entries()) {
    if (index > 0) {
      out.open('br')
      out.close('br')
    }
    out.text(line)
  }
}

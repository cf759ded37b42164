import { plainText } from './xlsx/xml-text.ts'
import type { Lose } from '#documents/losses.ts'
import type { CellLimit } from './cut-sheets.ts'

/** A row, with its attributes; or the start of a sheet. */
const rowOrSheet = /<table:table-row(?=[\s/>])[^<>]*>|<table:table\s[^<>]*>/g
const [rowStart, rowEnd] = ['<table:table-row', '</table:table-row>']
const rowsRepeated = /(\stable:number-rows-repeated=")(\d{1,12})(?=")/
const cell = /<table:(?:covered-)?table-cell(?=[\s/>])[^<>]*>/g
const columnsRepeated = /(\stable:number-columns-repeated=")(\d{1,12})"/
const hasContent = /<text:|<draw:|office:|table:formula/
/** Programs repeat a row up to the end of the sheet. */
const repeatsMax = 10_000
const cutRepeats = `A row that is repeated more often than it can be read was read fewer times, at most ${repeatsMax},`

/**
 * Makes the rows of an OpenDocument spreadsheet that repeat themselves few: one of those that are empty, and as many of the others as there may be
 * cells. The converter makes a row of each. The same bytes when none is repeated.
 */
export function withFewRepeats(content: Buffer, { cellsMax, losses }: CellLimit): Buffer {
  if (!content.includes('-repeated="')) return content
  const stored = content.toString('latin1')
  const xml = withWideGaps(stored, cellsMax, losses.lose)
  const parts: string[] = []
  let [last, left, sheet, rowsEnd] = [0, cellsMax, '', 0]
  for (const { 0: tag, index } of xml.matchAll(rowOrSheet)) {
    if (!tag.startsWith(rowStart)) {
      sheet = Buffer.from(/\stable:name="([^"]*)"/.exec(tag)?.[1] ?? '', 'latin1').toString()
      continue
    }
    const count = Number(rowsRepeated.exec(tag)?.[2] ?? 1)
    if (count <= 1) continue
    const start = index + tag.length
    if (rowsEnd < start) rowsEnd = xml.indexOf(rowEnd, start)
    if (rowsEnd === -1) break
    const next = xml.indexOf(rowStart, start)
    const row = tag.endsWith('/>')
      ? ''
      : xml.slice(start, next === -1 ? rowsEnd : Math.min(next, rowsEnd))
    const cells = hasContent.test(row) ? countCells(row) : 0
    const most = Math.min(repeatsMax, Math.floor(left / Math.max(1, cells)))
    const kept = cells === 0 ? 1 : Math.max(1, Math.min(count, most))
    left = Math.max(0, left - kept * cells)
    if (cells > 0 && kept < count) losses.at('in sheet', plainText(sheet))(cutRepeats)
    parts.push(
      xml.slice(last, index),
      tag.replace(rowsRepeated, (_, name: string) => name + kept),
    )
    last = start
  }
  if (last === 0 && xml === stored) return content
  return Buffer.from(parts.join('') + xml.slice(last), 'latin1')
}

/** Of one cell; the converter makes no more of it. */
const copiesMax = 64
const cutCopies = `A cell that is repeated more than ${copiesMax} times was read ${copiesMax} times`

/** Writes wide gaps between cells as several, up to a number of cells, so that those behind them keep their columns. */
function withWideGaps(xml: string, cellsMax: number, lose: Lose): string {
  let left = cellsMax
  return xml.replaceAll(cell, (tag, offset: number) => {
    const count = countColumns(tag)
    if (count <= copiesMax || xml.startsWith(rowEnd, offset + tag.length)) return tag
    left -= count
    const isEmpty = tag.endsWith('/>') && !tag.includes('office:')
    if (!isEmpty || left < 0) lose(cutCopies)
    if (!isEmpty || left < 0) return tag
    const repeat = (columns: number) => tag.replace(columnsRepeated, `$1${columns}"`)
    const rest = count % copiesMax
    return repeat(copiesMax).repeat((count - rest) / copiesMax) + (rest > 0 ? repeat(rest) : '')
  })
}

const countColumns = (tag: string) => Number(columnsRepeated.exec(tag)?.[2] ?? 1)

const countCells = (row: string): number =>
  row.matchAll(cell).reduce((sum, [tag]) => sum + countColumns(tag), 0)

import type { Losses } from '#documents/losses.ts'
import { withFewRepeats } from './ods-repeats.ts'
import { plainText } from './xlsx/xml-text.ts'
import { replaceParts, type Package } from './zip.ts'

/** How many cells are read, and where those are named that are not. */
export interface CellLimit {
  readonly cellsMax: number
  readonly losses: Losses
}

export const cutCells = 'The document has too many table cells; only the first were read'

/** Of all sheets together, uncompressed. */
export const sheetBytesMax = 256 * 1024 * 1024
const rowEnd = '</row>'
const rowsEnd = '</sheetData>'

/**
 * Removes the rows of a workbook beyond the limit of cells over all its sheets, before the conversion:
 * each cell costs the converter a hundred times its size in memory.
 */
export function withCutSheets(
  body: Uint8Array,
  file: Package,
  { cellsMax, losses }: CellLimit,
): Uint8Array {
  const sheets = new Map<string, Buffer>()
  let left = cellsMax
  let bytesLeft = sheetBytesMax
  for (const name of file.names) {
    if (!/^xl\/worksheets\/[^/]+\.xml$/.test(name)) continue
    const sheet = file.part(name, bytesLeft)
    // The converter reports malformed files.
    if (!sheet) break
    bytesLeft -= sheet.length
    const { cells, at } = placeOfCell(sheet, left)
    left = Math.max(0, left - cells)
    if (at === undefined) continue
    const [end, tail] = [sheet.indexOf(rowEnd, at), sheet.lastIndexOf(rowsEnd)]
    if (end === -1 || end + rowEnd.length >= tail) continue
    losses.at('in the part', name)(cutCells)
    sheets.set(name, Buffer.concat([sheet.subarray(0, end + rowEnd.length), sheet.subarray(tail)]))
  }
  return sheets.size === 0 ? body : replaceParts(body, sheets)
}

const afterName = new Set(Buffer.from(' />\t\r\n'))

/** Offset of the first cell beyond the limit, and the number of cells before it. */
function placeOfCell(sheet: Buffer, cellsMax: number): { cells: number; at?: number } {
  let cells = 0
  for (let at = sheet.indexOf('<c'); at !== -1; at = sheet.indexOf('<c', at + 2)) {
    if (!afterName.has(sheet[at + 2] ?? 0)) continue
    if (cells >= cellsMax) return { cells, at }
    cells += 1
  }
  return { cells }
}

const [odsCell, odsRowEnd, odsTableEnd] = [
  '<table:table-cell',
  '</table:table-row>',
  '</table:table>',
]
const odsContent = 'content.xml'
/** Elements that may wrap rows; such sheets are not cut. */
const odsGroups = ['<table:table-row-group', '<table:table-rows']

/** The same for formats that keep all sheets in one part: the sheets after the cut are left out. */
export function withCutOds(body: Uint8Array, file: Package, limit: CellLimit): Uint8Array {
  const { cellsMax, losses } = limit
  const stored = file.part(odsContent, sheetBytesMax)
  if (!stored) return body
  const content = withFewRepeats(stored, limit)
  const whole = content === stored ? body : replaceParts(body, new Map([[odsContent, content]]))
  if (odsGroups.some((group) => content.includes(group))) return whole
  let cells = 0
  let at = content.indexOf(odsCell)
  while (at !== -1 && cells <= cellsMax) {
    cells += 1
    at = content.indexOf(odsCell, at + odsCell.length)
  }
  const [rowEnd, tail] = [content.indexOf(odsRowEnd, at), content.lastIndexOf(odsTableEnd)]
  const end = rowEnd + odsRowEnd.length
  if (at === -1 || rowEnd === -1 || end >= tail) return whole
  for (const name of sheetsFrom(content, at)) losses.at('in sheet', name)(cutCells)
  const short = Buffer.concat([content.subarray(0, end), content.subarray(tail)])
  return replaceParts(body, new Map([[odsContent, short]]))
}

const odsTable = '<table:table '

/** The names of the sheet around an offset and of those after it. */
function* sheetsFrom(content: Buffer, offset: number): Generator<string> {
  for (
    let at = content.lastIndexOf(odsTable, offset);
    at !== -1;
    at = content.indexOf(odsTable, at + odsTable.length)
  ) {
    const tag = content.toString('utf8', at, content.indexOf('>', at))
    yield plainText(/\stable:name="([^"]*)"/.exec(tag)?.[1] ?? '')
  }
}

import { cutCells, sheetBytesMax, type CellLimit } from './cut-sheets.ts'
import { cellTypes, readRecords, rowHead, writeRecord, type XlsbRecord } from './xlsb-records.ts'
import { replaceParts, type Package } from './zip.ts'

/** Record numbers of cells with an implicit column; the explicit form has this number minus the offset. */
const [firstShort, lastShort, shortToLong] = [12, 18, 11]

/**
 * Rewrites a binary workbook for the converter: adds the column number of each cell, which programs may omit
 * and without which the converter ignores the cell, and removes the cells beyond the limit.
 */
export function fitXlsb(
  body: Uint8Array,
  file: Package,
  { cellsMax, losses }: CellLimit,
): Uint8Array {
  const sheets = new Map<string, Buffer>()
  const names = file.names.filter((name) => /^xl\/worksheets\/[^/]+\.bin$/.test(name))
  let [left, bytesLeft] = [cellsMax, sheetBytesMax]
  for (const name of names) {
    const part = file.part(name, bytesLeft)
    // The converter reports malformed files.
    if (!part) break
    bytesLeft -= part.length
    let [cells, hasShort] = [0, false]
    for (const record of readRecords(part)) {
      if (isCell(record)) cells += 1
      hasShort ||= isShort(record)
    }
    if (hasShort || cells > left) sheets.set(name, rewritten(part, left))
    if (cells > left) losses.at('in the part', name)(cutCells)
    left = Math.max(0, left - cells)
  }
  return sheets.size === 0 ? body : replaceParts(body, sheets)
}

const isShort = ({ type }: XlsbRecord) => type >= firstShort && type <= lastShort
const isCell = ({ type }: XlsbRecord) => type >= cellTypes.empty && type <= lastShort

function rewritten(part: Buffer, cellsMax: number): Buffer {
  const out: Buffer[] = []
  let [column, cells] = [-1, 0]
  for (const record of readRecords(part)) {
    const { type, data } = record
    if (type === rowHead) column = -1
    if (isCell(record)) cells += 1
    if (cells > cellsMax && (type === rowHead || isCell(record))) continue
    if (type >= cellTypes.empty && type <= cellTypes.last && data.length >= 4)
      column = data.readUInt32LE(0)
    out.push(writeRecord(isShort(record) ? lengthened(record, (column += 1)) : record))
  }
  return Buffer.concat(out)
}

function lengthened({ type, data }: XlsbRecord, column: number): XlsbRecord {
  const place = Buffer.alloc(4)
  place.writeUInt32LE(column)
  return { type: type - shortToLong, data: Buffer.concat([place, data]) }
}

import { cellTypes, recordsOf, rowHead, writeRecord, type XlsbRecord } from './xlsb-records.ts'
import { sheetsMax } from './sheet-links.ts'
import { replaceParts, type Package } from './zip.ts'

/** Cells that stand right of the cell before them and do not say so; the long form of each has its number less these. */
const [firstShort, lastShort, shortToLong] = [12, 18, 11]

/**
 * A binary workbook with the column of each cell written out: programs may leave it away, and the converter does not
 * see such cells. The same bytes when there are none.
 */
export function withLongCells(body: Uint8Array, file: Package): Uint8Array {
  const sheets = new Map<string, Buffer>()
  const names = file.names.filter((name) => /^xl\/worksheets\/[^/]+\.bin$/.test(name))
  for (const name of names.slice(0, sheetsMax)) {
    const part = file.part(name)
    if (recordsOf(part).some(isShort)) sheets.set(name, lengthened(recordsOf(part)))
  }
  return sheets.size === 0 ? body : replaceParts(body, sheets)
}

const isShort = ({ type }: XlsbRecord) => type >= firstShort && type <= lastShort

function lengthened(records: IteratorObject<XlsbRecord>): Buffer {
  let column = -1
  const out = records.map((record) => {
    const { type, data } = record
    if (type === rowHead) column = -1
    if (type >= cellTypes.empty && type <= cellTypes.last && data.length >= 4)
      column = data.readUInt32LE(0)
    if (!isShort(record)) return writeRecord(record)
    column += 1
    const place = Buffer.alloc(4)
    place.writeUInt32LE(column)
    return writeRecord({ type: type - shortToLong, data: Buffer.concat([place, data]) })
  })
  return Buffer.concat([...out])
}

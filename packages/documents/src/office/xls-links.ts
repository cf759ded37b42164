import type { Lose, Losses } from '#documents/losses.ts'
import type { OleFile } from './ole.ts'
import { recordsMax, xlsRecords, type RecordsLeft } from './xls-records.ts'
import {
  createSheetLinks,
  cutLinks,
  cutSheetLinks,
  linksMax,
  sheetsMax,
  type SheetLinks,
} from './sheet-links.ts'

/** Record types of [MS-XLS]. */
const [boundSheet, hyperlink] = [0x85, 0x1b8]
/** Cells that have a value: texts, numbers, formulas. */
const cells = new Set([0xfd, 0x204, 0x203, 0x27e, 0xbd, 0x06, 0x205])
const urlMoniker = Buffer.from('E0C9EA79F9BACE118C8200AA004BA90B', 'hex')
const [hasMoniker, hasLocation, hasText, hasFrame, isTextMoniker] = [0x1, 0x8, 0x10, 0x80, 0x100]

/** Hyperlinks of a binary workbook by sheet name. */
export function linksOfXls(file: OleFile, losses: Losses): Map<string, SheetLinks> {
  const stream = file.stream('Workbook')
  const sheets = new Map<string, SheetLinks>()
  if (!stream) return sheets
  const left = { count: recordsMax }
  for (const { type, data } of xlsRecords(stream, 0)) {
    if (type !== boundSheet || data.length < 8) continue
    if (sheets.size >= sheetsMax || left.count <= 0) {
      losses.lose(cutSheetLinks)
      break
    }
    const isWide = (data.readUInt8(7) & 1) === 1
    const nameEnd = 8 + data.readUInt8(6) * (isWide ? 2 : 1)
    const name = data.toString(isWide ? 'utf16le' : 'latin1', 8, Math.min(nameEnd, data.length))
    const lose = losses.at('in sheet', name)
    const links = linksOfSheet(stream, data.readUInt32LE(0), { left, lose })
    if (links) sheets.set(name, links)
  }
  return sheets
}

function linksOfSheet(
  stream: Buffer,
  start: number,
  { left, lose }: { readonly left: RecordsLeft; readonly lose: Lose },
): SheetLinks | undefined {
  const sheet = createSheetLinks()
  for (const { type, data } of xlsRecords(stream, start, left)) {
    if (cells.has(type) && data.length >= 4)
      sheet.seeCell(data.readUInt16LE(0), data.readUInt16LE(2))
    if (type !== hyperlink || data.length < 32) continue
    const address = findAddress(data)
    if (sheet.count() >= linksMax) lose(cutLinks)
    else if (address !== undefined)
      sheet.add({ row: data.readUInt16LE(0), column: data.readUInt16LE(4) }, address)
  }
  return sheet.finish()
}

/** Target URL of a hyperlink record; undefined for internal links and truncated records. */
function findAddress(data: Buffer): string | undefined {
  const flags = data.readUInt32LE(28)
  let at = 32
  const text = () => {
    const length = data.readUInt32LE(at) * 2
    const value = data.toString('utf16le', at + 4, at + 4 + length)
    at += 4 + length
    return value.replace(/\0[^]*$/, '')
  }
  try {
    if ((flags & hasText) !== 0) text()
    if ((flags & hasFrame) !== 0) text()
    if ((flags & hasMoniker) === 0) return undefined
    if ((flags & isTextMoniker) !== 0) return text()
    if (!data.subarray(at, at + 16).equals(urlMoniker)) return undefined
    const end = at + 20 + data.readUInt32LE(at + 16)
    const address = data.toString('utf16le', at + 20, end).replace(/\0[^]*$/, '')
    at = end
    const place = (flags & hasLocation) === 0 ? '' : text()
    return place === '' ? address : `${address}#${place}`
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

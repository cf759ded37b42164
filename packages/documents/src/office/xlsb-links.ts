import type { Lose, Losses } from '#documents/losses.ts'
import type { Package } from './zip.ts'
import { cellTypes, readRecords, rowHead } from './xlsb-records.ts'
import { pathFrom, readRelations } from './relations.ts'
import {
  createSheetLinks,
  cutLinks,
  cutSheetLinks,
  linksMax,
  sheetsMax,
  type SheetLinks,
} from './sheet-links.ts'

/** Record types of [MS-XLSB]. */
const [sheetEntry, hyperlink] = [156, 494]

/** Hyperlinks of an XLSB workbook by sheet name; stops at the first damaged record. */
export function linksOfXlsb(file: Package, losses: Losses): Map<string, SheetLinks> {
  const sheets = new Map<string, SheetLinks>()
  try {
    collect(file, sheets, losses)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    losses.lose('Links after damaged data were left out')
  }
  return sheets
}

function collect(file: Package, sheets: Map<string, SheetLinks>, losses: Losses): void {
  const targets = readRelations(file, 'xl/workbook.bin')
  for (const { type, data } of readRecords(file.part('xl/workbook.bin'))) {
    if (type !== sheetEntry) continue
    if (sheets.size >= sheetsMax) {
      losses.lose(cutSheetLinks)
      break
    }
    const [id, after] = textAt(data, 8)
    const [name] = textAt(data, after)
    const target = targets.get(id)
    const lose = losses.at('in sheet', name)
    const links =
      target === undefined ? undefined : linksOfSheet(file, pathFrom('xl', target), lose)
    if (links) sheets.set(name, links)
  }
}

function linksOfSheet(file: Package, path: string, lose: Lose): SheetLinks | undefined {
  const targets = readRelations(file, path, '/hyperlink')
  if (targets.size === 0) return undefined
  const sheet = createSheetLinks()
  let row = 0
  for (const { type, data } of readRecords(file.part(path))) {
    if (type === rowHead) row = data.readUInt32LE(0)
    if (type >= cellTypes.number && type <= cellTypes.last) sheet.seeCell(row, data.readUInt32LE(0))
    if (type !== hyperlink) continue
    if (sheet.count() >= linksMax) {
      lose(cutLinks)
      break
    }
    const [id, after] = textAt(data, 16)
    const [location] = textAt(data, after)
    const target = targets.get(id)
    const place = { row: data.readUInt32LE(0), column: data.readUInt32LE(8) }
    if (target !== undefined) sheet.add(place, location === '' ? target : `${target}#${location}`)
  }
  return sheet.finish()
}

/** A length-prefixed string, and the offset of its end. */
function textAt(data: Buffer, at: number): [text: string, end: number] {
  const end = at + 4 + data.readUInt32LE(at) * 2
  return [data.toString('utf16le', at + 4, end), end]
}

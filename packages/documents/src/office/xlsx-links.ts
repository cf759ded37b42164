import type { Lose, Losses } from '#documents/losses.ts'
import type { Package } from './zip.ts'
import { elementsIn, pathFrom, readRelations } from './relations.ts'
import {
  createSheetLinks,
  cutLinks,
  cutSheetLinks,
  linksMax,
  sheetsMax,
  type SheetLinks,
} from './sheet-links.ts'

/** Hyperlinks of an XLSX workbook by sheet name. */
export function linksOfXlsx(file: Package, losses: Losses): Map<string, SheetLinks> {
  const targets = readRelations(file, 'xl/workbook.xml')
  const sheets = new Map<string, SheetLinks>()
  for (const { name, attribs } of elementsIn(file, 'xl/workbook.xml')) {
    const target = name === 'sheet' ? targets.get(attribs['r:id'] ?? '') : undefined
    if (target === undefined) continue
    if (sheets.size >= sheetsMax) {
      losses.lose(cutSheetLinks)
      break
    }
    const sheet = attribs['name'] ?? ''
    const links = linksOfSheet(file, pathFrom('xl', target), losses.at('in sheet', sheet))
    if (links) sheets.set(sheet, links)
  }
  return sheets
}

function linksOfSheet(file: Package, path: string, lose: Lose): SheetLinks | undefined {
  const targets = readRelations(file, path, '/hyperlink')
  if (targets.size === 0) return undefined
  const sheet = createSheetLinks()
  for (const { name, attribs, children } of elementsIn(file, path)) {
    const place = parsePlace(name === 'c' ? attribs['r'] : attribs['ref'])
    if (!place) continue
    if (name === 'c' && children.length > 0) sheet.seeCell(place.row, place.column)
    const target = name === 'hyperlink' ? targets.get(attribs['r:id'] ?? '') : undefined
    if (target === undefined) continue
    if (sheet.count() >= linksMax) {
      lose(cutLinks)
      break
    }
    const { location } = attribs
    sheet.add(place, location ? `${target}#${location}` : target)
  }
  return sheet.finish()
}

/** `AB12`, or the first cell of `AB12:AC13`. */
function parsePlace(reference: string | undefined): { row: number; column: number } | undefined {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})/.exec(reference ?? '') ?? []
  if (letters === undefined) return undefined
  const column = letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return { row: Number(digits) - 1, column: column - 1 }
}

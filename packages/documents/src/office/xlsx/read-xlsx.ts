import { readText } from '#content/html/walk.ts'
import type { Losses } from '#documents/losses.ts'
import { sheetBytesMax, type CellLimit } from '#documents/office/cut-sheets.ts'
import { lostPart } from '#documents/office/damaged-parts.ts'
import { elementsIn, localName, pathFrom, readRelations } from '#documents/office/relations.ts'
import { isWhole } from '#documents/office/xml-repair.ts'
import type { Package } from '#documents/office/zip.ts'
import { findBesideCells, readDrawnOver, type BesideCells } from './beside-cells.ts'
import type { Chart } from './chart.ts'
import { readAnyChart } from './chart-ex.ts'
import { numberFormats } from './number-formats.ts'
import { cutSheet, hiddenIsShown, readSheet, type SharedParts } from './read-sheet.ts'
import { sharedStrings } from './shared-strings.ts'
import { textsIn, type Sheet } from './sheet.ts'

/** A sheet that shows something. */
export interface ShownSheet extends Sheet {
  readonly beside: BesideCells
  readonly charts: readonly Chart[]
}

export interface Workbook {
  readonly sheets: readonly ShownSheet[]
  /** Sheets with a name are shown under it. */
  readonly areNamed: boolean
}

const stringsBytesMax = 64 * 1024 * 1024
const main = 'xl/workbook.xml'

/**
 * Reads an XLSX workbook up to a number of rows and cells. Undefined for other files, and for unusual or damaged ones, which the
 * converter reads or reports.
 */
export function readXlsx(file: Package, { cellsMax, losses }: CellLimit): Workbook | undefined {
  if (!file.names.includes(main)) return undefined
  const targets = readRelations(file, main)
  const entries = sheetEntries(file)
  const shared = sharedParts(file, entries.is1904, losses)
  if (!shared) return undefined
  const sheets: (Sheet & { readonly beside: BesideCells })[] = []
  let [left, bytesLeft] = [cellsMax, sheetBytesMax]
  for (const { name, id, isHidden } of entries.sheets) {
    if (isHidden) losses.at('in sheet', name)(hiddenIsShown)
    const path = pathFrom('xl', targets.get(id) ?? '')
    const part = file.part(path, bytesLeft)
    if (!part) return undefined
    if (!isWhole(part)) losses.at('in sheet', name)(cutSheet)
    bytesLeft -= part.length
    const source = { name, part, targets: readRelations(file, path, '/hyperlink') }
    const read = readSheet(source, shared, { countMax: left, lose: losses.at('in sheet', name) })
    if (!read) return undefined
    left -= read.count
    const beside = findBesideCells(file, path, losses.at('in sheet', name))
    const isSeen = Object.values(beside).some((list) => list.length > 0)
    if (read.sheet.rows.length > 0 || isSeen) sheets.push({ ...read.sheet, beside })
  }
  const readCells = (reference: string) =>
    textsIn(sheets, entries.names.get(reference) ?? reference)
  const shown = sheets.map((sheet) => {
    const charts = sheet.beside.charts.flatMap((path) => {
      const part = file.part(path)
      if (part) return [readAnyChart(part, readCells, readDrawnOver(file, path))]
      losses.at('in sheet', sheet.name)('A chart that is damaged was left out')
      return []
    })
    return { ...sheet, charts }
  })
  return { sheets: shown, areNamed: entries.sheets.length > 1 }
}

function sheetEntries(file: Package) {
  const sheets: { readonly name: string; readonly id: string; readonly isHidden: boolean }[] = []
  const names = new Map<string, string>()
  let is1904 = false
  for (const element of elementsIn(file, main)) {
    const { attribs } = element
    const kind = localName(element)
    // The newer charts name their cells.
    if (kind === 'definedName') names.set(attribs['name'] ?? '', readText(element))
    if (kind === 'sheet')
      sheets.push({
        name: attribs['name'] ?? '',
        id: attribs['r:id'] ?? '',
        isHidden: /hidden$/i.test(attribs['state'] ?? ''),
      })
    if (kind === 'workbookPr') is1904 = /^(?:1|true)$/.test(attribs['date1904'] ?? '')
  }
  return { sheets, names, is1904 }
}

function sharedParts(file: Package, is1904: boolean, losses: Losses): SharedParts | undefined {
  const [stringsPath, stylesPath] = ['sharedStrings', 'styles'].map((kind) => {
    const [target] = readRelations(file, main, `/${kind}`).values()
    return target === undefined ? `xl/${kind}.xml` : pathFrom('xl', target)
  }) as [string, string]
  const part = file.part(stringsPath, stringsBytesMax)
  if (!part && file.names.includes(stringsPath)) return undefined
  const missing = () => {
    losses.at('in the part', stringsPath)(lostPart)
    return ''
  }
  const strings = part ? sharedStrings(part, missing) : missing
  const formats = numberFormats(file.part(stylesPath))
  return strings && formats && { strings, formats, is1904 }
}

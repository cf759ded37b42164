import { parsePage } from '#content/html/parse.ts'
import { listElements } from '#content/html/walk.ts'
import type { Lose } from '#documents/losses.ts'
import { cutCells } from '#documents/office/cut-sheets.ts'
import { cutLinks, linksMax } from '#documents/office/sheet-links.ts'
import { numberText } from './cell-text.ts'
import { general, type NumberFormat } from './number-formats.ts'
import { cleanText, textOfRuns } from './runs.ts'
import { scanCells, type CellContent } from './scan-cells.ts'
import { cellKey, parsePlace, type CellRange, type Sheet } from './sheet.ts'
import { plainText, simpleMarkup } from './xml-text.ts'

/** What all sheets of a workbook share. */
export interface SharedParts {
  readonly strings: (index: number) => string
  readonly formats: readonly NumberFormat[]
  readonly is1904: boolean
}

interface ReadSheet {
  readonly sheet: Sheet
  readonly count: number
}

interface SheetSource {
  readonly name: string
  readonly part: Buffer
  /** Targets of links by id. */
  readonly targets: ReadonlyMap<string, string>
}

const bytesMax = 64 * 1024 * 1024
const mergesMax = 20_000

/** Reads a sheet up to a number of rows and cells. Undefined when it has unusual markup. */
export function readSheet(
  { name, part, targets }: SheetSource,
  shared: SharedParts,
  { countMax, lose }: { readonly countMax: number; readonly lose: Lose },
): ReadSheet | undefined {
  const { short, isShort } = shortened(part)
  const xml = simpleMarkup(short, 'worksheet')
  if (xml === undefined) return undefined
  const end = xml.lastIndexOf(rowsEnd)
  const links = new Map<number, string>()
  const scanned = scanCells(xml.slice(xml.indexOf('<sheetData'), end === -1 ? undefined : end), {
    countMax,
    readText: (content) => readText(content, shared),
    onFormula(row, column, formula) {
      const url = findLink(formula)
      if (url === undefined) return
      if (links.size < linksMax) links.set(cellKey(row, column), url)
      else lose(cutLinks)
    },
  })
  const rest = end === -1 ? '' : xml.slice(end)
  for (const [key, url] of declaredLinks(rest, targets, lose)) links.set(key, url)
  const { rows, count, isCut } = scanned
  if (hiddenCells.test(xml)) lose(hiddenIsShown)
  if (isCut || isShort) lose(cutCells)
  return { sheet: { name, rows, merges: mergesIn(rest, lose), links }, count }
}

export const cutSheet = 'Rows may be missing, because it is cut off,'
export const hiddenIsShown = 'What the file hides is shown'
const hiddenCells = /<(?:row|col)\s[^<>]*\shidden=["'](?:1|true)/

const [rowEnd, rowsEnd] = ['</row>', '</sheetData>']

/** Leaves out rows of very large parts, because the text of a part takes up to twice its bytes. */
function shortened(part: Buffer) {
  if (part.length <= bytesMax) return { short: part, isShort: false }
  const [end, tail] = [part.lastIndexOf(rowEnd, bytesMax), part.lastIndexOf(rowsEnd)]
  if (end === -1 || end + rowEnd.length >= tail) return { short: part, isShort: false }
  const head = part.subarray(0, end + rowEnd.length)
  return { short: Buffer.concat([head, part.subarray(tail)]), isShort: true }
}

/** Text of a cell by its type ([ECMA-376] part 1, 18.18.11). */
function readText(
  { type, style, value }: CellContent,
  { strings, formats, is1904 }: SharedParts,
): string {
  switch (type) {
    case 's':
      return value === '' ? '' : strings(Number(value))
    case 'inlineStr':
      return textOfRuns(value)
    case 'str':
      return cleanText(plainText(value))
    case 'b':
      return value === '' ? '' : /^\s*(?:1|true)/.test(value) ? 'TRUE' : 'FALSE'
    case 'e':
    case 'd':
      return plainText(value.trim())
    default:
      return Number.isNaN(Number(value))
        ? cleanText(plainText(value.trim()))
        : numberText(value.trim(), formats[style] ?? general, is1904)
  }
}

const linkFormula = /^\s*HYPERLINK\(\s*"([^"]+)"/i

function findLink(formula: string): string | undefined {
  const url = formula.includes('HYPERLINK') ? linkFormula.exec(plainText(formula))?.[1] : undefined
  return url !== undefined && /^(?:https?:|mailto:)/i.test(url) ? url : undefined
}

function* elementsBetween(xml: string, list: string) {
  const from = xml.indexOf(`<${list}`)
  const until = xml.indexOf(`</${list}>`, from)
  if (from !== -1 && until !== -1)
    yield* listElements(parsePage(xml.slice(from, until), 'xml').document)
}

function declaredLinks(
  xml: string,
  targets: ReadonlyMap<string, string>,
  lose: Lose,
): Map<number, string> {
  const links = new Map<number, string>()
  if (targets.size === 0) return links
  for (const { name, attribs } of elementsBetween(xml, 'hyperlinks')) {
    const { ref = '', location } = attribs
    const place = name === 'hyperlink' ? parsePlace(ref.split(':', 1)[0] ?? '') : undefined
    const target = targets.get(attribs['r:id'] ?? '')
    if (!place || target === undefined) continue
    if (links.size >= linksMax) {
      lose(cutLinks)
      break
    }
    links.set(cellKey(place.row, place.column), location ? `${target}#${location}` : target)
  }
  return links
}

function mergesIn(xml: string, lose: Lose): CellRange[] {
  const merges: CellRange[] = []
  for (const { name, attribs } of elementsBetween(xml, 'mergeCells')) {
    const [first, last] = (attribs['ref'] ?? '').split(':').map(parsePlace)
    if (name !== 'mergeCell' || !first || !last) continue
    if (merges.length >= mergesMax) {
      lose(`Merged cells after the first ${mergesMax} are shown as single cells`)
      break
    }
    merges.push({
      firstRow: Math.min(first.row, last.row),
      firstColumn: Math.min(first.column, last.column),
      lastRow: Math.max(first.row, last.row),
      lastColumn: Math.max(first.column, last.column),
    })
  }
  return merges
}

import { columnsMax, type SheetRow } from './sheet.ts'
import { isElement, plainText } from './xml-text.ts'

/** Content of a cell: the value, or for `inlineStr` the markup of its text. */
export interface CellContent {
  readonly type: string
  readonly style: number
  readonly value: string
}

interface ScannedCells {
  readonly rows: readonly SheetRow[]
  /** Rows and cells with a text. */
  readonly count: number
  /** More follow beyond the limit. */
  readonly isCut: boolean
}

interface ScanOptions {
  readonly countMax: number
  readonly readText: (content: CellContent) => string
  /** Gets the formula of a cell that has a text. */
  readonly onFormula: (row: number, column: number, formula: string) => void
}

/** What the tag of a row or a cell says; -1 for what it omits. */
interface Tag {
  row: number
  column: number
  style: number
  type: string
}

const rowsMax = 1_048_576
const [space, slash, greaterThan, apostrophe] = [0x20, 0x2f, 0x3e, 0x27]
const [letterR, letterC, letterS, letterT] = [0x72, 0x63, 0x73, 0x74]
const [letterBeforeA, digitZero] = [0x40, 0x30]
const cellEnd = '</c>'

/**
 * Finds the cells of a sheet that have a text, without building a tree, which takes several times as long. The markup must have no
 * comments, character data sections and prefixes.
 */
export function scanCells(
  xml: string,
  { countMax, readText, onFormula }: ScanOptions,
): ScannedCells {
  const rows = createRows()
  const tag: Tag = { row: -1, column: -1, style: 0, type: '' }
  let [row, column] = [-1, -1]
  let at = xml.indexOf('<')
  while (at !== -1 && rows.count() < countMax) {
    const sign = xml.charCodeAt(at + 1)
    const isRow = sign === letterR && isElement(xml, at, 'row')
    if (!isRow && !(sign === letterC && isElement(xml, at, 'c'))) {
      at = xml.indexOf('<', at + 1)
      continue
    }
    const start = readTag(xml, at, tag)
    if (isRow) {
      row = tag.row === -1 ? row + 1 : tag.row
      column = -1
    } else column = tag.column === -1 ? column + 1 : tag.column
    const isEmpty = isRow || xml.charCodeAt(start - 2) === slash
    const close = isEmpty ? -1 : xml.indexOf(cellEnd, start)
    at = xml.indexOf('<', close === -1 ? start : close + cellEnd.length)
    if (close === -1) continue
    const place = tag.row === -1 ? Math.max(0, row) : tag.row
    if (column >= columnsMax || place >= rowsMax) continue
    const value = tag.type === 'inlineStr' ? xml.slice(start, close) : valueIn(xml, start, close)
    const formula = xml.startsWith('<f', start) ? formulaIn(xml, start, close) : ''
    const shown = readText({ type: tag.type, style: tag.style, value })
    // A program that computes nothing stores formulas without values.
    const isComputed = shown.trim() !== '' || formula === '' || tag.type === 'str'
    const text = isComputed ? shown : `=${plainText(formula)}`
    if (text.trim() === '') continue
    rows.add(place, column, text)
    if (formula !== '') onFormula(place, column, formula)
  }
  return { rows: rows.finish(), count: rows.count(), isCut: at !== -1 && rows.count() >= countMax }
}

/** Reads the attributes `r`, `s` and `t`; returns the end of the tag. */
function readTag(xml: string, start: number, tag: Tag): number {
  tag.row = -1
  tag.column = -1
  tag.style = 0
  tag.type = ''
  // Names of one letter and three, and what follows them.
  let at = start + 2
  while (xml.charCodeAt(at) > space && !isTagEnd(xml.charCodeAt(at))) at++
  for (;;) {
    while (xml.charCodeAt(at) <= space || xml.charCodeAt(at) === slash) at++
    if (xml.charCodeAt(at) === greaterThan) return at + 1
    const equals = xml.indexOf('=', at)
    if (equals === -1) return xml.length
    const open = afterSpace(xml, equals + 1)
    const end = xml.indexOf(xml.charCodeAt(open) === apostrophe ? "'" : '"', open + 1)
    if (end === -1) return xml.length
    if (equals === at + 1 || xml.charCodeAt(at + 1) <= space)
      readAttribute(xml, { name: xml.charCodeAt(at), start: open + 1, end }, tag)
    at = end + 1
  }
}

const isTagEnd = (code: number) => code === greaterThan || code === slash

function afterSpace(xml: string, start: number): number {
  let at = start
  while (xml.charCodeAt(at) <= space) at++
  return at
}

interface Attribute {
  readonly name: number
  readonly start: number
  readonly end: number
}

function readAttribute(xml: string, attribute: Attribute, tag: Tag): void {
  const { name, start, end } = attribute
  if (name === letterR) readPlace(xml, attribute, tag)
  else if (name === letterS) tag.style = numberIn(xml, start, end)
  else if (name === letterT) tag.type = typeIn(xml, start, end)
}

/** `12` of a row, `AB12` of a cell. */
function readPlace(xml: string, { start, end }: Attribute, tag: Tag): void {
  let column = 0
  let at = start
  for (; at < end; at++) {
    const letter = (xml.charCodeAt(at) & ~0x20) - letterBeforeA
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  tag.row = numberIn(xml, at, end) - 1
  tag.column = column - 1
}

/** Digits as a number; -1 for others. */
function numberIn(xml: string, start: number, end: number): number {
  let value = start < end ? 0 : -1
  for (let at = start; at < end; at++) {
    const digit = xml.charCodeAt(at) - digitZero
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}

/** The frequent types are not cut out of the markup. */
function typeIn(xml: string, start: number, end: number): string {
  if (end - start !== 1) return xml.slice(start, end)
  return xml.charCodeAt(start) === letterS ? 's' : (xml[start] as string)
}

/** The text of `<v>`, as written. */
function valueIn(xml: string, start: number, end: number): string {
  let at = xml.indexOf('<v', start)
  while (at !== -1 && at < end && !isElement(xml, at, 'v')) at = xml.indexOf('<v', at + 2)
  if (at === -1 || at >= end) return ''
  const from = xml.indexOf('>', at) + 1
  const until = xml.indexOf('<', from)
  return until > end ? '' : xml.slice(from, until)
}

/** The text of `<f>`, as written; only the first cell of a shared formula has one. */
function formulaIn(xml: string, start: number, end: number): string {
  const from = xml.indexOf('>', start) + 1
  const until = xml.indexOf('<', from)
  return until > end ? '' : xml.slice(from, until)
}

interface OpenRow {
  readonly index: number
  readonly columns: number[]
  readonly texts: string[]
}

/** Rows and cells may have any order; the last cell of a place counts. */
function createRows() {
  const all = new Map<number, OpenRow>()
  let row: OpenRow | undefined
  let [count, isOrdered] = [0, true]
  return {
    count: () => count,
    add(index: number, column: number, text: string) {
      if (row?.index !== index) {
        isOrdered &&= index > (row?.index ?? -1)
        row = all.get(index)
        if (!row) {
          all.set(index, (row = { index, columns: [], texts: [] }))
          count += 1
        }
      }
      isOrdered &&= column > (row.columns.at(-1) ?? -1)
      row.columns.push(column)
      row.texts.push(text)
      count += 1
    },
    finish: (): SheetRow[] =>
      isOrdered
        ? [...all.values()]
        : [...all.values()].map(ordered).toSorted((a, b) => a.index - b.index),
  }
}

function ordered({ index, columns, texts }: OpenRow): SheetRow {
  const cells = new Map(columns.map((column, at) => [column, texts[at] as string]))
  const sorted = [...cells].toSorted(([a], [b]) => a - b)
  return { index, columns: sorted.map(([column]) => column), texts: sorted.map(([, text]) => text) }
}

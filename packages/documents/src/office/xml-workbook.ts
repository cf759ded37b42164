import { isTag, type Element } from 'domhandler'
import { decodeText } from '#content/bytes/charset.ts'
import { parsePage } from '#content/html/parse.ts'
import { listElements, readText } from '#content/html/walk.ts'
import type { Losses } from '#documents/losses.ts'
import { cutCells } from './cut-sheets.ts'
import type { Block, Inline, OfficeDocument, Table } from './office-document.ts'
import { cellsMax } from './write-document.ts'
import { cutSheet } from './xlsx/read-sheet.ts'
import { isWhole } from './xml-repair.ts'

type Row = Table['grid'][number][number][]

const headBytes = 4_096
const mark = 'urn:schemas-microsoft-com:office:spreadsheet'
const columnsMax = 16_384

/** Whether XML is a SpreadsheetML 2003 workbook, which many programs still write with the extension .xls. */
export function isXmlWorkbook(body: Uint8Array): boolean {
  const head = Buffer.from(body.subarray(0, headBytes)).toString('latin1')
  return head.includes(mark) && /<(\w+:)?Workbook[\s>]/.test(head)
}

/** Its sheets as titled tables, like the converter's output for other workbooks. */
export function readXmlWorkbook(body: Uint8Array, losses: Losses): OfficeDocument {
  const { document, isCut } = parsePage(decodeText(body, 'xml', undefined).text, 'xml')
  const sheets: { readonly name: string; readonly grid: Row[] }[] = []
  let cells = 0
  for (const element of listElements(document)) {
    const grid = sheets.at(-1)?.grid
    const kind = localName(element)
    if (kind === 'Worksheet') sheets.push({ name: getAttribute(element, 'Name') ?? '', grid: [] })
    if (kind === 'Row') grid?.push([])
    if (kind !== 'Cell') continue
    if (cells < cellsMax) cells += addCell(element, grid?.at(-1) ?? [])
    else losses.at('in sheet', sheets.at(-1)?.name ?? '')(cutCells)
  }
  if (isCut) losses.at('in sheet', sheets.at(-1)?.name ?? '')(cutCells)
  if (!isWhole(Buffer.from(body.buffer, body.byteOffset, body.byteLength)))
    losses.at('in sheet', sheets.at(-1)?.name ?? '')(cutSheet)
  const filled = sheets.filter(({ grid }) => grid.some((row) => row.length > 0))
  const blocks = filled.flatMap(({ name, grid }): Block[] => [
    ...(filled.length > 1 ? [{ kind: 'heading', level: 2, content: [plain(name)] } as const] : []),
    { kind: 'table', table: { grid, headerRows: 0, kind: 'data' } },
  ])
  return { blocks, notes: [], assets: [] }
}

const localName = ({ name }: Element) => name.split(':').at(-1)

/** Attributes with or without namespace prefix. */
const getAttribute = ({ attribs }: Element, name: string): string | undefined =>
  attribs[`ss:${name}`] ?? attribs[name]

const plain = (text: string): Inline => ({ kind: 'text', text })

/** Cells carry a column index only after a gap. Returns the number of columns filled. */
function addCell(element: Element, row: Row): number {
  const before = row.length
  const column = Math.min(columnsMax, Number(getAttribute(element, 'Index') ?? 0)) - 1
  while (row.length < column) row.push(makeCell([], 1))
  const data = element.children.find((child) => isTag(child) && localName(child) === 'Data')
  const text = data && isTag(data) ? readText(data).trim() : ''
  const address = getAttribute(element, 'HRef')
  const link = { kind: 'external', value: address ?? '' } as const
  const content: Inline[] =
    address === undefined ? [plain(text)] : [{ kind: 'link', content: [plain(text)], target: link }]
  const merged = Math.min(columnsMax, Number(getAttribute(element, 'MergeAcross') ?? 0) || 0)
  row.push(makeCell(text === '' ? [] : content, merged + 1))
  for (let covered = 0; covered < merged; covered += 1) row.push({ kind: 'covered' })
  return row.length - before
}

function makeCell(content: readonly Inline[], colSpan: number): Row[number] {
  const blocks = content.length === 0 ? [] : [{ kind: 'paragraph', content } as const]
  return { kind: 'origin', cell: { blocks, colSpan, rowSpan: 1 } }
}

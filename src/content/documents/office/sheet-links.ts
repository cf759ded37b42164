import { posix } from 'node:path'
import { parsePage } from '#content/html/parse.ts'
import { elementsOf } from '#content/html/walk.ts'
import type { Block, Inline, Table } from './office-document.ts'
import type { Package } from './zip.ts'

/** Addresses of the links of one sheet, by the place of their cell: `row,column`, both from 0. */
interface SheetLinks {
  readonly firstRow: number
  readonly firstColumn: number
  readonly links: ReadonlyMap<string, string>
}

const sheetsMax = 200
const linksMax = 20_000

/** The blocks of a workbook with the links of its cells, which the converter leaves out. */
export function withSheetLinks(blocks: readonly Block[], file: Package): readonly Block[] {
  if (!file.names.includes('xl/workbook.xml')) return blocks
  const sheets = linksOfSheets(file)
  if (sheets.size === 0) return blocks
  let sheet = sheets.size === 1 ? [...sheets.values()][0] : undefined
  return blocks.map((block) => {
    if (block.kind === 'heading') sheet = sheets.get(textOf(block.content ?? []))
    return block.table && sheet ? { ...block, table: linked(block.table, sheet) } : block
  })
}

const textOf = (content: readonly Inline[]): string => content.map(({ text = '' }) => text).join('')

function linksOfSheets(file: Package): Map<string, SheetLinks> {
  const targets = relations(file, 'xl/_rels/workbook.xml.rels')
  const sheets = new Map<string, SheetLinks>()
  for (const { name, attribs } of elements(file, 'xl/workbook.xml')) {
    const target = name === 'sheet' && targets.get(attribs['r:id'] ?? '')
    if (typeof target !== 'string' || sheets.size >= sheetsMax) continue
    const path = target.startsWith('/') ? target.slice(1) : posix.join('xl', target)
    const links = linksOfSheet(file, path)
    if (links) sheets.set(attribs['name'] ?? '', links)
  }
  return sheets
}

function linksOfSheet(file: Package, path: string): SheetLinks | undefined {
  const parts = posix.parse(path)
  const targets = relations(file, `${parts.dir}/_rels/${parts.base}.rels`)
  if (targets.size === 0) return undefined
  const links = new Map<string, string>()
  let first = { row: 0, column: 0 }
  for (const { name, attribs } of elements(file, path)) {
    if (name === 'dimension') first = placeOf(attribs['ref']) ?? first
    const target = name === 'hyperlink' && targets.get(attribs['r:id'] ?? '')
    const place = placeOf(attribs['ref'])
    if (typeof target !== 'string' || !place || links.size >= linksMax) continue
    links.set(`${place.row},${place.column}`, target)
  }
  return links.size > 0 ? { firstRow: first.row, firstColumn: first.column, links } : undefined
}

function* elements(file: Package, path: string) {
  const part = file.part(path)
  if (part) yield* elementsOf(parsePage(part.toString('utf8'), 'xml').document)
}

function relations(file: Package, path: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const { attribs } of elements(file, path)) {
    const { Id: id, Target: target } = attribs
    if (id !== undefined && target !== undefined) found.set(id, target)
  }
  return found
}

/** `AB12`, or the beginning of `AB12:AC13`. */
function placeOf(reference: string | undefined): { row: number; column: number } | undefined {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})/.exec(reference ?? '') ?? []
  if (letters === undefined) return undefined
  const column = letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return { row: Number(digits) - 1, column: column - 1 }
}

function linked(table: Table, { links, firstRow, firstColumn }: SheetLinks): Table {
  const grid = table.grid.map((row, rowIndex) =>
    row.map((slot, columnIndex) => {
      const address = links.get(`${rowIndex + firstRow},${columnIndex + firstColumn}`)
      if (address === undefined || !slot.cell) return slot
      const blocks = slot.cell.blocks.map((block) => linkedBlock(block, address))
      return { ...slot, cell: { ...slot.cell, blocks } }
    }),
  )
  return { ...table, grid }
}

function linkedBlock(block: Block, address: string): Block {
  const { content = [] } = block
  if (content.length === 0 || content.some(({ kind }) => kind === 'link')) return block
  const target = { kind: 'external', value: address } as const
  return { ...block, content: [{ kind: 'link', content, target }] }
}

import type { Block, Inline, Table } from './office-document.ts'

/** Addresses of the links of one sheet. */
export interface SheetLinks {
  /** Where the table of the converter begins: at the first row and the first column that have a value. */
  readonly firstRow: number
  readonly firstColumn: number
  /** By the place of their cell: `row,column`, both from 0. */
  readonly links: ReadonlyMap<string, string>
}

export const sheetsMax = 200
export const linksMax = 20_000

/** Collects the links of a sheet, and where its cells begin. */
export function createSheetLinks() {
  const links = new Map<string, string>()
  let [firstRow, firstColumn] = [Infinity, Infinity]
  return {
    seeCell(row: number, column: number) {
      firstRow = Math.min(firstRow, row)
      firstColumn = Math.min(firstColumn, column)
    },
    add({ row, column }: { row: number; column: number }, address: string) {
      links.set(`${row},${column}`, address)
    },
    count: () => links.size,
    finish: (): SheetLinks | undefined =>
      links.size > 0 ? { firstRow, firstColumn, links } : undefined,
  }
}

/** The blocks of a workbook with the links of its cells, which the converter leaves out. */
export function withSheetLinks(
  blocks: readonly Block[],
  sheets: ReadonlyMap<string, SheetLinks>,
): readonly Block[] {
  if (sheets.size === 0) return blocks
  let sheet = sheets.size === 1 ? [...sheets.values()][0] : undefined
  return blocks.map((block) => {
    if (block.kind === 'heading') sheet = sheets.get(textOf(block.content ?? []))
    return block.table && sheet ? { ...block, table: linked(block.table, sheet) } : block
  })
}

const textOf = (content: readonly Inline[]): string => content.map(({ text = '' }) => text).join('')

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

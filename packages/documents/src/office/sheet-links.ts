import type { Block, Inline, Table } from './office-document.ts'

/** Links of one sheet. */
export interface SheetLinks {
  /** First row and column with a value, where the converter's table starts. */
  readonly firstRow: number
  readonly firstColumn: number
  /** URLs by cell: `row,column`, zero-based. */
  readonly links: ReadonlyMap<string, string>
}

export const sheetsMax = 200
export const linksMax = 20_000
export const cutLinks = `Links after the first ${linksMax} were left out`
export const cutSheetLinks = `Links of the sheets after the first ${sheetsMax} with links were left out`

/** Collects the links and the first used cell of a sheet. */
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

/** Adds the hyperlinks of cells, which the converter omits, to the blocks of a workbook. */
export function withSheetLinks(
  blocks: readonly Block[],
  sheets: ReadonlyMap<string, SheetLinks>,
): readonly Block[] {
  if (sheets.size === 0) return blocks
  let sheet = sheets.size === 1 ? [...sheets.values()][0] : undefined
  return blocks.map((block) => {
    if (block.kind === 'heading') sheet = sheets.get(joinText(block.content ?? []))
    return block.table && sheet ? { ...block, table: linked(block.table, sheet) } : block
  })
}

const joinText = (content: readonly Inline[]): string =>
  content.map(({ text = '' }) => text).join('')

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

import { cellKey, type CellRange, type Sheet, type SheetRow } from './sheet.ts'

/** What merging makes of a cell: its attributes, if it has any, or nothing because another cell covers it. */
export interface Spans {
  readonly at: (row: number, column: number) => Record<string, string> | 'covered' | undefined
}

/** All covered cells of a sheet together; further cells are shown one by one. */
const coveredMax = 200_000

/** Merged cells, as far as they are within the used part of the sheet. */
export function createSpans({ rows, merges }: Sheet): Spans {
  if (merges.length === 0) return { at: () => undefined }
  const used = usedCells(rows)
  const known = new Map<number, Record<string, string> | 'covered'>()
  for (const merge of merges) {
    const firstRow = Math.max(merge.firstRow, used.firstRow)
    const firstColumn = Math.max(merge.firstColumn, used.firstColumn)
    const lastRow = Math.min(merge.lastRow, used.lastRow)
    const lastColumn = Math.min(merge.lastColumn, used.lastColumn)
    const [height, width] = [lastRow - firstRow + 1, lastColumn - firstColumn + 1]
    if (height < 1 || width < 1 || known.size + height * width > coveredMax) continue
    const cells = listCells({ firstRow, firstColumn, lastRow, lastColumn })
    // Of cells that overlap the first count.
    if (cells.some((key) => known.has(key))) continue
    for (const key of cells) known.set(key, 'covered')
    known.set(cellKey(firstRow, firstColumn), {
      ...(width > 1 && { colspan: String(width) }),
      ...(height > 1 && { rowspan: String(height) }),
    })
  }
  return { at: (row, column) => known.get(cellKey(row, column)) }
}

/** The part of a sheet that has texts. */
export function usedCells(rows: readonly SheetRow[]): CellRange {
  let [firstColumn, lastColumn] = [Infinity, 0]
  for (const { columns } of rows) {
    firstColumn = Math.min(firstColumn, columns[0] ?? Infinity)
    lastColumn = Math.max(lastColumn, columns.at(-1) ?? 0)
  }
  return {
    firstRow: rows[0]?.index ?? 0,
    firstColumn,
    lastRow: rows.at(-1)?.index ?? 0,
    lastColumn,
  }
}

function listCells({ firstRow, firstColumn, lastRow, lastColumn }: CellRange): number[] {
  const keys: number[] = []
  for (let row = firstRow; row <= lastRow; row++)
    for (let column = firstColumn; column <= lastColumn; column++) keys.push(cellKey(row, column))
  return keys
}

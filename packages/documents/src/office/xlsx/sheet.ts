/** A row of a sheet with the cells that have a text. */
export interface SheetRow {
  /** Zero-based, as all rows and columns. */
  readonly index: number
  /** In ascending order. */
  readonly columns: readonly number[]
  /** The texts of these columns. */
  readonly texts: readonly string[]
}

/** A rectangle of cells. */
export interface CellRange {
  readonly firstRow: number
  readonly firstColumn: number
  readonly lastRow: number
  readonly lastColumn: number
}

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string
  /** In ascending order. */
  readonly rows: readonly SheetRow[]
  /** Cells that are shown as one. */
  readonly merges: readonly CellRange[]
  /** URLs by `cellKey`. */
  readonly links: ReadonlyMap<number, string>
}

/** The texts of a range such as `'North pier'!$B$2:$B$9` by their index in it, row by row. */
export function textsIn(sheets: readonly Sheet[], reference: string): Map<number, string> {
  const [, quoted, plain, range = ''] = /^(?:'((?:[^']|'')*)'|([^'!]+))!(.+)$/.exec(reference) ?? []
  const name = quoted?.replaceAll("''", "'") ?? plain
  const [first, last] = range.split(':').map(parsePlace)
  const sheet = sheets.find((one) => one.name === name)
  const texts = new Map<number, string>()
  if (!sheet || !first) return texts
  const end = last ?? first
  const width = end.column - first.column + 1
  for (const { index, columns, texts: own } of sheet.rows) {
    if (index < first.row || index > end.row) continue
    for (const [at, column] of columns.entries())
      if (column >= first.column && column <= end.column)
        texts.set((index - first.row) * width + column - first.column, own[at] ?? '')
  }
  return texts
}

/** Columns of a sheet; a workbook cannot have more. */
export const columnsMax = 16_384

/** One number for a cell. */
export const cellKey = (row: number, column: number): number => row * columnsMax + column

/** The place that `AB12` names; undefined for other texts. */
export function parsePlace(reference: string): { row: number; column: number } | undefined {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference.replaceAll('$', '')) ?? []
  if (letters === undefined) return undefined
  const column = letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return column > columnsMax ? undefined : { row: Number(digits) - 1, column: column - 1 }
}

/** Formats rows as aligned columns with a header; numbers are right-aligned. */
export function table<Row extends object>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => Cell>>,
): string {
  const head = Object.keys(columns)
  const cells = rows.map((row) => Object.values(columns).map((read) => text(read(row))))
  const isNumeric = Object.values(columns).map((read) =>
    rows.every((row) => typeof read(row) === 'number'),
  )
  const widths = head.map((name, at) =>
    Math.max(name.length, ...cells.map((line) => line[at]?.length ?? 0)),
  )
  const align = (line: readonly string[]) =>
    line
      .map((cell, at) =>
        isNumeric[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [head, ...cells].map(align).join('\n')
}

type Cell = string | number | boolean | Date | null | undefined

function text(cell: Cell): string {
  if (cell === null || cell === undefined) return '–'
  if (cell instanceof Date) return cell.toISOString().slice(0, 16).replace('T', ' ')
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return String(cell)
}

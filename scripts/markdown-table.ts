/** A Markdown table as the formatter writes it; the first row is its head. */
export function markdownTable(cells: readonly (readonly string[])[]): string {
  const [head = [], ...body] = cells
  const widths = head.map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? '').length)),
  )
  const line = (row: readonly string[], fill = ' ') =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`
  const rule = head.map(() => '')
  return [line(head), line(rule, '-'), ...body.map((row) => line(row))].join('\n')
}

import type { Element } from 'domhandler'

export type Alignment = 'left' | 'right' | 'center'

export interface Grid {
  readonly lines: readonly (readonly string[])[]
  readonly alignments: readonly (Alignment | undefined)[]
}

/** Beyond this column cells are not repeated and rows not padded, so that one wide row does not widen a long table. */
const filledColumnsMax = 64

/** Longer texts are not repeated in spanned rows. */
const repeatedTextMax = 200

interface Carried {
  readonly text: string
  rowsLeft: number
}

/**
 * Lays out cells by row and column. A cell that spans rows is repeated in each, so that every row is complete;
 * a cell that spans columns is followed by empty ones.
 */
export function grid(
  rows: readonly (readonly Element[])[],
  readText: (cell: Element) => string,
): Grid {
  const lines: string[][] = []
  const alignments: (Alignment | undefined)[] = []
  const carried = new Map<number, Carried>()
  let width = 0
  for (const row of rows) {
    const line: string[] = []
    let hasText = false
    for (const cell of row) {
      fillCarried(line, carried)
      const text = readText(cell)
      hasText ||= text !== ''
      alignments[line.length] ??= readAlignment(cell)
      const columns = readSpan(cell, 'colspan')
      const rowsLeft = readSpan(cell, 'rowspan')
      width = Math.max(width, line.length + 1)
      for (let column = 0; column < columns && line.length < filledColumnsMax; column += 1) {
        const repeated = column === 0 && text.length <= repeatedTextMax ? text : ''
        if (rowsLeft > 1) carried.set(line.length, { text: repeated, rowsLeft })
        line.push(column === 0 ? text : '')
      }
      if (line.length >= filledColumnsMax && columns === 1 && line.at(-1) !== text) line.push(text)
    }
    fillCarried(line, carried)
    endRow(carried)
    if (hasText) lines.push(line)
  }
  return { lines: lines.map((line, index) => fitted(line, width, index === 0)), alignments }
}

/** Inserts cells that span from rows above, up to the next free column. */
function fillCarried(line: string[], carried: ReadonlyMap<number, Carried>): void {
  for (let above = carried.get(line.length); above; above = carried.get(line.length)) {
    line.push(above.text)
  }
}

function endRow(carried: Map<number, Carried>): void {
  for (const [column, above] of carried) {
    if (above.rowsLeft <= 1) carried.delete(column)
    else above.rowsLeft -= 1
  }
}

/** The header must be as wide as the table; other rows are padded for readability. */
function fitted(line: readonly string[], width: number, isHead: boolean): readonly string[] {
  if (line.length >= width) return line.slice(0, width)
  if (!isHead && width > filledColumnsMax) return line
  return [...line, ...Array.from({ length: width - line.length }, () => '')]
}

function readSpan({ attribs }: Element, name: 'colspan' | 'rowspan'): number {
  const value = attribs[name]
  if (value === undefined) return 1
  const span = Number.parseInt(value, 10)
  return span >= 1 ? span : 1
}

function readAlignment({ attribs }: Element): Alignment | undefined {
  const { align, style } = attribs
  if (align === undefined && style === undefined) return undefined
  const name =
    align?.toLowerCase() ?? /text-align\s*:\s*(\w+)/i.exec(style ?? '')?.[1]?.toLowerCase()
  return name === 'left' || name === 'right' || name === 'center' ? name : undefined
}

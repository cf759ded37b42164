import { isTag, type Element } from 'domhandler'
import { listElements, oneLine, readText, unseenTags } from '#content/html/walk.ts'
import type { FactList } from './page-facts.ts'
import { readCurrent } from './outdated.ts'

const tablesMax = 30
const rowsMax = 2_000
const columnsMax = 60
const cellLengthMax = 2_000
const cellsMax = 40_000

/** The data tables of a page: at least two columns and, beneath the header, a row. */
export function readTables(elements: readonly Element[]): FactList[] {
  const tables: FactList[] = []
  const budget = { cells: cellsMax }
  for (const element of elements) {
    if (element.name !== 'table' || tables.length >= tablesMax || budget.cells <= 0) continue
    const table = readTable(element, budget)
    if (!table) continue
    tables.push(table)
    const turned = turnTable(table)
    if (turned) tables.push(turned)
  }
  return tables
}

function readTable(table: Element, budget: { cells: number }): FactList | undefined {
  const inner = listElements(table)
  if (inner.some(({ name }) => name === 'table')) return undefined
  // The foot holds sums.
  const foot = inner.find(({ name }) => name === 'tfoot')
  const lines = inner
    .filter(({ name, parent }) => name === 'tr' && (!foot || parent !== foot))
    .slice(0, rowsMax)
  const cells = lines.map((line) => listCells(line))
  const header = cells.findIndex((line) => line.length > 1)
  const first = cells[header]
  if (!first || first.length > columnsMax) return undefined
  const columns = first.map((cell) => textIn(cell))
  const rows: string[][] = []
  for (const line of cells.slice(header + 1)) {
    budget.cells -= line.length
    if (budget.cells <= 0) break
    if (line.length === columns.length) rows.push(line.map((cell) => textIn(cell)))
  }
  const caption = inner.find(({ name }) => name === 'caption')
  const name = caption ? textIn(caption) : ''
  return rows.length > 0 ? { source: 'table', name, columns, rows } : undefined
}

const propertiesMax = 40

/** A table whose rows are properties and whose columns are things, the other way round. */
function turnTable({ columns, rows, ...table }: FactList): FactList | undefined {
  const [corner = '', ...things] = columns
  const isTurned = things.length > 1 && rows.length > 1 && rows.length <= propertiesMax
  if (!isTurned || things.some((thing) => !/\p{L}{2}/u.test(thing))) return undefined
  return {
    ...table,
    columns: [corner, ...rows.map(([name = '']) => name)],
    rows: things.map((thing, at) => [thing, ...rows.map((row) => row[at + 1] ?? '')]),
  }
}

const listCells = (line: Element): Element[] =>
  line.children.filter((child) => isTag(child)).filter(({ name }) => name === 'td' || name === 'th')

const textIn = (element: Element): string =>
  readCurrent(element, cellLengthMax) ||
  oneLine(readText(element, { lengthMax: cellLengthMax, except: unseenTags }))

import type { PageOutline, Part } from './blocks.ts'

/** Maximum blocks between a table and the text before and after it. */
const distanceMax = 12
/** Larger tables, and tables of links, are layouts and lists of other pages. */
const wordsMax = 1_500
const linkShareMax = 0.5

/** A table with a header of which more is chosen is chosen as a whole. */
const keptShareMin = 0.4

/** The blocks of a table. */
interface Rows {
  readonly first: number
  last: number
}

/** Adds tables between chosen paragraphs, and those that are mostly chosen, as a whole. Modifies `isKept`. */
export function keepTables({ parts, blocks }: PageOutline, isKept: boolean[]): void {
  if (!parts.some(isTable)) return
  const tables = outermostTables(parts)
  const rows = new Map<Part, Rows>()
  for (const { index, part } of blocks) {
    const table = tables[part.index]
    if (!table) continue
    const known = rows.get(table)
    if (known) known.last = index
    else rows.set(table, { first: index, last: index })
  }
  if (rows.size === 0) return
  const isText = blocks.map(
    ({ index, part, isProse }) => isKept[index] === true && isProse && !tables[part.index],
  )
  for (const [table, { first, last }] of rows) {
    const { words, linkWords } = table
    if (linkWords > linkShareMax * words) continue
    const kept = isKept.slice(first, last + 1).filter(Boolean).length
    if (kept > keptShareMin * (last + 1 - first) && hasHeader(table, parts)) {
      isKept.fill(true, first, last + 1)
      continue
    }
    if (words > wordsMax) continue
    const isBetween =
      isText.slice(Math.max(0, first - distanceMax), first).includes(true) &&
      isText.slice(last + 1, last + 1 + distanceMax).includes(true)
    if (isBetween) isKept.fill(true, first, last + 1)
  }
}

/** Whether the first row of a table consists of header cells. */
function hasHeader(table: Part, parts: readonly Part[]): boolean {
  let at = table.index
  while (at < table.end && parts[at]?.element.name !== 'tr') at++
  const end = parts[at]?.end ?? 0
  let cells = 0
  for (at += 1; at < end; at = parts[at]?.end ?? end) {
    if (parts[at]?.element.name !== 'th') return false
    cells++
  }
  return cells > 1
}

const isTable = ({ element }: Part): boolean => element.name === 'table'

/** The outermost table around each part. */
function outermostTables(parts: readonly Part[]): (Part | undefined)[] {
  const tables: (Part | undefined)[] = []
  for (const part of parts) {
    const around = part.parent && tables[part.parent.index]
    tables.push(around ?? (isTable(part) ? part : undefined))
  }
  return tables
}

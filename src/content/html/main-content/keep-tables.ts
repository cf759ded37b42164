import type { Outline, Part } from './blocks.ts'

/** Maximum blocks between a table and the text before and after it. */
const distanceMax = 12
/** Larger tables, and tables of links, are layouts and lists of other pages. */
const wordsMax = 1_500
const linkShareMax = 0.5

/** The blocks of a table. */
interface Rows {
  readonly first: number
  last: number
}

/** Adds tables between chosen paragraphs as a whole. Modifies `isKept`. */
export function keepTables({ parts, blocks }: Outline, isKept: boolean[]): void {
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
  for (const [{ words, linkWords }, { first, last }] of rows) {
    if (words > wordsMax || linkWords > linkShareMax * words) continue
    const isBetween =
      isText.slice(Math.max(0, first - distanceMax), first).includes(true) &&
      isText.slice(last + 1, last + 1 + distanceMax).includes(true)
    if (isBetween) isKept.fill(true, first, last + 1)
  }
}

/** The outermost table around each part. */
function outermostTables(parts: readonly Part[]): (Part | undefined)[] {
  const tables: (Part | undefined)[] = []
  for (const part of parts) {
    const around = part.parent && tables[part.parent.index]
    tables.push(around ?? (part.element.name === 'table' ? part : undefined))
  }
  return tables
}

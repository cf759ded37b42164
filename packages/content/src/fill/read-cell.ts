import type { FactList } from '#content/html/facts/page-facts.ts'
import type { Spend } from '#base/step-count.ts'
import { matchLabel, readLabel, type Label, type Profile } from './profile.ts'
import { bareNumber, isUnitName } from './quantities.ts'
import { valueInText } from './value-in-text.ts'

interface Cell {
  readonly text: string
  /** What its row and its column are called, as one. */
  readonly label: Label
  readonly edge: 'min' | 'max' | undefined
}

const matchMin = 1.5

/**
 * Reads a number out of a table: the only cell whose row and column together say all words of a name, such as `adult_season_ticket`. Of
 * cells in columns for the least and the most, the one whose end is asked for.
 */
export function createReadCell(lists: readonly FactList[], spend: Spend) {
  let known: readonly Cell[] | undefined
  return function readCell(profile: Profile): unknown {
    if (profile.type !== 'number' && profile.type !== 'integer') return undefined
    known ??= lists.flatMap(listCells)
    spend(known.length)
    let best = matchMin
    const found = new Map<unknown, Cell['edge']>()
    for (const { text, label, edge } of known) {
      const match = matchLabel(profile, label)
      if (match < best) continue
      const value = valueInText(text, { profile: { ...profile, bound: undefined }, isNamed: true })
      if (value === undefined) continue
      if (match > best) found.clear()
      best = match
      found.set(value, edge)
    }
    const asked = [...found].filter(([, edge]) => edge === profile.edge)
    const [own] = found.size === 1 ? found : asked.length === 1 ? asked : []
    return own?.[0]
  }
}

function listCells({ source, columns, rows }: FactList): readonly Cell[] {
  if (source !== 'table') return []
  const heads = columns.map((column) => column.toLowerCase())
  return rows.flatMap((row) => {
    // A unit in a column of its own is that of each number of its row.
    const unit = row.find((cell, at) => at > 0 && isUnitName(cell)) ?? ''
    return row.flatMap((cell, at): readonly Cell[] => {
      if (at === 0 || !/\d/.test(cell)) return []
      const [, edge] = /^(min|max|typ|nom)/.exec(heads[at] ?? '') ?? []
      const name = edge === undefined ? `${row[0]} ${heads[at]}` : (row[0] ?? '')
      return [
        {
          text: bareNumber.test(cell) ? `${cell} ${unit}` : cell,
          label: readLabel(name.toLowerCase()),
          edge: edge === 'min' || edge === 'max' ? edge : undefined,
        },
      ]
    })
  })
}

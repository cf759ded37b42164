import type { FactList } from '#content/html/facts/page-facts.ts'
import type { Spend } from '#base/step-count.ts'
import { matchLabel, readLabel, type Label, type Profile } from './profile.ts'
import { bareNumber, isUnitName } from './quantities.ts'
import { createSayings, isSpoken } from './spoken.ts'
import { valueInText } from './value-in-text.ts'

interface Cell {
  readonly text: string
  /** What its row and its column are called, as one. */
  readonly label: Label
  /** What its column is called, in lower case. */
  readonly head: string
}

interface FoundCell {
  readonly value: unknown
  readonly from: { readonly source: 'table' }
}

const [matchMin, wordMin] = [1.2, 3]
const ends = /^(?:min|max|typ|nom)/

/**
 * Reads a number out of a table: the only cell whose row and column together say the words of a name, such as `adult_season_ticket`. Of
 * cells in columns for the least and the most, the one whose end is asked for.
 */
export function createReadCell(lists: readonly FactList[], spend: Spend) {
  let known: readonly Cell[] | undefined
  const sayings = createSayings()
  const isAsked = (profile: Profile, word: string) =>
    word.length < wordMin || ends.test(word) || isSpoken(profile, sayings(word))
  return function readCell(profile: Profile): FoundCell | undefined {
    if (profile.type !== 'number' && profile.type !== 'integer') return undefined
    known ??= lists.filter((list, at) => !isTurned(list, lists[at - 1])).flatMap(listCells)
    spend(known.length)
    let best = matchMin
    const found = new Map<unknown, string>()
    for (const { text, label, head } of known) {
      const match = matchLabel(profile, label)
      // Of several columns the one whose every word is asked for.
      if (match < best || !head.split(/[^\p{L}\d]+/u).every((word) => isAsked(profile, word)))
        continue
      const reading = {
        profile: { ...profile, bound: undefined },
        isNamed: profile.form !== 'money',
      }
      const value = valueInText(text, reading)
      if (value === undefined) continue
      if (match > best) found.clear()
      best = match
      found.set(value, ends.exec(head)?.[0].slice(0, 3) ?? '')
    }
    const asked = [...found].filter(([, end]) => end === (profile.edge ?? 'typ'))
    const [own] = found.size === 1 ? found : asked.length === 1 ? asked : []
    return own && { value: own[0], from: { source: 'table' } }
  }
}

/** Whether a table is the one before it the other way round. */
const isTurned = ({ rows }: FactList, before: FactList | undefined): boolean =>
  before !== undefined &&
  before.columns.slice(1).join('\n') === rows.map(([name]) => name).join('\n')

const withoutNote = (name = ''): string => name.split(' (', 1).join('')

function listCells({ source, columns, rows }: FactList): readonly Cell[] {
  if (source !== 'table') return []
  return rows.flatMap((row) => {
    // A unit in a column of its own is that of each number of its row.
    const unit = row.find((cell, at) => at > 0 && isUnitName(cell)) ?? ''
    const isOfSeveral = row.filter((cell) => /\d/.test(cell)).length > 1
    return row.flatMap((cell, at): readonly Cell[] => {
      if (at === 0 || !/\d/.test(cell)) return []
      const head = withoutNote(columns[at]?.toLowerCase())
      const name = withoutNote(row[0]?.toLowerCase())
      return [
        {
          text: bareNumber.test(cell) ? `${cell} ${unit}` : cell,
          label: readLabel(ends.test(head) ? name : `${name} ${head}`),
          head: isOfSeveral ? head : '',
        },
      ]
    })
  })
}

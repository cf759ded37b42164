import type { FactList } from '#content/html/facts/page-facts.ts'
import { coerce, toBoolean } from './coerce.ts'
import { splitCount } from './item-count.ts'
import { areLabels } from './pairs.ts'
import { hasMeaning, matchLabel, readProfile, type Profile } from './profile.ts'
import { isTotal } from './totals.ts'
import { quantitiesIn } from './quantities.ts'
import { fits, valueInText } from './value-in-text.ts'
import type { FlatSchemas } from '#schemas/flat-schema.ts'
import { listProperties, readType, withMember, type JsonSchema } from '#schemas/json-schema.ts'
import {
  columnName,
  createColumnMatch,
  createNameMatch,
  foldedName,
  type ColumnName,
} from './name-match.ts'

interface Column {
  readonly property: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
  /** -1 when the list has none for the property. */
  readonly index: number
}

/** By the names of data, and by what pages of several languages call it. */
function createMatch(profile: Profile): ReturnType<typeof createColumnMatch> {
  const byName = createColumnMatch(profile.property)
  const [, own] = numbered.exec(profile.property) ?? []
  return (column) =>
    byName(column) ||
    matchLabel(profile, column.label) ||
    (own !== undefined && numbered.exec(column.name)?.[1] === own ? numberedScore : 0)
}

/** `Tur 2` of `trip_2`. */
const numbered = /^\p{L}{2,20}[ _]?(\d{1,3})$/u
const numberedScore = 0.9

interface Candidate {
  readonly list: FactList
  readonly columns: readonly Column[]
  readonly score: number
}

export interface FilledList {
  readonly rows: readonly unknown[]
  readonly source: string
}

const sourceScores = { declared: 0.6, table: 0.4, blocks: 0 } as const
const namedScore = 1.5
const rowsMax = 2_000

interface Wanted {
  readonly property: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
  /** Undefined where a column cannot fill it. */
  readonly match: ReturnType<typeof createColumnMatch> | undefined
  readonly profile: Profile
}

/**
 * Fills arrays of objects: the rows of the list that fits best as objects of the flat schema of the items; undefined
 * when no list has two of its columns and half of them. `spend` counts comparisons.
 */
export function createFillList(
  { chosen }: FlatSchemas,
  lists: readonly FactList[],
  spend: (steps: number) => void,
): (items: JsonSchema, name: string) => FilledList | undefined {
  const named = lists.map((list) => ({ list, columns: list.columns.map(columnName) }))
  const known = new Map<JsonSchema, readonly Wanted[]>()
  const listWanted = (items: JsonSchema): readonly Wanted[] =>
    listProperties(items).map(({ name: property, schema: raw, isRequired }) => {
      const schema = chosen(raw)
      const isScalar = readType(schema) !== 'object' && readType(schema) !== 'array'
      const profile = readProfile(property, schema)
      const match = isScalar ? createMatch(profile) : undefined
      return { property, schema, isRequired, match, profile }
    })
  return function fillList(items, name) {
    const wanted = known.get(items) ?? listWanted(items)
    known.set(items, wanted)
    const candidates = named
      .map((one) => {
        spend(wanted.length * one.columns.length)
        return findCandidate(one, wanted, name)
      })
      .filter((candidate) => candidate !== undefined)
      .toSorted((one, other) => other.score - one.score)
    for (const candidate of candidates) {
      spend(candidate.columns.length * Math.min(candidate.list.rows.length, rowsMax))
      const rows = readRows(candidate)
      if (rows.length > 0) return { rows, source: candidate.list.source }
    }
    return undefined
  }
}

function findCandidate(
  { list, columns: names }: { readonly list: FactList; readonly columns: readonly ColumnName[] },
  wanted: readonly Wanted[],
  name: string,
): Candidate | undefined {
  // Lists inside of blocks are read with the blocks.
  if (list.source === 'blocks' && wanted.some(({ match }) => !match)) return undefined
  const hasValue = wanted.some(({ profile }) => /^(?:value|text|content)$/.test(profile.folded))
  const isOfOne = list.source === 'table' && list.columns.length === 2 && !hasValue
  if (isOfOne && areLabels(list.rows.map(([cell = '']) => cell))) return undefined
  const taken = new Set<number>()
  const columns: Column[] = []
  let score = 0
  for (const { property, schema, isRequired, match } of wanted) {
    const best = match && bestColumn(match, names, taken)
    columns.push({ property, schema, isRequired, index: best?.index ?? -1 })
    if (best) taken.add(best.index)
    score += best?.match ?? (isRequired ? -0.5 : 0)
  }
  if (takeResults(columns, wanted, { taken, list })) score += columns.length
  takeKinds(columns, wanted, { taken, list })
  takeFirst(columns, wanted, { taken, list })
  takeOther(columns, { taken, list })
  // A table that does not name its things is of other ones.
  const [key] = columns
  if (list.source !== 'declared' && key && readType(key.schema) === 'string' && key.index < 0)
    return undefined
  const isEnough = taken.size >= Math.min(2, wanted.length) && taken.size * 2 >= wanted.length
  if (!isEnough || taken.size === 0) return undefined
  const named = name !== '' && isSameName(name, list.name) ? namedScore : 0
  const size = Math.min(list.rows.length, 100) / 200
  return { list, columns, score: score + sourceScores[list.source] + named + size }
}

interface Taken {
  readonly taken: Set<number>
  readonly list: FactList
}

/** Of a table with as many columns as there are properties the last one is the last property, where both are texts. */
function takeOther(columns: Column[], { taken, list }: Taken): void {
  const isWide = columns.length > 2 && columns.length === list.columns.length
  if (list.source !== 'table' || !(isWide || (list.columns.length === 2 && columns.length === 2)))
    return
  const at = columns.findIndex(({ index }) => index < 0)
  const other = columns[at]
  const index = list.columns.findIndex((_, column) => !taken.has(column))
  if (
    !other ||
    taken.size !== columns.length - 1 ||
    readType(other.schema) !== 'string' ||
    !hasWords(list, index)
  )
    return
  columns[at] = { ...other, index }
  taken.add(index)
}

const kindsOfColumns = ['boolean', 'number'] as const
type ColumnKind = (typeof kindsOfColumns)[number]

const asksFor = ({ profile: { type } }: Wanted, kind: ColumnKind): boolean =>
  type === kind || (kind === 'number' && type === 'integer')

/** Whether all cells of a column are yes or no, or one amount of what the property asks for and no more. */
const fitsColumn = ({ rows }: FactList, at: number, wanted: Wanted): boolean =>
  rows.every((row) => {
    const cell = row[at] ?? ''
    const profile = readAsMoney(wanted.profile, cell)
    if (profile.type === 'boolean') return toBoolean(cell) !== undefined
    const [amount, more] = quantitiesIn(cell)
    if (!amount || more || !fits(amount, { profile, isNamed: true })) return noAmount.test(cell)
    const isMeasured = amount.sign !== undefined || amount.unit !== undefined
    return isMeasured || wordsIn(cell) === wordsIn(rows[0]?.[at] ?? '')
  })

/** A number of which nothing is known is an amount of money where its cell has a currency: `half_day` of `90 €`. */
const readAsMoney = (profile: Profile, cell: string): Profile =>
  profile.form === 'number' && !profile.unit && quantitiesIn(cell)[0]?.sign !== undefined
    ? { ...profile, form: 'money' }
    : profile

/** What is counted, which is the same in all cells of a column. */
const wordsIn = (cell: string): string => cell.replaceAll(/[^\p{L}]+/gu, ' ').trim()

const noAmount = /^[–—-]?$/

/**
 * Of a table that names its things in its first column: where as many columns of amounts, or of yes and no, are left as properties of
 * that kind, they are in the same order. A table of which no other column is known has no more than these.
 */
function takeKinds(columns: Column[], wanted: readonly Wanted[], { taken, list }: Taken): void {
  const [key] = columns
  const isText = key && readType(key.schema) === 'string'
  if (list.source !== 'table' || !isText || !hasWords(list, 0)) return
  if (taken.size === 0 && columns.length !== list.columns.length) return
  for (const kind of kindsOfColumns) {
    const open = wanted.flatMap((one, at) =>
      (columns[at]?.index ?? 0) < 0 && asksFor(one, kind) ? [{ one, at }] : [],
    )
    const free = list.columns.flatMap((_, at) =>
      !taken.has(at) && open.some(({ one }) => fitsColumn(list, at, one)) ? [at] : [],
    )
    const isEach = open.every(({ one }, order) => fitsColumn(list, free[order] ?? -1, one))
    if (open.length !== free.length || !isEach) continue
    for (const [order, { at }] of open.entries()) {
      const [column, index] = [columns[at], free[order]]
      if (!column || index === undefined) continue
      columns[at] = { ...column, index }
      taken.add(index)
    }
  }
}

const results = ['played', 'wins', 'draws', 'losses']

/** Matches won, drawn and lost, whatever their columns are called: in each row they add up to the matches played. */
function takeResults(
  columns: Column[],
  wanted: readonly Wanted[],
  { taken, list }: Taken,
): boolean {
  if (list.source !== 'table' || list.rows.length < 2) return false
  const find = (name: string) => wanted.findIndex(({ profile }) => hasMeaning(profile, name))
  const places = results.map(find)
  if (places.slice(1).includes(-1)) return false
  const from = list.columns.findIndex((_, at) => list.rows.every((row) => isResult(row, at)))
  if (from < 0) return false
  const take = (place: number, index: number) => {
    const column = columns[place]
    if (!column) return
    columns[place] = { ...column, index }
    taken.add(index)
  }
  for (const [at, place] of places.entries()) take(place, from + at)
  if (from > 0 && list.rows.every(([first], at) => first === String(at + 1)))
    take(find('position'), 0)
  return true
}

function isResult(row: readonly string[], at: number): boolean {
  const cells = row.slice(at, at + results.length)
  if (cells.length < results.length || !cells.every((cell) => /^\d{1,3}$/.test(cell))) return false
  const [played = 0, ...rest] = cells.map(Number)
  return played > 0 && rest.reduce((sum, one) => sum + one, 0) === played
}

/** The first column of a table holds what its rows are about: `Ticket` for `type`, `Plan` for `name`. */
function takeFirst(columns: Column[], wanted: readonly Wanted[], { taken, list }: Taken): void {
  const [first] = columns
  const isText = first && readType(first.schema) === 'string'
  if (list.source !== 'table' || !isText || first.index >= 0) return
  const index = list.columns.findIndex((_, at) => !taken.has(at) && hasWords(list, at))
  if (index < 0 || index > 1) return
  if (taken.size * 2 < wanted.length - 1 || taken.size === 0) return
  columns[0] = { ...first, index }
  taken.add(index)
}

/** Whether most cells of a column are words: not those that number the rows. */
const hasWords = ({ rows }: FactList, at: number): boolean =>
  rows.filter((row) => /\p{L}{2}/u.test(row[at] ?? '')).length * 2 > rows.length

const isSameName = (one: string, other: string): boolean =>
  createNameMatch(one)(foldedName(other)) > 0 ||
  createNameMatch(singular(one))(foldedName(singular(other))) > 0

const singular = (name: string): string => (/\w\ws$/.test(name) ? name.slice(0, -1) : name)

function bestColumn(
  match: NonNullable<Wanted['match']>,
  columns: readonly ColumnName[],
  taken: ReadonlySet<number>,
): { readonly index: number; readonly match: number } | undefined {
  let best: { index: number; match: number } | undefined
  for (const [index, column] of columns.entries()) {
    const score = taken.has(index) ? 0 : match(column)
    if (score > (best?.match ?? 0)) best = { index, match: score }
  }
  return best
}

interface CellOf {
  readonly property: string
  readonly schema: JsonSchema
  readonly list: FactList
}

/** Shown cells are read with their units; declared ones are as they are. */
function valueOfCell(cell: string, { property, schema, list }: CellOf): unknown {
  if (list.source !== 'table') return coerce(cell, schema, list.source === 'declared')
  const profile = readAsMoney(readProfile(property, schema), cell)
  if (profile.type === 'boolean' && /^[–—-]$/.test(cell)) return false
  const isNumber = profile.type === 'number' || profile.type === 'integer'
  if (isNumber) return valueInText(cell, { profile, isNamed: true })
  return /^[–—-]$/.test(cell) ? undefined : coerce(cell, schema)
}

const isQuantity = (property: string, schema: JsonSchema): boolean =>
  readProfile(property, schema).meanings.some(({ name }) => name === 'quantity')

function readRows({ list, columns }: Candidate): JsonSchema[] {
  const rows: JsonSchema[] = []
  for (const cells of list.rows.slice(0, rowsMax)) {
    let row: JsonSchema = {}
    let filled = 0
    if (list.source === 'table' && isTotal(cells[0] ?? '')) continue
    const [key] = columns
    const item = splitCount(cells[key?.index ?? -1] ?? '')
    for (const column of columns) {
      const { property, schema, isRequired, index } = column
      const cell = column === key ? item.name : (cells[index] ?? '')
      const isCounted = index < 0 && item.count !== undefined && isQuantity(property, schema)
      const value = isCounted
        ? coerce(String(item.count), schema, true)
        : cell === ''
          ? undefined
          : valueOfCell(cell, { property, schema, list })
      if (value !== undefined) filled += 1
      if (value !== undefined || isRequired) row = withMember(row, property, value ?? null)
    }
    if (filled > 0) rows.push(row)
  }
  return rows
}

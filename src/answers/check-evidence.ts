import type { Material } from '#content/content.ts'
import { isEntity } from '#content/fill/profile.ts'
import type { LineRange } from '#content/fill/find-rows.ts'
import type { ValuePlace } from '#content/fill/locate.ts'
import { flatSchemas } from '#schemas/flat-schema.ts'
import { withMember, type JsonSchema } from '#schemas/json-schema.ts'
import { isList, isObject } from '#base/json-values.ts'
import type { Spend } from '#base/step-count.ts'
import { createClaimedValues, type ClaimedValues } from './claimed-values.ts'
import { createCheckFields, isItemAlike, type CheckFields } from './field-evidence.ts'
import type { RowPlace } from './row-places.ts'
import { wordsAlone } from './words-alone.ts'
import { createFindEvidence, type FindEvidence, type FindLimits } from './evidence.ts'

/** A value without evidence that was taken out. */
export interface RefusedValue {
  /** For example `offers[2].price`. */
  readonly path: string
  readonly value: unknown
  /** Required members are null, optional ones are left out. */
  readonly isRequired: boolean
  /** Whether the rules read another value for the field, which is then given. */
  readonly isCorrected?: boolean
}

/** Where a value of an answer stands. */
export interface EvidencedValue {
  readonly path: string
  readonly place: ValuePlace
}

export interface CheckedValue {
  readonly value: unknown
  readonly refused: readonly RefusedValue[]
  readonly found: readonly EvidencedValue[]
}

/**
 * Takes every value out of an answer that the page does not hold, or not as what its field asks for: it must stand there whole, in the
 * form of the field, where the page speaks of it, and agree with what the rules read. What the schema calls derived (a summary, a
 * classification) needs no evidence. Items of lists of which nothing is left are dropped. Fails with the reason of the signal.
 */
export async function checkEvidence(
  value: unknown,
  schema: JsonSchema | undefined,
  {
    signal,
    spend,
    byRules,
    ...stated
  }: Pick<Material, 'markdown' | 'facts' | 'text'> & FindLimits & { readonly byRules?: unknown },
): Promise<CheckedValue> {
  const refused: RefusedValue[] = []
  const find = await createFindEvidence(stated, { signal, spend })
  const found: EvidencedValue[] = []
  // Of texts from several pages only the words are known.
  const count = spend ?? (() => undefined)
  const fields = stated.facts.text && createCheckFields(stated.facts, count)
  const claimed = createClaimedValues(value, count)
  const root = schema ?? {}
  const check = createCheck({ root, find, refused, found, fields, claimed, spend: count })
  const at = { path: '', isRequired: true, depth: 0, byRules }
  const checked = await check(value, schema, at)
  return { value: checked ?? null, refused, found }
}

interface CheckDeps {
  readonly root: JsonSchema
  readonly find: FindEvidence
  readonly refused: RefusedValue[]
  readonly found: EvidencedValue[]
  /** Absent where only words are known. */
  readonly fields: CheckFields | undefined
  readonly claimed: ClaimedValues
  /** Counts comparisons of items. */
  readonly spend: Spend
}

interface At {
  readonly path: string
  readonly isRequired: boolean
  readonly depth: number
  /** What the rules read for the same place. */
  readonly byRules?: unknown
  /** Lines of the thing that a member of a list belongs to. */
  readonly near?: LineRange | undefined
  /** Of a thing of a list. */
  readonly row?: RowPlace | undefined
  readonly isMisplaced?: boolean | undefined
  readonly isListed?: boolean | undefined
  readonly isKey?: boolean | undefined
}

const depthMax = 64
/** More are not named. */
const refusedMax = 1_000
const foundMax = 2_000

function createCheck(deps: CheckDeps) {
  const { root, fields, spend } = deps
  const { chosen } = flatSchemas(root)
  const listRequired = createListRequired()
  const counts = { refused: 0 }
  const checkLeaf = createCheckLeaf(deps, counts)
  /** Undefined when nothing of the value is left. */
  async function check(value: unknown, raw: unknown, at: At): Promise<unknown> {
    if (at.depth > depthMax) return undefined
    const schema = chosen(raw)
    if (isList(value)) return checkItems(value, schema, at)
    if (isObject(value)) return checkMembers(value, schema, at)
    if (value === null || value === undefined) return value
    return checkLeaf(value, schema, at)
  }

  async function checkItems(items: readonly unknown[], schema: JsonSchema, at: At) {
    const left: unknown[] = []
    const byRules = pairRows(items, isList(at.byRules) ? at.byRules : [], spend)
    const below = { isRequired: false, depth: at.depth + 1, near: at.near }
    const listed = items.length > 1 ? fields?.shareList(items) : undefined
    const rows = fields?.placeRows(findKeys(items, chosen(schema['items'])), at.near)
    for (const [index, item] of items.entries()) {
      const path = `${at.path}[${index}]`
      const checked = await check(item, schema['items'], {
        ...below,
        path,
        byRules: byRules[index],
        row: rows?.[index],
        isListed: listed?.[index],
      })
      if (checked !== undefined) left.push(checked)
    }
    return left
  }

  async function checkMembers(object: JsonSchema, schema: JsonSchema, at: At): Promise<unknown> {
    const required = listRequired(schema)
    const before = counts.refused
    let [left, value, isNamed]: [number, JsonSchema, boolean] = [0, {}, false]
    const isRow = at.path.endsWith(']')
    let near = at.near
    const taken: string[] = []
    for (const [name, member] of Object.entries(object)) {
      const path = at.path === '' ? name : `${at.path}.${name}`
      const isRequired = required.has(name)
      const sub = findMember(schema, name)
      const byRules = isObject(at.byRules) ? at.byRules[name] : undefined
      const isKey: boolean = isRow && !isNamed && typeof member === 'string'
      const isMisplaced = isKey ? at.row?.isFit === false : isRow && isTaken(taken, member)
      const below = { path, isRequired, depth: at.depth + 1, byRules, near, isKey, isMisplaced }
      const checked = await check(member, sub, below)
      if (isRow && typeof checked === 'string') taken.push(checked)
      isNamed ||= isKey
      if (isKey && checked !== undefined) near = at.row?.range ?? near
      if (checked !== undefined && checked !== null) left += 1
      if (checked !== undefined || isRequired) value = withMember(value, name, checked ?? null)
    }
    const isKept = left > 0 || counts.refused === before || at.path === '' || at.isRequired
    return isKept ? value : undefined
  }

  return check
}

/** Judges one value; undefined for one that is taken out. */
function createCheckLeaf(
  { find, refused, found, fields, claimed }: CheckDeps,
  counts: { refused: number },
) {
  const checkField = fields?.checkField
  return async function checkLeaf(value: unknown, schema: JsonSchema, at: At): Promise<unknown> {
    const name = fieldName(at.path)
    const isBlank = typeof value === 'string' && value.trim() === ''
    if (!isBlank && isFree(schema, name)) return value
    const { byRules, near, isKey, isMisplaced, isListed } = at
    const within = parentName(at.path)
    const isClaimed = (isPart: boolean) => claimed.isClaimed(value, isPart)
    const place = { near, isKey, isMisplaced, isListed, within, isClaimed }
    const field = { value, name, schema, byRules, ...place }
    const isPrice = !checkField && priceName.test(name)
    // Numbers, dates and codes of currencies are looked for in the lines, which have them in other units, words and signs.
    const isRead =
      checkField !== undefined &&
      (typeof value === 'number' || (typeof value === 'string' && readForm.test(value)))
    const isThere = !isBlank && (isRead || (await find(value, isPrice)) !== 'absent')
    const verdict = isThere && checkField ? checkField(field) : { isFit: isThere }
    if (verdict.isFit) {
      if (verdict.place && found.length < foundMax)
        found.push({ path: at.path, place: verdict.place })
      return value
    }
    const isCorrected =
      byRules !== undefined && byRules !== null && byRules !== foreign && !isObject(byRules)
    if (refused.length < refusedMax && !isBlank)
      refused.push({
        path: at.path,
        value,
        isRequired: at.isRequired,
        ...(isCorrected && { isCorrected }),
      })
    if (isCorrected) return byRules
    counts.refused += 1
    return undefined
  }
}

function findMember({ properties, additionalProperties }: JsonSchema, name: string): unknown {
  const isNamed = isObject(properties) && Object.hasOwn(properties, name)
  return isNamed ? properties[name] : additionalProperties
}

/** Whether a text is one that another member of its row has, or the end of one. */
function isTaken(taken: readonly string[], member: unknown): boolean {
  if (typeof member !== 'string') return false
  const own = member.trim()
  return own !== '' && taken.some((text) => text === own || text.endsWith(` ${own}`))
}

/** Names of the required members of a schema, which many objects may have. */
function createListRequired(): (schema: JsonSchema) => ReadonlySet<unknown> {
  const known = new Map<JsonSchema, ReadonlySet<unknown>>()
  return function requiredOf(schema) {
    const names = known.get(schema) ?? new Set([schema['required']].flat())
    known.set(schema, names)
    return names
  }
}

/** The name of a field: of `author.name` it is `author`. */
function fieldName(path: string): string {
  const [last = '', parent] = path.split('.').toReversed()
  const isOfParent = last === 'name' && parent !== undefined && !parent.endsWith(']')
  return (isOfParent && !isEntity(parent) ? parent : last).replace(/\[\d+\]$/, '')
}

/** The name of the object that a field is a member of; none for a row of a list. */
function parentName(path: string): string | undefined {
  const [, parent] = path.split('.').toReversed()
  return parent === undefined || parent.endsWith(']') ? undefined : parent
}

const readForm = /^\d{4}-\d{2}-\d{2}(?:T|$)|^[A-Z]{3}$|^\d{1,2}[.:]\d{2}$/
const priceName = /price|cost|preis|prix|precio/i

/** What the rules read for each item of an answer: each of theirs is one of the answer. */
function pairRows(
  items: readonly unknown[],
  rows: readonly unknown[],
  spend: Spend,
): readonly unknown[] {
  const unused = new Set(rows)
  return items.map((item, index) => {
    spend(unused.size)
    const byRules = isObject(item)
      ? (rowAlike(unused, item) ?? (rows.length === items.length ? rows[index] : undefined))
      : itemAlike(unused, item, rows.length > 0)
    unused.delete(byRules)
    return byRules
  })
}

/** The row of the rules that begins with the same member. */
function rowAlike(rows: ReadonlySet<unknown>, item: JsonSchema): unknown {
  const [name] = Object.keys(item)
  if (name === undefined) return undefined
  const wanted = wordsAlone(String(item[name]))
  return [...rows].find((row) => {
    const own = isObject(row) ? wordsAlone(String(row[name])) : ''
    return own !== '' && (own === wanted || own.startsWith(`${wanted} `))
  })
}

/** The item itself when the rules read it too; what is none of theirs is none of the list. */
function itemAlike(left: Set<unknown>, item: unknown, isKnown: boolean): unknown {
  if (!isKnown) return undefined
  const own = [...left].find((one) => isItemAlike(item, one))
  if (own === undefined) return foreign
  left.delete(own)
  return item
}

/** Stands for an item that is none of the rules' list; equal to no value. */
const foreign = Symbol('none of the list')

const findKeys = (items: readonly unknown[], schema: JsonSchema) =>
  items.map((item) => findKey(item, schema))

/** What names a thing of a list: its first text. */
function findKey(item: unknown, { properties }: JsonSchema) {
  if (!isObject(item)) return undefined
  const [name, value] = Object.entries(item).find(([, member]) => typeof member === 'string') ?? []
  if (name === undefined) return undefined
  const sub = isObject(properties) ? properties[name] : undefined
  return { name, value, schema: isObject(sub) ? sub : {} }
}

const derived =
  /\b(?:summar(?:y|i[sz]e[sd]?)|sentiment|classif(?:y|ied|ication)|infer(?:red)?|generated?|translat(?:e|ed|ion)|conclusion|opinion|judge?ment|rephrase[ds]?|in your own words)\b/i

/** Values that a reader makes of a page rather than finds in it. */
function isFree({ enum: values, const: constant, description }: JsonSchema, name: string): boolean {
  if (constant !== undefined) return true
  if (Array.isArray(values) && !values.some((value) => typeof value === 'string')) return true
  return derived.test(
    `${name} ${typeof description === 'string' ? description.slice(0, 2_000) : ''}`,
  )
}

import type { Material } from '#content/content.ts'
import type { ValuePlace } from '#content/fill/find-places.ts'
import { flatSchemas } from '#schemas/flat-schema.ts'
import { withMember, type JsonSchema } from '#schemas/json-schema.ts'
import { isList, isObject } from '#base/json-values.ts'
import type { Spend } from '#base/step-count.ts'
import { createClaimedValues } from './claimed-values.ts'
import { createCheckFields, type CheckFields, type FieldVerdict } from './field-evidence.ts'
import { createJudge, depthMax, findMember, type At, type Judge } from './judge-value.ts'
import { judgeTogether } from './judge-together.ts'
import { findKeys, foreign, pairRows } from './rows-of-rules.ts'
import { createFindEvidence, type FindLimits } from './evidence.ts'
import { wordsAlone } from './words-alone.ts'

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
  const judge = createJudge({ find, fields, claimed })
  const root = schema ?? {}
  const at = { path: '', isRequired: true, depth: 0, byRules }
  const known = await judgeTogether(value, {
    root,
    judge,
    at,
    listStatements: fields?.listStatements,
    spend: count,
  })
  const check = createCheck({ root, fields, spend: count, refused, found, judge, known })
  const checked = await check(value, schema, at)
  return { value: checked ?? null, refused, found }
}

interface CheckDeps {
  readonly root: JsonSchema
  /** Absent where only words are known. */
  readonly fields: CheckFields | undefined
  /** Counts comparisons of items. */
  readonly spend: Spend
  readonly refused: RefusedValue[]
  readonly found: EvidencedValue[]
  readonly judge: Judge
  /** Verdicts on the values outside of lists by their paths. */
  readonly known: ReadonlyMap<string, FieldVerdict>
}

/** More are not named. */
const refusedMax = 1_000
const foundMax = 2_000

function createCheck(deps: CheckDeps) {
  const { root, fields, spend, judge } = deps
  const { chosen } = flatSchemas(root)
  const listRequired = createListRequired()
  const counts = { refused: 0, elsewhere: 0 }
  const settle = createSettle(deps, counts)
  /** Undefined when nothing of the value is left. */
  async function check(value: unknown, raw: unknown, at: At): Promise<unknown> {
    if (at.depth > depthMax) return undefined
    const schema = chosen(raw)
    if (isList(value)) return checkItems(value, schema, at)
    if (isObject(value)) return checkMembers(value, schema, at)
    if (value === null || value === undefined) return value
    return settle(value, deps.known.get(at.path) ?? (await judge(value, schema, at)), at)
  }

  async function checkItems(items: readonly unknown[], schema: JsonSchema, at: At) {
    const left: unknown[] = []
    const byRules = pairRows(items, isList(at.byRules) ? at.byRules : [], spend)
    const below = { isRequired: false, depth: at.depth + 1, near: at.near }
    const listed = items.length > 1 ? listOnce(items, fields?.shareList(items)) : undefined
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
    const { refused: before, elsewhere } = counts
    let [left, value, isNamed]: [number, JsonSchema, boolean] = [0, {}, false]
    const isRow = at.path.endsWith(']')
    let isKeyKept = false
    const taken: string[] = []
    for (const [name, member] of Object.entries(object)) {
      const isRequired = required.has(name)
      const sub = findMember(schema, name)
      const isKey: boolean = isRow && !isNamed && typeof member === 'string'
      const isTwin = isRow && isTaken(taken, member)
      const below = placeMember(at, { name, isRequired, isKey, isTwin })
      const checked = await check(member, sub, below)
      if (isRow && typeof checked === 'string') taken.push(checked)
      isNamed ||= isKey
      if (isKey) isKeyKept = checked !== undefined
      if (checked !== undefined && checked !== null) left += 1
      if (checked !== undefined || isRequired) value = withMember(value, name, checked ?? null)
    }
    // What names a thing stands with the rest of the thing.
    const away = counts.elsewhere - elsewhere
    if (isKeyKept && away >= left) return undefined
    const isKept = left > 0 || counts.refused === before || at.path === '' || at.isRequired
    return isKept ? value : undefined
  }

  return check
}

/** Of verdicts on the items of a list those on texts that are in it before: a list tells nothing twice. */
function listOnce(
  items: readonly unknown[],
  listed: readonly (boolean | undefined)[] | undefined,
): readonly (boolean | undefined)[] {
  const known = new Set<string>()
  return items.map((item, index) => {
    const text = typeof item === 'string' ? wordsAlone(item) : ''
    const isRepeated = text !== '' && known.has(text)
    known.add(text)
    return isRepeated ? false : listed?.[index]
  })
}

/** How many values were taken out, and how many of them stand with another thing of their list. */
interface Counts {
  refused: number
  elsewhere: number
}

/** Keeps a value, gives what the rules read instead, or takes it out, which is undefined. */
function createSettle({ refused, found }: CheckDeps, counts: Counts) {
  return function settle(
    value: unknown,
    { isFit, place, isElsewhere }: FieldVerdict,
    at: At,
  ): unknown {
    if (isFit) {
      if (place && found.length < foundMax) found.push({ path: at.path, place })
      return value
    }
    const { byRules, path, isRequired } = at
    const isCorrected =
      byRules !== undefined && byRules !== null && byRules !== foreign && !isObject(byRules)
    const isBlank = typeof value === 'string' && value.trim() === ''
    if (refused.length < refusedMax && !isBlank)
      refused.push({ path, value, isRequired, ...(isCorrected && { isCorrected }) })
    if (isCorrected) return byRules
    counts.refused += 1
    if (isElsewhere === true) counts.elsewhere += 1
    return undefined
  }
}

interface MemberOf {
  readonly name: string
  readonly isRequired: boolean
  readonly isKey: boolean
  readonly isTwin: boolean
}

/** Where a member of an object stands: those of a thing of a list beside what names it. */
function placeMember(at: At, { name, isRequired, isKey, isTwin }: MemberOf): At {
  const isRow = at.path.endsWith(']')
  return {
    path: at.path === '' ? name : `${at.path}.${name}`,
    isRequired,
    depth: at.depth + 1,
    byRules: isObject(at.byRules) ? at.byRules[name] : undefined,
    near: isRow && !isKey ? (at.row?.range ?? at.near) : at.near,
    isKey,
    isMisplaced: isKey ? at.row?.isFit === false : isTwin,
  }
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

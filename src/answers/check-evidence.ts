import type { Material } from '#content/content.ts'
import { flatSchemas } from '#schemas/flat-schema.ts'
import { withMember, type JsonSchema } from '#schemas/json-schema.ts'
import { isList, isObject } from '#base/json-values.ts'
import { createFindEvidence, type FindEvidence, type FindLimits } from './evidence.ts'

/** A value without evidence that was taken out. */
export interface RefusedValue {
  /** For example `offers[2].price`. */
  readonly path: string
  readonly value: unknown
  /** Required members are null, optional ones are left out. */
  readonly isRequired: boolean
}

export interface CheckedValue {
  readonly value: unknown
  readonly refused: readonly RefusedValue[]
}

/**
 * Takes every value out of an answer that the page does not hold. Booleans, members of an enumeration and what its schema
 * calls derived (a summary, a classification) need no evidence. Items of lists of which nothing is left are dropped. Fails with the
 * reason of the signal.
 */
export async function checkEvidence(
  value: unknown,
  schema: JsonSchema | undefined,
  { signal, spend, ...stated }: Pick<Material, 'markdown' | 'facts' | 'text'> & FindLimits,
): Promise<CheckedValue> {
  const refused: RefusedValue[] = []
  const find = await createFindEvidence(stated, { signal, spend })
  const check = createCheck({ root: schema ?? {}, find, refused })
  const checked = await check(value, schema, { path: '', isRequired: true, depth: 0 })
  return { value: checked ?? null, refused }
}

interface CheckDeps {
  readonly root: JsonSchema
  readonly find: FindEvidence
  readonly refused: RefusedValue[]
}

interface At {
  readonly path: string
  readonly isRequired: boolean
  readonly depth: number
}

const depthMax = 64
/** More are not named. */
const refusedMax = 1_000

function createCheck({ root, find, refused }: CheckDeps) {
  const { chosen } = flatSchemas(root)
  const requiredOf = createRequiredOf()
  const counts = { refused: 0 }
  /** Undefined when nothing of the value is left. */
  async function check(value: unknown, raw: unknown, at: At): Promise<unknown> {
    if (at.depth > depthMax) return undefined
    const schema = chosen(raw)
    if (isList(value)) return checkItems(value, schema, at)
    if (isObject(value)) return checkMembers(value, schema, at)
    const name = at.path.slice(at.path.lastIndexOf('.') + 1)
    if (isFree(schema, name) || (await find(value, priceName.test(name))) !== 'absent') return value
    if (refused.length < refusedMax)
      refused.push({ path: at.path, value, isRequired: at.isRequired })
    counts.refused += 1
    return undefined
  }

  async function checkItems(items: readonly unknown[], schema: JsonSchema, at: At) {
    const left: unknown[] = []
    for (const [index, item] of items.entries()) {
      const below = { path: `${at.path}[${index}]`, isRequired: false, depth: at.depth + 1 }
      const checked = await check(item, schema['items'], below)
      if (checked !== undefined) left.push(checked)
    }
    return left
  }

  async function checkMembers(object: JsonSchema, schema: JsonSchema, at: At): Promise<unknown> {
    const properties = isObject(schema['properties']) ? schema['properties'] : {}
    const required = requiredOf(schema)
    const before = counts.refused
    let [left, value]: [number, JsonSchema] = [0, {}]
    for (const [name, member] of Object.entries(object)) {
      const path = at.path === '' ? name : `${at.path}.${name}`
      const isRequired = required.has(name)
      const sub = Object.hasOwn(properties, name)
        ? properties[name]
        : schema['additionalProperties']
      const checked = await check(member, sub, { path, isRequired, depth: at.depth + 1 })
      if (checked !== undefined && checked !== null) left += 1
      if (checked !== undefined || isRequired) value = withMember(value, name, checked ?? null)
    }
    const isEmptied = left === 0 && counts.refused > before && at.path !== '' && !at.isRequired
    return isEmptied ? undefined : value
  }

  return check
}

/** Names of the required members of a schema, which many objects may have. */
function createRequiredOf(): (schema: JsonSchema) => ReadonlySet<unknown> {
  const known = new Map<JsonSchema, ReadonlySet<unknown>>()
  return function requiredOf(schema) {
    const names = known.get(schema) ?? new Set([schema['required']].flat())
    known.set(schema, names)
    return names
  }
}

const priceName = /price|cost|preis|prix|precio/i
const derived =
  /\b(?:summar(?:y|i[sz]e[sd]?)|sentiment|classif(?:y|ied|ication)|infer(?:red)?|generated?|translat(?:e|ed|ion)|conclusion|opinion|judge?ment|rephrase[ds]?|in your own words)\b/i

/** Values that a reader makes of a page rather than finds in it. */
function isFree({ enum: values, const: constant, description }: JsonSchema, name: string): boolean {
  if (Array.isArray(values) || constant !== undefined) return true
  return derived.test(
    `${name} ${typeof description === 'string' ? description.slice(0, 2_000) : ''}`,
  )
}

import { flatSchemas } from '#schemas/flat-schema.ts'
import { withMember, type JsonSchema } from '#schemas/json-schema.ts'
import { isObject } from '#base/json-values.ts'

/** A required member that has no value. */
export interface Gap {
  /** Names and indexes from the root. */
  readonly path: readonly (string | number)[]
  /** Schema of the member. */
  readonly schema: JsonSchema
}

const gapsMax = 200
const depthMax = 64

/** The required members of a value that are null or not there, by a schema that allows no null for them. */
export function findGaps(value: unknown, root: JsonSchema): Gap[] {
  const gaps: Gap[] = []
  const { chosen } = flatSchemas(root)
  const known = new Map<JsonSchema, readonly string[]>()
  const listRequired = (schema: JsonSchema) => {
    const names = known.get(schema) ?? requiredNames(schema)
    known.set(schema, names)
    return names
  }
  const walk = (inner: unknown, raw: unknown, path: Gap['path']): void => {
    if (path.length > depthMax || gaps.length >= gapsMax) return
    const schema = chosen(raw)
    if (Array.isArray(inner)) {
      for (const [index, item] of inner.entries()) walk(item, schema['items'], [...path, index])
      return
    }
    if (!isObject(inner)) return
    const properties = isObject(schema['properties']) ? schema['properties'] : {}
    for (const name of listRequired(schema)) {
      if (gaps.length >= gapsMax) return
      const property = chosen(properties[name])
      const isThere = Object.hasOwn(inner, name) && inner[name] !== null
      if (!isThere && !acceptsNull(property, properties[name])) {
        gaps.push({ path: [...path, name], schema: property })
      }
    }
    for (const [name, member] of Object.entries(inner)) {
      if (Object.hasOwn(properties, name)) walk(member, properties[name], [...path, name])
    }
  }
  walk(value, root, [])
  return gaps.slice(0, gapsMax)
}

/** The required members that are properties of the schema. */
const requiredNames = ({ properties, required }: JsonSchema): readonly string[] =>
  [required]
    .flat()
    .filter((name) => typeof name === 'string')
    .filter((name) => isObject(properties) && Object.hasOwn(properties, name))

function acceptsNull({ type, enum: values }: JsonSchema, raw: unknown): boolean {
  const options = isObject(raw) ? [raw['anyOf'], raw['oneOf']].flat() : []
  return (
    [type].flat().includes('null') ||
    (Array.isArray(values) && values.includes(null)) ||
    options.some((option) => isObject(option) && option['type'] === 'null')
  )
}

/** Sets one member inside of a value and returns the value; parents that are missing are made. */
export function withMemberAt(value: unknown, path: Gap['path'], member: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return member
  if (typeof step === 'number') {
    if (!Array.isArray(value)) return []
    const list: unknown[] = value
    if (step < list.length) list[step] = withMemberAt(list[step], rest, member)
    return list
  }
  const object = isObject(value) ? value : {}
  const before = Object.hasOwn(object, step) ? object[step] : undefined
  return withMember(object, step, withMemberAt(before, rest, member))
}

/** For example `offers[2].price`. */
export const pathText = (path: Gap['path']): string =>
  path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`
      return index === 0 ? step : `.${step}`
    })
    .join('')

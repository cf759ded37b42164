import { isObject, type Json } from '../json.ts'

/** A field of a JSON Schema as a form shows it. */
export interface SchemaField {
  readonly name: string
  readonly type: FieldType
  readonly isRequired: boolean
  readonly description: string
  /** Of a group. */
  readonly fields: readonly SchemaField[]
}
export const fieldTypes = [
  'text',
  'number',
  'boolean',
  'texts',
  'numbers',
  'group',
  'groups',
] as const
export type FieldType = (typeof fieldTypes)[number]

const plainTypes: Readonly<Record<string, FieldType>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
}
const depthMax = 4
/** Members that a form shows; a schema with others is shown as JSON alone. */
const shownMembers = new Set(['type', 'description', 'properties', 'required', 'items'])

/** The fields of a schema; undefined when a form cannot show all of it. */
export function readSchema(schema: unknown, depth = 0): SchemaField[] | undefined {
  if (schema === undefined) return []
  if (!isObject(schema) || depth > depthMax) return undefined
  const { type = 'object', properties = {}, required = [] } = schema
  const isShown = Object.keys(schema).every((name) => shownMembers.has(name))
  if (type !== 'object' || !isObject(properties) || !Array.isArray(required) || !isShown)
    return undefined
  const fields: SchemaField[] = []
  for (const [name, property] of Object.entries(properties)) {
    const field = readField(property, depth)
    if (!field) return undefined
    fields.push({ ...field, name, isRequired: required.includes(name) })
  }
  return fields
}

function readField(property: unknown, depth: number) {
  if (!isObject(property)) return undefined
  if (!Object.keys(property).every((name) => shownMembers.has(name))) return undefined
  const { type, items, description = '' } = property
  if (typeof description !== 'string') return undefined
  const shared = { description, fields: [] }
  if (typeof type === 'string' && type in plainTypes)
    return { ...shared, type: plainTypes[type] ?? 'text' }
  const inner = type === 'array' ? items : property
  if (
    type === 'array' &&
    isObject(items) &&
    (items['type'] === 'string' || items['type'] === 'number')
  )
    return {
      ...shared,
      type: items['type'] === 'string' ? ('texts' as const) : ('numbers' as const),
    }
  if (type !== 'array' && type !== 'object') return undefined
  const fields = isObject(inner) ? readSchema(withoutDescription(inner), depth + 1) : undefined
  return (
    fields && {
      description,
      fields,
      type: type === 'array' ? ('groups' as const) : ('group' as const),
    }
  )
}

const withoutDescription = (schema: Json): Json => {
  const { description: _description, ...rest } = schema
  return rest
}

/** The schema of the fields. */
export function writeSchema(fields: readonly SchemaField[]): Json {
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, writeField(field)])),
    ...(required.length > 0 && { required }),
  }
}

function writeField({ type, description, fields }: SchemaField): Json {
  const about = description === '' ? {} : { description }
  switch (type) {
    case 'text':
      return { type: 'string', ...about }
    case 'texts':
      return { type: 'array', items: { type: 'string' }, ...about }
    case 'numbers':
      return { type: 'array', items: { type: 'number' }, ...about }
    case 'group':
      return { ...writeSchema(fields), ...about }
    case 'groups':
      return { type: 'array', items: writeSchema(fields), ...about }
    case 'number':
    case 'boolean':
      return { type, ...about }
    default:
      return about
  }
}

/** The fields of an example of the result; undefined for what is no object. */
export function inferFields(example: unknown, depth = 0): SchemaField[] | undefined {
  if (!isObject(example) || depth > depthMax) return undefined
  return Object.entries(example).map(([name, value]) => {
    const first: unknown = Array.isArray(value) ? value[0] : value
    const inner = inferFields(first, depth + 1)
    const plain =
      typeof first === 'number' ? 'number' : typeof first === 'boolean' ? 'boolean' : 'text'
    const one = inner ? 'group' : plain
    const type = Array.isArray(value)
      ? inner
        ? 'groups'
        : plain === 'number'
          ? 'numbers'
          : 'texts'
      : one
    return { name, type, isRequired: false, description: '', fields: inner ?? [] }
  })
}

/** Number of fields, also those of groups. */
export const countFields = (fields: readonly SchemaField[]): number =>
  fields.reduce((count, field) => count + 1 + countFields(field.fields), 0)

import * as words from '../words/en/playground.ts'
/** The part of JSON Schema that the OpenAPI document of this service uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

export interface Operation {
  readonly summary: string
  readonly description?: string
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> }
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

type Control = 'text' | 'long' | 'number' | 'switch' | 'choice' | 'lines' | 'json' | 'file'

export interface Field {
  readonly name: string
  /** Where its value goes. */
  readonly place: 'path' | 'query' | 'body' | 'file'
  readonly schema: Schema
  readonly isRequired: boolean
  readonly control: Control
}

const referencesMax = 8

/** Follows references; members beside a reference have precedence. */
function resolve(schema: Schema, api: OpenApi, depth = 0): Schema {
  const name = schema.$ref?.split('/').at(-1)
  if (name === undefined || depth > referencesMax) return schema
  const { $ref: _, ...own } = schema
  return { ...resolve(api.components.schemas[name] ?? {}, api, depth + 1), ...own }
}

/** Returns the fields of an operation: parameters of path and query, then the members of the body. */
export function listFields(api: OpenApi, operation: Operation): Field[] {
  const { parameters = [], requestBody } = operation
  const given = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter): Field => {
      const schema = { ...resolve(parameter.schema, api), ...describedBy(parameter) }
      const place = parameter.in === 'path' ? 'path' : 'query'
      const isRequired = parameter.required ?? false
      return { name: parameter.name, place, schema, isRequired, control: chooseControl(schema) }
    })
  const body = requestBody?.content['application/json']?.schema
  return [...given, ...fileField(operation), ...(body ? bodyFields(api, body) : [])]
}

const describedBy = ({ description }: Parameter) =>
  description === undefined ? {} : { description }

/** The file of operations that take a form. */
function fileField({ requestBody }: Operation): Field[] {
  if (!requestBody?.content['multipart/form-data']) return []
  const schema = { description: words.fileHint }
  return [{ name: 'file', place: 'file', schema, isRequired: false, control: 'file' }]
}

function bodyFields(api: OpenApi, body: Schema): Field[] {
  return listMembers(api, resolve(body, api)).map(({ name, schema, isRequired }) => ({
    name,
    place: 'body',
    schema,
    isRequired,
    control: chooseControl(schema),
  }))
}

interface Member {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
}

/** Members of an object schema, also of its alternatives. */
function listMembers(api: OpenApi, schema: Schema): Member[] {
  const { properties = {}, required = [], anyOf = [], oneOf = [], allOf = [] } = schema
  const own = Object.entries(properties).map(([name, property]) => ({
    name,
    schema: resolve(property, api),
    isRequired: required.includes(name),
  }))
  const others = [...anyOf, ...oneOf, ...allOf].flatMap((part) =>
    listMembers(api, resolve(part, api)),
  )
  const byName = new Map([...others, ...own].map((member) => [member.name, member]))
  return [...byName.values()]
}

const longTextMin = 500

function chooseControl(schema: Schema): Control {
  const { type, enum: choices, items, anyOf, maxLength = 0 } = schema
  if (choices) return 'choice'
  const kinds = [type ?? []].flat().filter((kind) => kind !== 'null')
  const kind = kinds.length === 1 ? kinds[0] : undefined
  if (kind === 'boolean') return 'switch'
  if (kind === 'integer' || kind === 'number') return 'number'
  if (kind === 'string') return maxLength >= longTextMin ? 'long' : 'text'
  if (kind === 'array' && items?.type === 'string' && !items.enum) return 'lines'
  const others = anyOf?.filter((part) => part.type !== 'null') ?? []
  const [only] = others
  return only && others.length === 1 ? chooseControl(only) : 'json'
}

/** Names of the formats that need no options. */
export function plainFormats(api: OpenApi, formats: Schema): string[] {
  const parts = formats.items?.anyOf ?? formats.items?.oneOf ?? []
  const resolved = parts.map((part) => resolve(part, api))
  const names = resolved.flatMap(
    (part) => part.enum ?? (part.const === undefined ? [] : [part.const]),
  )
  return names.filter((name): name is string => typeof name === 'string')
}

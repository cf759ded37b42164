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
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly deprecated?: boolean
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
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> }
}

/** An operation and the schemas that it refers to. */
export interface OperationPart {
  readonly operation: Operation
  readonly schemas: Readonly<Record<string, Schema>>
}

/** How a value is filled in. */
export type Control =
  | 'text'
  | 'long'
  | 'number'
  | 'switch'
  | 'choice'
  | 'checks'
  | 'lines'
  | 'pairs'
  | 'object'
  | 'objects'
  | 'variants'
  | 'schema'
  | 'json'
  | 'file'

export interface Member {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
  readonly control: Control
}

/** What shows a member, with its value. */
export interface RowProps {
  readonly field: Member
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** Name of what it is a member of. */
  readonly within?: string
}

export interface Field extends Member {
  /** Where its value goes. */
  readonly place: 'path' | 'query' | 'body' | 'file'
}

/** Against schemas that refer to themselves. */
const depthMax = 14

/** The schema with everything that it refers to in its place; members beside a reference have precedence. */
function resolve(schema: Schema, all: OperationPart['schemas'], depth = 0): Schema {
  if (depth > depthMax) return {}
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) {
    const { $ref: _, ...own } = schema
    return { ...resolve(all[name] ?? {}, all, depth + 1), ...own }
  }
  const inner = (part: Schema) => resolve(part, all, depth + 1)
  const { properties, items, anyOf, oneOf, allOf } = schema
  return {
    ...schema,
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
    ...(allOf && { allOf: allOf.map(inner) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, property]) => [key, inner(property)]),
      ),
    }),
  }
}

/** Returns the fields of an operation: parameters of path and query, then the members of the body. */
export function listFields({ operation, schemas }: OperationPart): Field[] {
  const { parameters = [], requestBody } = operation
  const given = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter): Field => {
      const schema = { ...resolve(parameter.schema, schemas), ...describedBy(parameter) }
      const place = parameter.in === 'path' ? 'path' : 'query'
      const isRequired = parameter.required ?? false
      const { name } = parameter
      return { name, place, schema, isRequired, control: chooseControl(name, schema) }
    })
  const { content } = requestBody ?? { content: {} }
  const body = content['application/json'] ?? content['multipart/form-data']
  const members = body ? listMembers(resolve(body.schema, schemas)) : []
  return [
    ...given,
    ...fileField(operation),
    ...members.map((member): Field => ({ ...member, place: 'body' })),
  ]
}

const describedBy = ({ description }: Parameter) =>
  description === undefined ? {} : { description }

/** The file of operations that take a form. */
function fileField({ requestBody }: Operation): Field[] {
  if (!requestBody?.content['multipart/form-data']) return []
  const schema = { description: words.fileHint }
  return [{ name: 'file', place: 'file', schema, isRequired: true, control: 'file' }]
}

/** Members of an object schema, also of its alternatives, that can be filled in. */
export function listMembers(schema: Schema): Member[] {
  const { properties = {}, required = [], anyOf = [], oneOf = [], allOf = [] } = schema
  const own = Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    isRequired: required.includes(name),
    control: chooseControl(name, property),
  }))
  // Parts that only restrict members say nothing about their form.
  const others = [...anyOf, ...oneOf, ...allOf]
    .flatMap(listMembers)
    .filter(({ name }) => properties[name] === undefined)
  const byName = new Map([...others, ...own].map((member) => [member.name, member]))
  return [...byName.values()]
}

const longTextMin = 500
const listAlternatives = ({ anyOf = [], oneOf = [] }: Schema): readonly Schema[] =>
  [...anyOf, ...oneOf].filter(({ type }) => type !== 'null')
const isPlainText = ({ type }: Schema) => type === 'string'

function chooseControl(name: string, schema: Schema): Control {
  const { type, enum: choices, maxLength = 0 } = schema
  if (choices) return 'choice'
  const kinds = [type ?? []].flat().filter((kind) => kind !== 'null')
  const kind = kinds.length === 1 ? kinds[0] : undefined
  if (kind === 'boolean') return 'switch'
  if (kind === 'integer' || kind === 'number') return 'number'
  if (kind === 'string') return maxLength >= longTextMin ? 'long' : 'text'
  if (kind === 'array') return chooseListControl(schema)
  if (kind === 'object') return chooseObjectControl(name, schema)
  const others = listAlternatives(schema)
  const [first] = others
  if (first && others.length === 1) return chooseControl(name, first)
  if (others.some((part) => part.type === 'boolean')) return 'switch'
  return others.some(({ properties }) => properties) ? 'object' : 'json'
}

function chooseListControl({ items = {} }: Schema): Control {
  if (items.enum) return 'checks'
  if (isPlainText(items)) return 'lines'
  if (listVariants(items).length > 0) return 'variants'
  return items.properties ? 'objects' : 'json'
}

function chooseObjectControl(name: string, schema: Schema): Control {
  const { properties, additionalProperties } = schema
  if (properties) return 'object'
  if (/^(?:schema|outputSchema)$/i.test(name)) return 'schema'
  const isPairs = typeof additionalProperties === 'object' && isPlainText(additionalProperties)
  return isPairs ? 'pairs' : 'json'
}

/** One form that a member of a list can have: a name, or an object whose `type` is the name. */
export interface Variant {
  readonly name: string
  readonly description: string | undefined
  readonly isDeprecated: boolean
  readonly members: readonly Member[]
}

/** The forms of a list whose members differ by `type`. */
export function listVariants(items: Schema): Variant[] {
  const found = new Map<string, Variant>()
  const visit = (schema: Schema): void => {
    for (const part of listAlternatives(schema)) visit(part)
    const { type } = schema.properties ?? {}
    for (const name of schema.enum ?? []) if (typeof name === 'string') addPlain(name)
    for (const name of type?.enum ?? [type?.const]) {
      if (typeof name !== 'string') continue
      const members = listMembers({ ...schema, anyOf: [], oneOf: [] })
      found.set(name, {
        name,
        description: schema.description,
        isDeprecated: schema.deprecated === true,
        members: members.filter((member) => member.name !== 'type'),
      })
    }
  }
  const addPlain = (name: string) => {
    if (!found.has(name))
      found.set(name, { name, description: undefined, isDeprecated: false, members: [] })
  }
  visit(items)
  return [...found.values()]
}

import { isObject } from '#base/json-values.ts'
import { z } from 'zod'
import type { KeyEndpoint } from '#http/endpoint.ts'
import type { McpTool } from './tool.ts'

type Json = Record<string, unknown>

/** Describes the input of a tool by the schemas of its first operation. Throws for a field that they do not have. */
export function inputSchema(
  { name, fields, extra = {}, required }: Pick<McpTool, 'name' | 'fields' | 'extra' | 'required'>,
  { params, query, body }: Pick<KeyEndpoint, 'params' | 'query' | 'body'>,
): Json {
  const schemas = [params, query, body?.schema].filter((schema) => schema !== undefined)
  const known: Json = Object.assign({}, ...schemas.map(makeMembers))
  const chosen = fields.map((field) => {
    if (!Object.hasOwn(known, field)) throw new Error(`${name}: no schema has ${field}`)
    return [field, withFirstSentence(known[field] as Json)]
  })
  const own = Object.entries(extra).map(([field, schema]) => [field, short(toJson(schema))])
  return {
    type: 'object',
    properties: Object.fromEntries([...chosen, ...own]),
    ...(required.length > 0 && { required }),
  }
}

/** What the API says beyond is for people who read its reference. */
function withFirstSentence({ description, ...schema }: Json): Json {
  if (typeof description !== 'string') return schema
  const end = description.indexOf('. ')
  return { ...schema, description: end < 0 ? description : description.slice(0, end + 1) }
}

const toJson = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json

/**
 * The members of a schema; of a union those of all its alternatives, each as all that have it describe it. Beside members, alternatives
 * are rules about them.
 */
export function makeMembers(schema: z.ZodType): Json {
  const { $defs, ...root } = toJson(schema)
  const whole = short(root, ($defs ?? {}) as Json)
  const { properties: own, anyOf = [] } = whole
  const alternatives = own ? [whole] : (anyOf as readonly Json[])
  const members: Json = {}
  for (const { properties = {} } of alternatives) {
    for (const [name, member] of Object.entries(properties as Json)) {
      const known = members[name]
      const isSame = known === undefined || JSON.stringify(known) === JSON.stringify(member)
      members[name] = isSame ? member : { anyOf: [known, member] }
    }
  }
  return members
}

/** The parts that a language model needs; the API checks the others: lengths, limits, patterns, numbers of items. */
const copied = ['type', 'description', 'enum', 'const', 'default', 'required'] as const
const lists = ['anyOf', 'oneOf', 'allOf'] as const

/** A default that goes without saying. */
const isNothing = (value: unknown) =>
  value === false || value === 0 || JSON.stringify(value) === '[]' || JSON.stringify(value) === '{}'

function short(schema: Json, definitions: Json = {}): Json {
  const { $ref, ...own } = schema
  const referred = typeof $ref === 'string' ? definitions[$ref.replace('#/$defs/', '')] : {}
  const whole: Json = { ...(referred as Json), ...own }
  const result: Json = {}
  for (const name of copied) if (whole[name] !== undefined) result[name] = whole[name]
  if (isNothing(whole['default'])) delete result['default']
  const { items, properties } = whole
  if (isObject(items)) result['items'] = short(items, definitions)
  if (isObject(properties)) result['properties'] = shortMembers(properties, definitions)
  for (const name of lists) {
    const members = whole[name]
    if (Array.isArray(members)) result[name] = members.map((one: Json) => short(one, definitions))
  }
  return result
}

const shortMembers = (members: Json, definitions?: Json): Json =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, short(member as Json, definitions)]),
  )

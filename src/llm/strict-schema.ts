import { ServiceError } from '#kernel/errors.ts'
import { isList, isObject } from '#kernel/json-values.ts'
import type { JsonSchema } from './model.ts'
import { isWrapped, itemsOf, listOf, optionsOf, propertiesOf, shapeOf } from './schema-shape.ts'
import { mergeAllOf, resolveReference } from './schema-references.ts'

/** Keywords that strict servers refuse; they are described to the model in words. */
const toldInWords = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'multipleOf',
  'uniqueItems',
  'examples',
  'default',
]
const descriptionLengthMax = 500
/** Schemas may refer to themselves many times over. */
const nodesMax = 5_000

const anyScalar = { type: ['string', 'number', 'boolean', 'null'] }
const none = { type: 'null' }

/**
 * The schema in the profile that the strictest servers accept: every property required, none besides them, no bounds.
 * Optional properties become nullable, free-form maps become lists of pairs, and a root that is no object is wrapped in
 * `{value}`. `fromStrict` maps values back. Throws `UNPROCESSABLE` for a schema that is too large.
 */
export function toStrict(root: JsonSchema): JsonSchema {
  const walker = createWalker(root)
  const inner = walker.walk(root)
  const top = isWrapped(root)
    ? {
        type: 'object',
        properties: { value: inner },
        required: ['value'],
        additionalProperties: false,
      }
    : inner
  const definitions = definitionsOf(root)
  if (definitions.length === 0) return top
  const walked = definitions.map(([name, schema]) => [name, walker.walk(schema)] as const)
  return { ...top, $defs: Object.fromEntries(walked) }
}

function createWalker(root: JsonSchema) {
  let nodes = 0

  function walk(schema: unknown): JsonSchema {
    nodes += 1
    if (nodes > nodesMax) {
      throw new ServiceError('UNPROCESSABLE', 'The JSON schema is too large for a language model.')
    }
    if (!isObject(schema)) return anyScalar
    if (typeof schema['$ref'] === 'string') {
      return knownReference(schema['$ref'], root) ?? walk(resolveReference(schema['$ref'], root))
    }
    if (Array.isArray(schema['allOf'])) return walk(mergeAllOf(schema, root))
    const described = descriptionOf(schema)
    const options = optionsOf(schema)
    if (options.length > 0) return { ...described, anyOf: options.map(walk) }
    const { enum: values, const: value, type } = schema
    if (values !== undefined) return { ...described, ...typed(type), enum: values }
    if (value !== undefined) return { ...described, ...typed(type), const: value }
    return { ...described, ...walkTyped(schema) }
  }

  function walkTyped(schema: JsonSchema): JsonSchema {
    const { type } = schema
    const shape = shapeOf(schema)
    if (shape === 'text') return { type: nullableType('string', type) }
    if (shape === 'pairs') {
      return pairs(walk(schema['additionalProperties']), type)
    }
    const types = listOf(type)
    const isObject = shape === 'object'
    const isList = types.includes('array') || schema['items'] !== undefined
    if (!isObject && !isList) return types.length === 0 ? anyScalar : { type }
    return {
      type: type ?? (isObject ? 'object' : 'array'),
      ...(isObject && walkProperties(schema)),
      ...(isList && { items: walk(itemsOf(schema)) }),
    }
  }

  function walkProperties(schema: JsonSchema): JsonSchema {
    const required = new Set(listOf(schema['required']))
    const properties = Object.entries(propertiesOf(schema)).map(([name, property]) => {
      const walked = walk(property)
      return [name, required.has(name) ? walked : nullable(walked)] as const
    })
    return {
      properties: Object.fromEntries(properties),
      required: properties.map(([name]) => name),
      additionalProperties: false,
    }
  }

  return { walk }
}

/** References may point anywhere; servers understand those to the root and to definitions. */
function knownReference(reference: string, root: JsonSchema): JsonSchema | undefined {
  const [, name] = /^#\/(?:definitions|\$defs)\/([^/]+)$/.exec(reference) ?? []
  if (name !== undefined) return { $ref: `#/$defs/${name}` }
  return reference === '#' && !isWrapped(root) ? { $ref: '#' } : undefined
}

/** A map with any names, as a list. */
function pairs(value: JsonSchema, type: unknown): JsonSchema {
  const items = {
    type: 'object',
    properties: { name: { type: 'string' }, value },
    required: ['name', 'value'],
    additionalProperties: false,
  }
  return { type: nullableType('array', type), items }
}

function descriptionOf(schema: JsonSchema): JsonSchema {
  const bounds = toldInWords.flatMap((name) =>
    schema[name] === undefined ? [] : [`${name}: ${JSON.stringify(schema[name])}`],
  )
  const { description, title } = schema
  const said = typeof description === 'string' ? description : title
  const parts = [
    ...(typeof said === 'string' ? [said] : []),
    ...(bounds.length > 0 ? [`(${bounds.join(', ')})`] : []),
  ]
  return parts.length === 0 ? {} : { description: parts.join(' ').slice(0, descriptionLengthMax) }
}

/** The same schema, null included. */
function nullable(schema: JsonSchema): JsonSchema {
  if (acceptsNull(schema)) return schema
  const { enum: values, const: value, anyOf, $ref, type } = schema
  if (isList(anyOf)) return { ...schema, anyOf: [...anyOf, none] }
  if ($ref !== undefined || value !== undefined || type === undefined) {
    return { anyOf: [schema, none] }
  }
  const types = [...listOf(type), 'null']
  return {
    ...schema,
    type: types,
    ...(isList(values) && { enum: [...values, null] }),
  }
}

function acceptsNull({ type, enum: values, anyOf }: JsonSchema): boolean {
  return (
    listOf(type).includes('null') ||
    listOf(values).includes(null) ||
    listOf(anyOf).some((option) => isObject(option) && acceptsNull(option))
  )
}

const definitionsOf = ({ $defs, definitions }: JsonSchema): [string, unknown][] =>
  [definitions, $defs].flatMap((part) => (isObject(part) ? Object.entries(part) : []))

const typed = (type: unknown): JsonSchema => (type === undefined ? {} : { type })

const nullableType = (type: string, given: unknown) =>
  listOf(given).includes('null') ? [type, 'null'] : type

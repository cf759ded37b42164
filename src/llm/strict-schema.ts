import { ServiceError } from '#kernel/errors.ts'
import { isList, isObject } from '#base/json-values.ts'
import { createStepCount } from '#base/step-count.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'
import { flatSchemas } from '#schemas/flat-schema.ts'
import {
  isWrapped,
  getItems,
  toList,
  listOptions,
  getProperties,
  detectShape,
} from './schema-shape.ts'

/** Keywords that strict servers refuse; they are described to the model in words. */
const boundsInWords = [
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
/** A part that is referred to from several places is written at each of them. */
const nodesMax = 5_000
const depthMax = 100
const charactersMax = 400_000

const anyScalar = { type: ['string', 'number', 'boolean', 'null'] }
const anyValue = { anyOf: [anyScalar, { type: 'array', items: anyScalar }] }
const none = { type: 'null' }

/** Servers refuse grammars that repeat something more often. */
const lengthMax = 1_000

/** The lengths of lists and texts that a grammar can hold. */
const pickLengths = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    ['minItems', 'maxItems', 'maxLength'].flatMap((name) => {
      const length = schema[name]
      return typeof length === 'number' && length <= lengthMax ? [[name, length] as const] : []
    }),
  )

/**
 * The schema in the profile that the strictest servers accept: every property required, none besides them, no bounds.
 * Optional properties become nullable, free-form maps become lists of pairs, and a root that is no object is wrapped in
 * `{value}`. `fromStrict` maps values back. Throws `UNPROCESSABLE` for a schema that is too large. Made once for each schema.
 */
export const toStrict = (root: JsonSchema): JsonSchema => makeOnce(root, strictOnes, false)

/** The same for servers that make a grammar of a schema: with lengths, and objects of which nothing is known as such. */
export const toGrammar = (root: JsonSchema): JsonSchema => makeOnce(root, grammars, true)

type Made = WeakMap<JsonSchema, JsonSchema>
const [strictOnes, grammars]: [Made, Made] = [new WeakMap(), new WeakMap()]

function makeOnce(root: JsonSchema, made: Made, isGrammar: boolean): JsonSchema {
  try {
    const strict = made.get(root) ?? makeStrict(root, isGrammar)
    made.set(root, strict)
    return strict
  } catch (thrown) {
    throw ServiceError.expected(thrown) ?? thrown
  }
}

function makeStrict(root: JsonSchema, isGrammar: boolean): JsonSchema {
  const walker = createWalker(root, isGrammar)
  const inner = walker.walk(root, 0)
  const top = isWrapped(root)
    ? {
        type: 'object',
        properties: { value: inner },
        required: ['value'],
        additionalProperties: false,
      }
    : inner
  const definitions = listDefinitions(root).map(
    ([name, schema]) => [name, walker.walk(schema, 1)] as const,
  )
  const all = [...definitions, ...walker.circles()]
  return all.length === 0 ? top : { ...top, $defs: Object.fromEntries(all) }
}

type Walk = (schema: unknown, depth: number) => JsonSchema

function createWalker(root: JsonSchema, isGrammar: boolean) {
  const { flat } = flatSchemas(root)
  const references = createReferences(root, (schema, depth) => walkFlat(flat(schema), depth))
  const spendNode = createStepCount(nodesMax, tooLarge)
  const spendCharacters = createStepCount(charactersMax, tooLarge)
  const spend = (characters: number) => {
    spendNode(1)
    spendCharacters(characters)
  }

  function walk(schema: unknown, depth: number): JsonSchema {
    if (isObject(schema)) return references.walk(schema, depth) ?? walkFlat(flat(schema), depth)
    spend(0)
    return anyScalar
  }

  function walkFlat(schema: JsonSchema, depth: number): JsonSchema {
    if (depth > depthMax) throw tooLarge()
    const described = makeDescription(schema)
    spend(described.description?.length ?? 0)
    const options = listOptions(schema)
    if (options.length > 0) {
      return { ...described, anyOf: options.map((option) => walk(option, depth + 1)) }
    }
    const { enum: values, const: value, type } = schema
    spendCharacters(measureLength(values ?? value))
    if (values !== undefined) return { ...described, ...typed(type), enum: values }
    if (value !== undefined) return { ...described, ...typed(type), const: value }
    return { ...described, ...walkTyped(schema, depth) }
  }

  function walkTyped(schema: JsonSchema, depth: number): JsonSchema {
    const { type } = schema
    const shape = detectShape(schema)
    if (shape === 'free')
      return isGrammar ? { type: nullableType('object', type) } : pairs(anyValue, type)
    if (shape === 'pairs') return pairs(walk(schema['additionalProperties'], depth + 1), type)
    const types = toList(type)
    const isObject = shape === 'object'
    const isList = types.includes('array') || schema['items'] !== undefined
    const lengths = isGrammar ? pickLengths(schema) : {}
    if (!isObject && !isList) return types.length === 0 ? anyScalar : { type, ...lengths }
    return {
      type: type ?? (isObject ? 'object' : 'array'),
      ...(isObject && walkProperties(schema, depth)),
      ...(isList && { items: walk(getItems(schema), depth + 1), ...lengths }),
    }
  }

  function walkProperties(schema: JsonSchema, depth: number): JsonSchema {
    const required = new Set(toList(schema['required']))
    const properties = Object.entries(getProperties(schema)).map(([name, property]) => {
      spendCharacters(name.length)
      const walked = walk(property, depth + 1)
      return [name, required.has(name) ? walked : nullable(walked)] as const
    })
    return {
      properties: Object.fromEntries(properties),
      required: properties.map(([name]) => name),
      additionalProperties: false,
    }
  }

  return { walk, circles: references.circles }
}

/** Writes what references lead to in their place; as a definition where a server knows it as one, or where it leads back to itself. */
function createReferences(root: JsonSchema, walkInPlace: Walk) {
  const { target } = flatSchemas(root)
  const names = new Map(listDefinitions(root).map(([name, schema]) => [schema, name]))
  const open = new Set<unknown>()
  const circular = new Map<unknown, { readonly name: string; strict?: JsonSchema }>()

  function walk(schema: JsonSchema, depth: number): JsonSchema | undefined {
    const { $ref } = schema
    if (typeof $ref !== 'string') return undefined
    const referred = target($ref)
    const name = names.get(referred)
    if (name !== undefined) return { $ref: `#/$defs/${pointerStep(name)}` }
    if (referred === root && !isWrapped(root)) return { $ref: '#' }
    if (circular.has(referred) || open.has(referred)) {
      const known = circular.get(referred) ?? { name: freeName() }
      circular.set(referred, known)
      return { $ref: `#/$defs/${known.name}` }
    }
    open.add(referred)
    const strict = walkInPlace(schema, depth)
    open.delete(referred)
    const circle = circular.get(referred)
    if (!circle) return strict
    circle.strict = strict
    return { $ref: `#/$defs/${circle.name}` }
  }

  const taken = new Set(names.values())
  let number = 0
  function freeName(): string {
    do number += 1
    while (taken.has(`part${number}`))
    return `part${number}`
  }

  const circles = () =>
    [...circular.values()].map(({ name, strict = anyScalar }) => [name, strict] as const)

  return { walk, circles }
}

const tooLarge = () =>
  new ServiceError('UNPROCESSABLE', 'The JSON schema is too large for a language model.')

const pointerStep = (name: string) =>
  encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

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

function makeDescription(schema: JsonSchema): { readonly description?: string } {
  const bounds = boundsInWords.flatMap((name) =>
    schema[name] === undefined || measureLength(schema[name]) > boundLengthMax
      ? []
      : [`${name}: ${JSON.stringify(schema[name])}`],
  )
  const { description, title } = schema
  const said = typeof description === 'string' ? description : title
  const parts = [
    ...(typeof said === 'string' ? [said.slice(0, descriptionLengthMax)] : []),
    ...(bounds.length > 0 ? [`(${bounds.join(', ')})`] : []),
  ]
  return parts.length === 0 ? {} : { description: parts.join(' ').slice(0, descriptionLengthMax) }
}

/** Longer bounds, defaults and examples are left out of descriptions. */
const boundLengthMax = 2_000
/** Of values that many references may lead to. */
const lengths = new WeakMap<object, number>()

/** Characters of a value as JSON. */
function measureLength(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return String(value).length
  const length = lengths.get(value) ?? JSON.stringify(value).length
  lengths.set(value, length)
  return length
}

/** The same schema, null included. */
function nullable(schema: JsonSchema): JsonSchema {
  if (acceptsNull(schema)) return schema
  const { enum: values, const: value, anyOf, $ref, type } = schema
  if (isList(anyOf)) return { ...schema, anyOf: [...anyOf, none] }
  if ($ref !== undefined || value !== undefined || type === undefined) {
    return { anyOf: [schema, none] }
  }
  const types = [...toList(type), 'null']
  return {
    ...schema,
    type: types,
    ...(isList(values) && { enum: [...values, null] }),
  }
}

function acceptsNull({ type, enum: values, anyOf }: JsonSchema): boolean {
  return (
    toList(type).includes('null') ||
    toList(values).includes(null) ||
    toList(anyOf).some((option) => isObject(option) && acceptsNull(option))
  )
}

const listDefinitions = ({ $defs, definitions }: JsonSchema): [string, unknown][] =>
  [definitions, $defs].flatMap((part) => (isObject(part) ? Object.entries(part) : []))

const typed = (type: unknown): JsonSchema => (type === undefined ? {} : { type })

const nullableType = (type: string, given: unknown) =>
  toList(given).includes('null') ? [type, 'null'] : type

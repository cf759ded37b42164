import { parseForeignJson } from '#kernel/foreign-json.ts'
import { isObject } from '#base/json-values.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'
import { createSchemaFit } from './schema-fit.ts'
import {
  isWrapped,
  getItems,
  toList,
  listOptions,
  getProperties,
  detectShape,
} from './schema-shape.ts'

const depthMax = 200

/**
 * A value that answers `toStrict(root)`, as `root` describes it: without the wrapping object, without the nulls that
 * stand for absent properties, and with maps instead of lists of pairs.
 */
export function fromStrict(value: unknown, root: JsonSchema): unknown {
  const reader = createReader(root)
  if (isWrapped(root) && isObject(value) && Object.keys(value).join() === 'value') {
    return reader.read(value['value'], root, 0)
  }
  return reader.read(value, root, 0)
}

function createReader(root: JsonSchema) {
  const { resolve, fits, acceptsNull } = createSchemaFit(root)

  function read(value: unknown, given: unknown, depth: number): unknown {
    if (value === null || depth > depthMax) return value
    const schema = chosen(value, resolve(given), depth)
    const shape = detectShape(schema)
    if (shape === 'free' && typeof value === 'string') return fromText(value)
    if (Array.isArray(value)) {
      if (shape === 'pairs' || shape === 'free') return fromPairs(value, schema, depth)
      const [items, { maxItems }] = [getItems(schema), schema]
      // Small models do not count; what is asked for are the first ones.
      const kept = typeof maxItems === 'number' ? value.slice(0, maxItems) : value
      return kept.map((item) => read(item, items, depth + 1))
    }
    return isObject(value) ? readObject(value, schema, depth) : repaired(value, schema)
  }

  function readObject(value: JsonSchema, schema: JsonSchema, depth: number): unknown {
    const properties = getProperties(schema)
    const required = new Set(toList(schema['required']))
    const members = Object.entries(value).flatMap(([name, member]) => {
      if (!Object.hasOwn(properties, name)) return [[name, member] as const]
      const isAbsent = member === null && !required.has(name) && !acceptsNull(properties[name])
      return isAbsent ? [] : [[name, read(member, properties[name], depth + 1)] as const]
    })
    return Object.fromEntries(members)
  }

  function fromPairs(pairs: readonly unknown[], schema: JsonSchema, depth: number): unknown {
    const members = pairs.flatMap((pair) =>
      isObject(pair) && typeof pair['name'] === 'string'
        ? [[pair['name'], read(pair['value'], schema['additionalProperties'], depth + 1)] as const]
        : [],
    )
    return Object.fromEntries(members)
  }

  /** Of the choices of a schema, the first whose strict form the value has. */
  function chosen(value: unknown, schema: JsonSchema, depth: number): JsonSchema {
    const options = listOptions(schema)
    if (options.length === 0) return schema
    const option = options.find((one) => fits(value, one, depth)) ?? {}
    const resolved = resolve(option)
    return depth > depthMax ? resolved : chosen(value, resolved, depth + 1)
  }

  return { read }
}

/** Small models write numbers as texts. */
function repaired(value: unknown, { type }: JsonSchema): unknown {
  const types = toList(type)
  const isNumber = types.includes('number') || types.includes('integer')
  if (typeof value !== 'string' || !isNumber || types.includes('string')) return value
  const text = value.trim()
  if (/^(?:null|none|n\/a)?$/i.test(text)) return types.includes('null') ? null : value
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : value
}

/** Models give an object of which the schema says nothing as JSON text, too. */
function fromText(text: string): unknown {
  try {
    const value: unknown = parseForeignJson(text)
    return isObject(value) ? value : text
  } catch {
    return text
  }
}

import { valueAtPointer } from '#kernel/json-pointer.ts'
import { isList, isObject } from '#kernel/json-values.ts'
import type { JsonSchema } from './model.ts'

const depthMax = 64

/** The schema that a reference inside of `root` points to; undefined for one that leads nowhere, or in circles. */
export function resolveReference(reference: string, root: JsonSchema): unknown {
  let current: unknown = reference
  for (let depth = 0; depth < depthMax; depth++) {
    const target = valueAtPointer(typeof current === 'string' ? current : '', root)
    if (!isObject(target) || typeof target['$ref'] !== 'string') return target
    current = target['$ref']
  }
  return undefined
}

/** One schema in the place of `allOf`: properties and required names of all parts together. */
export function mergeAllOf(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let merged: JsonSchema = {}
  for (const part of partsOf(schema, root)) merged = mergeTwo(merged, part)
  return merged
}

/** All parts, each once: the ones that are listed, what they refer to, and the schema itself as the last. */
function partsOf(schema: JsonSchema, root: JsonSchema): Set<JsonSchema> {
  const seen = new Set<JsonSchema>([schema])
  const parts = new Set<JsonSchema>()
  const add = (part: JsonSchema) => {
    for (const listed of isList(part['allOf']) ? part['allOf'] : []) {
      const isReference = isObject(listed) && typeof listed['$ref'] === 'string'
      const target = isReference ? resolveReference(String(listed['$ref']), root) : listed
      if (!isObject(target) || seen.has(target)) continue
      seen.add(target)
      add(target)
    }
    parts.add(part)
  }
  add(schema)
  return parts
}

function mergeTwo(left: JsonSchema, right: JsonSchema): JsonSchema {
  const { allOf: _allOf, ...rest } = right
  const properties = mergeRecords(left['properties'], right['properties'])
  const required = [...strings(left['required']), ...strings(right['required'])]
  return {
    ...left,
    ...rest,
    ...(properties && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  }
}

function mergeRecords(left: unknown, right: unknown): JsonSchema | undefined {
  if (!isObject(left)) return isObject(right) ? right : undefined
  return isObject(right) ? { ...left, ...right } : left
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

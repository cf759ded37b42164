import { valueAtPointer } from '#base/json-pointer.ts'
import { ReadError } from '#base/read-error.ts'
import { isList, isObject } from '#base/json-values.ts'
import { createStepCount, type Spend } from '#base/step-count.ts'
import type { JsonSchema } from './json-schema.ts'

/**
 * The one reader of a schema that was not written here: what refers to other parts of it, or is made of parts, becomes one schema
 * each, made once and kept. Members of flat schemas that are schemas themselves are given to the same reader.
 */
export interface FlatSchemas {
  /**
   * A schema without `$ref` and `allOf`: keywords and properties of all parts, those of the schema itself first, and required names
   * of all. `anyOf` and `oneOf` are those of the first part that has any.
   */
  readonly flat: (schema: unknown) => JsonSchema
  /** The same with the first usable choice of every `anyOf` and `oneOf` merged into it. */
  readonly chosen: (schema: unknown) => JsonSchema
  /** What a reference points to; undefined for one that leads nowhere. */
  readonly target: (reference: string) => unknown
}

/** A schema whose parts are too many to be put together. */
export class TooComplexError extends ReadError {}

/** Parts that are visited and members that are put together. */
export const schemaStepsMax = 200_000
/** The strict form of a schema, of which more is read than of the schema, takes more. */
const readerStepsMax = 4 * schemaStepsMax
/** A reference of this many characters counts as one step. */
const referenceLength = 32

const none: JsonSchema = Object.freeze({})
const readers = new WeakMap<JsonSchema, FlatSchemas>()

/** The reader of a schema; the same one each time. Its functions throw `SCHEMA_TOO_COMPLEX` when they have taken too many steps. */
export function flatSchemas(root: JsonSchema): FlatSchemas {
  const reader = readers.get(root) ?? createFlatSchemas(root, readerStepsMax)
  readers.set(root, reader)
  return reader
}

export function createFlatSchemas(root: JsonSchema, stepsMax: number): FlatSchemas {
  const spend = createStepCount(stepsMax, () => new TooComplexError('SCHEMA_TOO_COMPLEX'))
  const target = createTarget(root, spend)

  function createRead(withChoices: boolean): (schema: unknown) => JsonSchema {
    const kept = new Map<unknown, JsonSchema>()
    return function read(given) {
      const schema = withoutDetour(given, target, spend)
      if (!isObject(schema)) return none
      const before = kept.get(schema)
      if (before) return before
      const made = merge(collectParts(schema, { target, withChoices, spend }), spend)
      kept.set(schema, made)
      return made
    }
  }

  return { flat: createRead(false), chosen: createRead(true), target }
}

type Target = FlatSchemas['target']

function createTarget(root: JsonSchema, spend: Spend): Target {
  const targets = new Map<string, unknown>()
  return function target(reference) {
    if (!targets.has(reference)) {
      spend(Math.ceil(reference.length / referenceLength))
      targets.set(reference, valueAtPointer(reference, root))
    }
    return targets.get(reference)
  }
}

/** What a schema that is a reference and nothing else refers to, at last; nothing for references in a circle. */
function withoutDetour(given: unknown, target: Target, spend: Spend): unknown {
  const seen = new Set<unknown>()
  let schema = given
  while (isObject(schema) && typeof schema['$ref'] === 'string') {
    if (seen.has(schema)) return undefined
    seen.add(schema)
    spend(1)
    if (Object.keys(schema).length > 1) break
    schema = target(schema['$ref'])
  }
  return schema
}

interface PartsDeps {
  readonly target: Target
  readonly withChoices: boolean
  readonly spend: Spend
}

/** A schema, what it refers to, and what it lists in `allOf`, each once; with choices, the usable one of each as well. */
function collectParts(
  schema: JsonSchema,
  { target, withChoices, spend }: PartsDeps,
): ReadonlySet<JsonSchema> {
  const parts = new Set<JsonSchema>()
  const waiting: unknown[] = [schema]
  while (waiting.length > 0) {
    const part = waiting.pop()
    spend(1)
    if (!isObject(part) || parts.has(part)) continue
    parts.add(part)
    const { $ref, allOf } = part
    const choice = withChoices ? usableChoice(part, spend) : undefined
    if (choice) waiting.push(choice)
    if (isList(allOf)) {
      spend(allOf.length)
      for (const listed of allOf.toReversed()) waiting.push(listed)
    }
    if (typeof $ref === 'string') waiting.push(target($ref))
  }
  return parts
}

function usableChoice({ anyOf, oneOf }: JsonSchema, spend: Spend): JsonSchema | undefined {
  for (const choices of [anyOf, oneOf]) {
    for (const choice of isList(choices) ? choices : []) {
      spend(1)
      if (isObject(choice) && choice['type'] !== 'null') return choice
    }
  }
  return undefined
}

function merge(parts: ReadonlySet<JsonSchema>, spend: Spend): JsonSchema {
  const merged = Object.create(null) as Record<string, unknown>
  const properties = Object.create(null) as Record<string, unknown>
  const required = new Set<unknown>()
  let hasChoices = false
  for (const part of parts) {
    const { $ref: _ref, allOf: _allOf, anyOf, oneOf, ...own } = part
    addTo(merged, own, spend)
    if (isObject(own['properties'])) addTo(properties, own['properties'], spend)
    const names = isList(own['required']) ? own['required'] : []
    spend(names.length)
    for (const name of names) required.add(name)
    if (hasChoices || (anyOf === undefined && oneOf === undefined)) continue
    hasChoices = true
    addTo(
      merged,
      { ...(anyOf !== undefined && { anyOf }), ...(oneOf !== undefined && { oneOf }) },
      spend,
    )
  }
  if (isObject(merged['properties'])) merged['properties'] = properties
  if (isList(merged['required'])) merged['required'] = [...required]
  return merged
}

/** Adds members that are not there yet. */
function addTo(all: Record<string, unknown>, more: JsonSchema, spend: Spend): void {
  const names = Object.keys(more)
  spend(names.length)
  for (const name of names) if (!(name in all)) all[name] = more[name]
}

import { isList, isObject } from '#base/json-values.ts'
import {
  createFlatSchemas,
  schemaStepsMax,
  TooComplexError,
  type FlatSchemas,
} from './flat-schema.ts'
import { listInner, type JsonSchema, type Step } from './json-schema.ts'
import { isValidNode } from './keywords.ts'

/** What is wrong with a schema, and where. */
export interface SchemaProblem {
  readonly code: 'UNPROCESSABLE' | 'SCHEMA_TOO_COMPLEX'
  readonly path: readonly Step[]
  readonly message: string
}

/** How large schemas may be together. */
export interface SchemaSizes {
  /** Members and elements at every depth. */
  values: number
  /** Characters of names and texts. */
  characters: number
}

const valuesMax = 10_000
const charactersMax = 250_000
const depthMax = 128
const choicesMax = 1_000
/** Patterns are parsed. */
const patternsLengthMax = 200_000
const notValid = 'This is not a JSON Schema.'

/** What is wrong with the size of a schema, which is added to those before it. Nothing is recursive before this was asked. */
export function findSizeProblem(schema: JsonSchema, sizes: SchemaSizes): SchemaProblem | undefined {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [
    { value: schema, depth: 1 },
  ]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next
    sizes.values += 1
    if (typeof value === 'string') sizes.characters += value.length
    if (typeof value !== 'object' || value === null) continue
    if (depth > depthMax)
      return tooComplex(`A schema may be nested at most ${depthMax} levels deep.`)
    const isNamed = !Array.isArray(value)
    for (const [name, member] of Object.entries(value)) {
      if (isNamed) sizes.characters += name.length
      waiting.push({ value: member, depth: depth + 1 })
    }
    if (sizes.values + waiting.length > valuesMax) {
      const message = `The schemas of a request may have at most ${valuesMax} values together.`
      return { code: 'UNPROCESSABLE', path: [], message }
    }
  }
  return sizes.characters > charactersMax
    ? tooComplex(`The schemas of a request may have at most ${charactersMax} characters together.`)
    : undefined
}

const tooComplex = (message: string, path: readonly Step[] = []): SchemaProblem => ({
  code: 'SCHEMA_TOO_COMPLEX',
  path,
  message,
})

interface Node {
  readonly schema: unknown
  /** The last steps to it, after those of its parent. */
  readonly steps: readonly Step[]
  readonly parent?: Node
  /** Whether it is only a part of another schema, in `allOf`. */
  readonly isPart?: boolean
}

/** What is wrong with a schema of a permitted size: what is no schema, leads nowhere, or takes too many steps to be put together. */
export function findSchemaProblem(
  root: JsonSchema,
  stepsMax = schemaStepsMax,
): SchemaProblem | undefined {
  if (isAnything(root)) return invalid('Name the properties of the object.')
  const flat = createFlatSchemas(root, stepsMax)
  const seen = new Set<JsonSchema>()
  const patterns = { length: 0 }
  const referred: Node[] = []
  const waiting: Node[] = [{ schema: root, steps: [] }]
  for (;;) {
    const inPlace = waiting.pop()
    // What is referred to need not stand where a schema has to be.
    const node = inPlace ?? referred.pop()
    if (!node) return undefined
    const { schema } = node
    if (inPlace && !isValidNode(schema)) return invalid(notValid)
    if (!isObject(schema) || seen.has(schema)) continue
    seen.add(schema)
    const problem = problemOfNode(node, flat) ?? problemOfPatterns(schema, patterns)
    if (problem)
      return problem.code === 'UNPROCESSABLE' ? problem : { ...problem, path: listPath(node) }
    for (const [steps, inner] of listInner(schema))
      waiting.push({ schema: inner, steps, parent: node, isPart: steps[0] === 'allOf' })
    const { $ref } = schema
    if (typeof $ref === 'string')
      referred.push({ schema: flat.target($ref), steps: $ref.slice(2).split('/', depthMax) })
  }
}

/** Whether an object may have any properties: a model would have nothing to extract. */
function isAnything({ type, properties, additionalProperties }: JsonSchema): boolean {
  return type === 'object' && properties === undefined && additionalProperties === true
}

const invalid = (message: string): SchemaProblem => ({ code: 'UNPROCESSABLE', path: [], message })

function problemOfNode({ schema, isPart }: Node, flat: FlatSchemas): SchemaProblem | undefined {
  const { $ref, enum: choices } = schema as JsonSchema
  if (isList(choices) && choices.length > choicesMax)
    return invalid(`An enum may have at most ${choicesMax} values.`)
  try {
    if (typeof $ref === 'string' && !leadsSomewhere($ref, flat))
      return invalid(`${shown($ref)} leads nowhere.`)
    if (isPart !== true) {
      flat.flat(schema)
      flat.chosen(schema)
    }
  } catch (thrown) {
    if (!(thrown instanceof TooComplexError)) throw thrown
    return tooComplex(
      `Putting the parts of the schema together takes more than ${schemaStepsMax} steps. Use fewer references, and shorter lists in allOf.`,
    )
  }
  return undefined
}

/** References may point into the schema, by a pointer or a name; nothing is fetched. */
function leadsSomewhere(reference: string, flat: FlatSchemas): boolean {
  if (!reference.startsWith('#/')) return reference.startsWith('#')
  return flat.target(reference) !== undefined
}

function problemOfPatterns(
  { pattern, patternProperties }: JsonSchema,
  patterns: { length: number },
): SchemaProblem | undefined {
  const names = isObject(patternProperties) ? Object.keys(patternProperties) : []
  for (const text of [pattern, ...names]) {
    if (typeof text !== 'string') continue
    patterns.length += text.length
    if (patterns.length > patternsLengthMax)
      return tooComplex(
        `The patterns of a schema may have at most ${patternsLengthMax} characters together.`,
      )
    if (!isPattern(text)) return invalid(`${shown(text)} is not a regular expression.`)
  }
  return undefined
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}

const shownMax = 200
const shown = (text: string) => (text.length > shownMax ? `${text.slice(0, shownMax)}…` : text)

function listPath(node: Node): readonly Step[] {
  const path: Step[] = []
  for (let at: Node | undefined = node; at; at = at.parent) path.unshift(...at.steps)
  return path
}

import type { Fact, PageFacts } from '#content/html/facts/page-facts.ts'
import { coerce } from './coerce.ts'
import { createFillList } from './fill-list.ts'
import { ReadError } from '#base/read-error.ts'
import { createStepCount, type Spend } from '#base/step-count.ts'
import { flatSchemas } from '#schemas/flat-schema.ts'
import { propertiesOf, typeOf, withMember, type JsonSchema } from '#schemas/json-schema.ts'
import { createNameMatch, foldedName } from './name-match.ts'

/** A value made for a schema. */
export interface Filled {
  readonly value: unknown
  /** Paths of required members that the page does not state: they are null. */
  readonly missing: readonly string[]
  /** Where each filled member is stated, by path. */
  readonly sources: Readonly<Record<string, string>>
}

/** Where a node of a schema is. */
interface Place {
  readonly name: string
  readonly path: string
  /** Name of the object that the property is in. */
  readonly within: string
  readonly depth: number
}

const depthMax = 12
const nodesMax = 600
const arraysMax = 20
/** Comparisons of names and cells. */
const stepsMax = 30_000_000

/**
 * Fills a JSON Schema from what a page states, without a language model: scalars by the meaning of their names, arrays of
 * objects from the list whose columns fit best. Optional members that nothing states are left out, required ones are null.
 * `spend` counts comparisons; by default it throws `UNPROCESSABLE` when schema and page are too large for each other.
 */
export function fill(
  root: JsonSchema,
  { facts, lists }: PageFacts,
  spend = createStepCount(stepsMax, tooMuch),
): Filled {
  const missing: string[] = []
  const sources: Record<string, string> = Object.create(null) as Record<string, string>
  const { chosen } = flatSchemas(root)
  const fillList = createFillList(flatSchemas(root), lists, spend)
  const candidates = createCandidates(facts, spend)
  let [nodes, arrays] = [0, 0]

  function fillNode(raw: unknown, place: Place): unknown {
    nodes += 1
    if (nodes > nodesMax || place.depth > depthMax) return undefined
    const schema = chosen(raw)
    const type = typeOf(schema)
    if (type === 'object') return fillObject(schema, place)
    if (type !== 'array') return fillScalar(schema, place)
    return ++arrays > arraysMax ? undefined : fillArray(schema, place)
  }

  function fillObject(schema: JsonSchema, { name, path, depth }: Place): unknown {
    let value: JsonSchema = {}
    const unfilled: string[] = []
    let filled = 0
    for (const { name: key, schema: sub, isRequired } of propertiesOf(schema)) {
      const at = path === '' ? key : `${path}.${key}`
      const member = fillNode(sub, { name: key, path: at, within: name, depth: depth + 1 })
      if (member !== undefined) filled += 1
      else if (isRequired) unfilled.push(at)
      if (member !== undefined || isRequired) value = withMember(value, key, member ?? null)
    }
    if (filled === 0 && path !== '') return undefined
    missing.push(...unfilled)
    return value
  }

  function fillArray(schema: JsonSchema, { name, path }: Place): unknown {
    const items = chosen(schema['items'])
    if (typeOf(items) === 'object') {
      const list = fillList(items, name)
      if (list) sources[path] = list.source
      return list?.rows
    }
    const fact = candidates({ name, within: '' })[0]
    const values = valuesOf(fact, items)
    if (values.length === 0 || !fact) return undefined
    sources[path] = fact.source
    return values
  }

  function fillScalar(schema: JsonSchema, place: Place): unknown {
    for (const fact of candidates(place)) {
      const value = coerce(fact.value, schema, isMachine(fact))
      if (value === undefined) continue
      sources[place.path] = fact.source
      return value
    }
    return undefined
  }

  const value = fillNode(root, { name: '', path: '', within: '', depth: 0 })
  return { value: value ?? null, missing, sources }
}

/** The single values of a fact that fit the items of an array. */
const valuesOf = (fact: Fact | undefined, items: JsonSchema) =>
  (fact?.values ?? fact?.value.split(/[,;] /) ?? [])
    .map((text) => coerce(text, items, isMachine(fact)))
    .filter((value) => value !== undefined)

const tooMuch = () =>
  new ReadError(
    'UNPROCESSABLE',
    'Filling the schema takes too long: it has many properties and the page many tables. Ask for fewer, or select a part of the page with includeTags.',
  )

/** Facts that match a property: by name, those of its object first, then by trust. */
function createCandidates(facts: readonly Fact[], spend: Spend) {
  const named = facts.map((fact) => ({ fact, folded: foldedName(fact.name) }))
  return function candidates({ name, within }: Pick<Place, 'name' | 'within'>): readonly Fact[] {
    spend(named.length)
    const match = createNameMatch(name)
    const matchWithin = createNameMatch(within)
    const found: { readonly fact: Fact; readonly score: number }[] = []
    for (const { fact, folded } of named) {
      const score = match(folded)
      if (score === 0) continue
      const isInside = fact.within !== undefined && matchWithin(foldedName(fact.within)) > 0
      found.push({ fact, score: score * 100 + (isInside ? 50 : 0) + fact.weight })
    }
    return found.toSorted((one, other) => other.score - one.score).map(({ fact }) => fact)
  }
}

const machineSources = new Set(['json-ld', 'microdata', 'rdfa', 'meta', 'state'])
const isMachine = (fact: Fact | undefined) => fact !== undefined && machineSources.has(fact.source)

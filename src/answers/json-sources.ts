import { isObject } from '#base/json-values.ts'
import type { Spend } from '#base/step-count.ts'
import type { Filled } from '#content/fill/fill.ts'
import { createLocate } from '#content/fill/locate.ts'
import { readProfile } from '#content/fill/profile.ts'
import type { PageFacts } from '#content/html/facts/page-facts.ts'
import { flatSchemas } from '#schemas/flat-schema.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'
import type { EvidencedValue } from './check-evidence.ts'
import { findBestPlace } from './field-evidence.ts'

/** Where a value of an answer comes from. */
export interface JsonSource {
  /** For example `offers[2].price`. */
  readonly path: string
  /** `declared` for structured data and meta tags, `rules` for what the page shows, `model` for the language model. */
  readonly madeBy: 'declared' | 'rules' | 'model'
  /** The line of the page that holds the value; absent when it is only declared. */
  readonly text?: string
  /** A CSS selector of the block that the line stands in; absent for documents without elements. */
  readonly selector?: string
}

interface SourcesInput {
  readonly schema: JsonSchema
  readonly facts: PageFacts
  readonly filled: Filled | undefined
  /** Places of the values that a model gave. */
  readonly found: readonly EvidencedValue[]
}

const sourcesMax = 500
const textLengthMax = 300
const depthMax = 64
const shown = new Set(['text', 'table', 'blocks', 'label', 'element'])

/** The source of each scalar of a value, in its order. */
export function jsonSources(
  value: unknown,
  { schema, facts, filled, found }: SourcesInput,
  spend: Spend,
): readonly JsonSource[] {
  const { chosen } = flatSchemas(schema)
  const locate = createLocate(facts, spend)
  const byModel = new Map(found.map(({ path, place }) => [path, place]))
  const sources: JsonSource[] = []
  const walk = (inner: unknown, raw: unknown, at: Walked): void => {
    if (inner === null || inner === undefined || at.depth > depthMax) return
    if (sources.length >= sourcesMax) return
    const own = chosen(raw)
    const depth = at.depth + 1
    const from = filled?.sources[at.path]?.source ?? at.from
    if (Array.isArray(inner)) {
      for (const [index, item] of inner.entries())
        walk(item, own['items'], { ...at, path: `${at.path}[${index}]`, from, depth })
    } else if (isObject(inner)) {
      const properties = isObject(own['properties']) ? own['properties'] : {}
      for (const [name, member] of Object.entries(inner)) {
        const path = at.path === '' ? name : `${at.path}.${name}`
        walk(member, properties[name], { name, path, from, depth })
      }
    } else {
      const place = byModel.get(at.path) ?? findBestPlace(locate, inner, readProfile(at.name, own))
      const isDeclared = from !== undefined && !shown.has(from)
      const byRules = isDeclared ? 'declared' : 'rules'
      const madeBy = byModel.has(at.path) || from === undefined ? 'model' : byRules
      sources.push({
        path: at.path,
        madeBy,
        ...(place && { text: place.text.slice(0, textLengthMax) }),
        ...(place?.selector !== undefined && { selector: place.selector }),
      })
    }
  }
  walk(value, schema, { name: '', path: '', from: undefined, depth: 0 })
  return sources
}

interface Walked {
  readonly name: string
  readonly path: string
  /** What the rules read it from. */
  readonly from: string | undefined
  readonly depth: number
}

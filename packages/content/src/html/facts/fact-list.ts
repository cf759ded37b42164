import { oneLine } from '#content/html/walk.ts'
import { isObject, type JsonObject } from '#base/json-values.ts'
import { findMeaning } from './meanings.ts'
import type { Fact, FactSource } from './page-facts.ts'

const factsMax = 3_000
const perNameMax = 40
const valueLengthMax = 5_000
const valuesMax = 200

export interface NewFact {
  readonly name: string
  readonly value: unknown
  readonly source: FactSource
  readonly weight: number
  readonly within?: string | undefined
}

/** Collects facts: names folded, values as text, bounded, without repetitions. */
export interface FactCollector {
  add(fact: NewFact): void
  /** Most trusted first. */
  sorted(): Fact[]
}

export function createFactCollector(): FactCollector {
  const facts: Fact[] = []
  const counts = new Map<string, number>()
  const known = new Set<string>()
  return {
    add({ name, value, source, weight, within }) {
      const meaning = findMeaning(name)
      const values = listTexts(value).slice(0, valuesMax)
      const text = values.join(', ')
      const key = `${meaning}\n${within ?? ''}\n${text}`
      const count = counts.get(meaning) ?? 0
      const isFull = facts.length >= factsMax || count >= perNameMax
      if (meaning === '' || text === '' || text.length > valueLengthMax || isFull || known.has(key))
        return
      known.add(key)
      counts.set(meaning, count + 1)
      facts.push({
        name: meaning,
        value: text,
        ...(values.length > 1 && { values }),
        source,
        ...(within !== undefined && within !== '' && { within: findMeaning(within) }),
        weight,
      })
    },
    sorted: () => facts.toSorted((one, other) => other.weight - one.weight),
  }
}

const depthMax = 4

/** The schema.org types of an object, with a space between them. */
export const joinTypes = (object: JsonObject): string =>
  [object['@type']].flat().map(String).join(' ')

export const firstText = (value: unknown): string | undefined =>
  listTexts(Array.isArray(value) ? value[0] : value)[0]

/** The texts of a declared value: those of a list one by one, and the name of a thing. */
export function listTexts(value: unknown, depth = 0): string[] {
  if (depth > depthMax) return []
  if (typeof value === 'string') {
    const text = plain(value)
    return text === '' ? [] : [text]
  }
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  if (Array.isArray(value))
    return value.slice(0, valuesMax).flatMap((each) => listTexts(each, depth + 1))
  if (!isObject(value)) return []
  const { name, url, text, ...rest } = value
  return listTexts(rest['@value'] ?? name ?? text ?? url ?? rest['@id'], depth + 1).slice(0, 1)
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&#39;': "'",
  '&#039;': "'",
  '&apos;': "'",
  '&rsquo;': '’',
  '&#8217;': '’',
}

/** Declared texts often hold the markup of the page. */
function plain(text: string): string {
  const cut = text.slice(0, valueLengthMax * 2)
  const bare = cut.includes('<') ? cut.replaceAll(/<\/?[a-z][^<>]{0,1000}>/gi, ' ') : cut
  const decoded = bare.includes('&')
    ? bare.replaceAll(/&#?\w{1,8};/g, (entity) => entities[entity] ?? entity)
    : bare
  return oneLine(decoded)
}

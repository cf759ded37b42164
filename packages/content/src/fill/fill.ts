import { arraysMax, nodesMax } from './limits.ts'
import type { Fact, PageFacts } from '#content/html/facts/page-facts.ts'
import { foldName } from '#content/html/facts/meanings.ts'
import { ReadError } from '#base/read-error.ts'
import { createStepCount, type Spend } from '#base/step-count.ts'
import { flatSchemas } from '#schemas/flat-schema.ts'
import { listProperties, readType, withMember, type JsonSchema } from '#schemas/json-schema.ts'
import { coerce } from './coerce.ts'
import { createFillList } from './fill-list.ts'
import { createNameMatch, foldedName } from './name-match.ts'
import { createReadSite } from './name-of-site.ts'
import { writeOutline } from './outline.ts'
import { isEntity, readProfile, type Profile } from './profile.ts'
import { createReadRows } from './read-blocks.ts'
import { createReadCell } from './read-cell.ts'
import { readAddressPart, readPartyPart } from './read-address.ts'
import { createReadList } from './read-list.ts'
import { createReadLeft, withLeft } from './read-left.ts'
import { createReadPlaces } from './read-places.ts'
import { createReadText } from './read-text.ts'

/** A value made for a schema. */
export interface Filled {
  readonly value: unknown
  /** Paths of members that the page does not state; required ones are null. */
  readonly missing: readonly string[]
  /** Names of members of the whole that only their kind and their order tell: the one weight that nothing else is. */
  readonly left: readonly string[]
  /** Paths of members that were not looked for, because the schema has too many. */
  readonly unread: readonly string[]
  /** What each filled scalar and list was read from, by path. */
  readonly sources: Readonly<Record<string, FilledFrom>>
}

/** A declared fact or list by its kind, or the line that a value was read from. */
export interface FilledFrom {
  readonly source: string
  readonly line?: number
}

/** Where a node of a schema is. */
interface Place {
  readonly name: string
  readonly path: string
  /** Name of the object that the property is in. */
  readonly within: string
  readonly depth: number
  /** Whether the object has a date beside it. */
  readonly isDated?: boolean
}

/** A value and what it was read from. */
interface Found {
  readonly value: unknown
  readonly from: FilledFrom
}

/** Deeper members are not read: a schema that refers to itself has no end. */
const depthMax = 12
/** Comparisons of names and cells. */
const stepsMax = 30_000_000
/** What reading the name of a member takes in comparisons. */
const nodeSteps = 20

/**
 * Fills a JSON Schema from what a page states, without a language model: scalars by the meaning of their names from declared data,
 * labels and sentences, arrays from the list, table or blocks that fit best. Optional members that nothing states are left out,
 * required ones are null. `spend` counts comparisons; by default it throws `UNPROCESSABLE` when schema and page are too large
 * for each other.
 */
export function fill(
  root: JsonSchema,
  facts: PageFacts,
  spend = createStepCount(stepsMax, tooMuch),
): Filled {
  const missing: string[] = []
  const unread = new Set<string>()
  const sources: Record<string, FilledFrom> = Object.create(null) as Record<string, FilledFrom>
  const { chosen } = flatSchemas(root)
  const read = createReaders(root, facts, spend)
  let [nodes, arrays] = [0, 0]

  function fillNode(raw: unknown, place: Place): unknown {
    nodes += 1
    spend(nodeSteps)
    if (place.depth > depthMax) return undefined
    if (nodes > nodesMax) return void unread.add(place.path)
    const schema = chosen(raw)
    const type = readType(schema)
    if (type === 'object') return fillObject(schema, place)
    if (type === 'array' && ++arrays > arraysMax) return void unread.add(place.path)
    const items = chosen(schema['items'])
    const found = type === 'array' ? read.list(schema, items, place) : read.scalar(schema, place)
    if (found) sources[place.path] = found.from
    return found?.value
  }

  function fillObject(schema: JsonSchema, { name, path, depth }: Place): unknown {
    let value: JsonSchema = {}
    const unfilled: string[] = []
    let filled = 0
    const members = listProperties(schema)
    const isDated = members.some(({ name: key }) => dateName.test(foldName(key)))
    for (const { name: key, schema: sub, isRequired } of members) {
      const at = path === '' ? key : `${path}.${key}`
      const place = { name: key, path: at, within: name, depth: depth + 1, isDated }
      const member = fillNode(sub, place)
      if (member !== undefined) filled += 1
      else if (!unread.has(at)) unfilled.push(at)
      if (member !== undefined || isRequired) value = withMember(value, key, member ?? null)
    }
    if (filled === 0 && path !== '') return undefined
    missing.push(...unfilled)
    return value
  }

  const whole = fillNode(root, { name: '', path: '', within: '', depth: 0 }) ?? null
  const left = read.left(whole, missing)
  for (const [name, { line }] of left) sources[name] = shown(line)
  return {
    value: left.size === 0 ? whole : withLeft(whole, left, listProperties(chosen(root))),
    missing: missing.filter((path) => !left.has(path)),
    left: [...left.keys()],
    unread: [...unread],
    sources,
  }
}

/** Reads scalars and lists: what a page declares before what it shows. */
function createReaders(root: JsonSchema, page: PageFacts, spend: Spend) {
  const { facts, lists, text } = page
  const schemas = flatSchemas(root)
  const outline = writeOutline(text, facts.find(({ name }) => name === 'language')?.value)
  const candidates = createCandidates(facts, spend)
  const fillList = createFillList(schemas, lists, spend)
  const readText = createReadText(outline, spend)
  const readList = createReadList(outline, spend)
  const readRows = createReadRows(outline, schemas, spend)
  // A page with a title of its own is none of the company in it.
  const asked = listProperties(schemas.chosen(root)).map(({ name, schema }) =>
    readProfile(name, schemas.chosen(schema)),
  )
  const readPlace = createReadPlaces(outline, asked)
  const readCell = createReadCell(lists, spend)
  const isNamedApart = asked.some(isNameFor)
  const { isNameOfSite, nameOfSite, ownerOfSite } = createReadSite(outline, page, asked)

  function scalar(schema: JsonSchema, place: Place): Found | undefined {
    const name = nameMember(place)
    const named = readProfile(name, schema)
    // The name in `author` is that of the author, not that of the page.
    const isOther = !isEntity(place.within) || isNamedApart
    const isOfOther = isNameFor(named) && place.depth > 1 && isOther
    const profile = isOfOther ? readProfile(place.within, schema) : named
    // What is named so is an amount or a date, not a thing with a name.
    if (isOfOther && !/^(?:text|person|people|place|list)$/.test(profile.form)) return undefined
    const isTitle = isShownBetter(profile) || isNameOfSite(profile)
    const facts = candidates(
      isOfOther ? { name: place.within, within: '' } : { name, within: place.within },
    )
    const isStrong = ({ weight, source }: Fact) =>
      weight >= strongMin && !(isTitle && source === 'metadata')
    const strong = findFirst(facts.filter(isStrong), schema)
    if (strong) return strong
    const party = readPartyPart(outline, named)
    if (party) return { value: party.value, from: shown(party.line) }
    if (addressName.test(foldName(place.within))) {
      const part = readAddressPart(outline, readProfile(place.within, { type: 'object' }), named)
      if (part) return { value: part.value, from: shown(part.line) }
      // Without a heading of its own, who lives at an address is not known.
      if (isNameFor(named)) return undefined
    }
    if (isNameOfSite(profile)) return nameOfSite(profile)
    const read = readText(profile) ?? readPlace(profile)
    if (read) return { value: read.value, from: shown(read.line) }
    const weak = facts.filter((fact) => !isStrong(fact) && fact.weight >= weakMin)
    return readCell(profile) ?? findFirst(weak, schema) ?? ownerOfSite(profile, isOfOther)
  }

  function list(schema: JsonSchema, items: JsonSchema, { name }: Place): Found | undefined {
    const profile = readProfile(name, schema)
    if (readType(items) === 'object') {
      const filled = fillList(items, name)
      if (filled) return { value: filled.rows, from: { source: filled.source } }
      const rows = readRows(items, profile)
      return rows && { value: rows.rows, from: shown(rows.lines[0] ?? 0) }
    }
    const [fact] = candidates({ name, within: '' })
    const values = listValues(fact, items)
    if (values.length > 0 && fact) return { value: values, from: { source: fact.source } }
    const read = readList(profile, items)
    return read && { value: read.values, from: shown(read.line) }
  }

  return { scalar, list, left: createReadLeft(outline, asked, spend) }
}

const addressName =
  /(?:^| )(?:address|adresse|anschrift|adres|dirección|direccion|indirizzo|endereço|endereco|morada|adress|adresa|delivery|shipping|billing)(?: |$)/
/** Ends of a range and days of a thing in a thing are read by both names: `opening.from`. */
function nameMember({ name, within, depth, isDated }: Place): string {
  if (isDated === true && begun.test(name)) return `${name}_time`
  return depth > 1 && !isEntity(within) && vagueMember.test(name) ? `${within}_${name}` : name
}

const dateName = /^(?:date|day|datum|tag|fecha|data|dato|event date)$/
/** Beside a date it is the time of day. */
const begun = /^(?:start|starts|end|ends|begin|beginn|ende)$/i
const vagueMember =
  /^(?:min|max|minimum|maximum|low|high|lower|upper|from|to|start|end|date|time)$/i

/** What a page shows says more of these than its metadata. */
const shownMeanings = new Set(['title', 'job title', 'thing name', 'language'])

const isShownBetter = ({ meanings }: Profile): boolean =>
  meanings.some(({ name }) => shownMeanings.has(name))

const isNameFor = ({ meanings }: Profile): boolean => meanings[0]?.name === 'title'

const shown = (line: number): FilledFrom => ({ source: 'text', line })

/** What a page declares of its own matter, and what it says beside it. */
const [strongMin, weakMin] = [4, 2]

function findFirst(facts: readonly Fact[], schema: JsonSchema): Found | undefined {
  for (const fact of facts) {
    const value = coerce(fact.value, schema, isMachine(fact))
    if (value !== undefined) return { value, from: { source: fact.source } }
  }
  return undefined
}

/** The single values of a fact that fit the items of an array. */
const listValues = (fact: Fact | undefined, items: JsonSchema) =>
  (fact?.values ?? fact?.value.split(/[,;] /) ?? [])
    .map((text) => coerce(text, items, isMachine(fact)))
    .filter((value) => value !== undefined)

const tooMuch = () =>
  new ReadError(
    'UNPROCESSABLE',
    'Filling the schema takes too long: it has many properties and the page many tables. Ask for fewer, or select a part of the page with includeTags.',
  )

/** What a page shows is read from its lines instead. */
const shownSources = new Set(['table', 'label', 'element'])

/** Declared facts that match a property: by name, those of its object first, then by trust. */
function createCandidates(facts: readonly Fact[], spend: Spend) {
  const named = facts
    .filter(({ source }) => !shownSources.has(source))
    .map((fact) => ({ fact, folded: foldedName(fact.name) }))
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

import { isTag, type Element } from 'domhandler'
import { listElements, oneLine, readText } from '#content/html/walk.ts'
import type { JsonObject } from '#base/json-values.ts'

/** How a syntax of attributes says what is a thing, and what a property of one. */
interface Syntax {
  readonly isThing: (element: Element) => boolean
  readonly readType: (element: Element) => string
  readonly listProperties: (element: Element) => readonly string[]
}

const words = (text: string | undefined) =>
  text?.split(/\s+/).filter(Boolean).slice(0, wordsMax) ?? []
const wordsMax = 10
const local = (name: string) =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':'), name.lastIndexOf('#')) + 1)

const microdata: Syntax = {
  isThing: ({ attribs }) => attribs['itemscope'] !== undefined,
  readType: ({ attribs }) => words(attribs['itemtype']).map(local).join(' '),
  listProperties: ({ attribs }) => words(attribs['itemprop']).map(local),
}

const rdfa: Syntax = {
  isThing: ({ attribs }) => attribs['typeof'] !== undefined,
  readType: ({ attribs }) => words(attribs['typeof']).map(local).join(' '),
  listProperties: ({ attribs, name }) =>
    name === 'meta' ? [] : words(attribs['property']).map(local),
}

const thingsMax = 2_000
const propertiesMax = 20_000
const valueLengthMax = 5_000

/** The things that a page marks up by attributes of its elements; outermost ones only. */
export interface MarkedItems {
  /** Properties outside of their things (`itemref`) included. */
  readonly microdata: readonly JsonObject[]
  readonly rdfa: readonly JsonObject[]
}

export const readMarkedItems = (elements: readonly Element[]): MarkedItems => ({
  microdata: readThings(elements, microdata),
  rdfa: readThings(elements, rdfa),
})

type Thing = Record<string, unknown>

function readThings(elements: readonly Element[], syntax: Syntax): JsonObject[] {
  const things = new Map<Element, Thing>()
  const outer: JsonObject[] = []
  const references: [Thing, string][] = []
  let count = 0
  for (const element of elements) {
    const isThing = syntax.isThing(element)
    const properties = syntax.listProperties(element)
    if ((!isThing && properties.length === 0) || things.size >= thingsMax) continue
    count += 1
    if (count > propertiesMax) break
    const owner = findOwner(element, things)
    let thing: Thing | undefined
    if (isThing) {
      thing = { '@type': syntax.readType(element) }
      things.set(element, thing)
      for (const id of words(element.attribs['itemref'])) references.push([thing, id])
      if (properties.length === 0 || !owner) outer.push(thing)
    }
    if (owner) for (const name of properties) put(owner, name, thing ?? valueOf(element, name))
  }
  addReferenced(references, { elements, things, syntax })
  return outer
}

function findOwner(element: Element, things: ReadonlyMap<Element, Thing>): Thing | undefined {
  for (let at = element.parent; at && isTag(at); at = at.parent) {
    const thing = things.get(at)
    if (thing) return thing
  }
  return undefined
}

function addReferenced(
  references: readonly (readonly [Thing, string])[],
  {
    elements,
    things,
    syntax,
  }: { elements: readonly Element[]; things: ReadonlyMap<Element, Thing>; syntax: Syntax },
): void {
  if (references.length === 0) return
  const wanted = new Set(references.map(([, id]) => id))
  const byId = new Map<string, Element>()
  for (const element of elements) {
    const { id } = element.attribs
    if (id !== undefined && wanted.has(id) && !byId.has(id)) byId.set(id, element)
  }
  for (const [thing, id] of references.slice(0, referencesMax)) {
    const place = byId.get(id)
    if (!place) continue
    for (const element of [place, ...listElements(place).slice(0, referencedMax)]) {
      if (findOwner(element, things)) continue
      for (const name of syntax.listProperties(element))
        put(thing, name, things.get(element) ?? valueOf(element, name))
    }
  }
}

const referencesMax = 30
/** Elements of a referenced part. */
const referencedMax = 1_000

function put(thing: Thing, name: string, value: unknown): void {
  if (name === '' || name === '__proto__') return
  const known = thing[name]
  if (known === undefined) thing[name] = value
  else if (Array.isArray(known)) known.push(value)
  else thing[name] = [known, value]
}

const linkTags = new Set(['a', 'link', 'area'])
const addresses = new Set(
  'url sameAs image logo license item contentUrl mainEntityOfPage availability itemCondition'.split(
    ' ',
  ),
)

/** What an element states as the value of a property. */
function valueOf(element: Element, property: string): string {
  const { name, attribs } = element
  // By the standard a link states its target; most pages mean its text.
  const isTarget = name !== 'a' || addresses.has(property)
  const declared =
    attribs['content'] ??
    (isTarget && linkTags.has(name) ? attribs['href'] : undefined) ??
    (name === 'img' || name === 'source' || name === 'iframe' ? attribs['src'] : undefined) ??
    (name === 'time' ? attribs['datetime'] : undefined) ??
    (name === 'data' || name === 'meter' ? attribs['value'] : undefined)
  return declared ?? oneLine(readText(element, { lengthMax: valueLengthMax }))
}

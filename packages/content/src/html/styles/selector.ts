import { isTag, type Element } from 'domhandler'
import { readPlace, type PlaceTest } from './places.ts'
import { splitSelectors } from './selector-lists.ts'

/** A simple selector: what one element must be. */
interface Compound {
  tag?: string
  id?: string
  readonly classes: string[]
  readonly attributes: AttributeTest[]
  readonly places: PlaceTest[]
  /** Where the element of the compound to the left is: around, directly around, directly before or before this one. */
  readonly left: ' ' | '>' | '+' | '~'
}

interface AttributeTest {
  readonly name: string
  /** How the value is compared; undefined where any will do. */
  readonly operator: string | undefined
  readonly value: string
}

/** A selector of a style sheet, as far as names and attributes decide. */
export interface Selector {
  /** From the element itself outwards. */
  readonly compounds: readonly Compound[]
  readonly specificity: number
  /** Whether it also asks for a state, such as `:checked`; then only what it says of the element itself is kept. */
  readonly isInState: boolean
}

const lengthMax = 300
const compoundsMax = 8

const part =
  /\s{0,9}([>+~])\s{0,9}|(\s{1,99})|\.((?:[\w\u0080-\uFFFF-]|\\(?:[\da-f]{1,6} ?|[^\n\da-f])){1,100})|#((?:[\w\u0080-\uFFFF-]|\\(?:[\da-f]{1,6} ?|[^\n\da-f])){1,100})|\[([\w-]{1,50})(?:([~|^$*]?=)["']?([^"'\]]{0,100})["']?(?:\s[is])?)?\]|(:[\w-]{1,50}(?:\([^()]{0,200}\))?)|(\*|[\w-]{1,50})/iy

/** Reads a selector; undefined for one of another kind, such as of a pseudo-element. */
export function readSelector(text: string): Selector | undefined {
  const selector = text.trim()
  if (selector === '' || selector.length > lengthMax) return undefined
  const compounds: Compound[] = []
  let compound: Compound | undefined
  let [specificity, isInState] = [0, false]
  let left: Compound['left'] = ' '
  /** An element around that must not be something may be so while scripts have not run. */
  const excluding = new Set<Compound>()
  for (let at = 0; at < selector.length;) {
    part.lastIndex = at
    const found = part.exec(selector)
    if (!found) return undefined
    at = part.lastIndex
    const [, combinator, space, name, id, attribute, operator, value = '', pseudo, tag] = found
    if (combinator !== undefined || space !== undefined) {
      left = (combinator ?? ' ') as Compound['left']
      compound = undefined
      continue
    }
    if (!compound) {
      compound = { classes: [], attributes: [], places: [], left }
      compounds.unshift(compound)
      if (compounds.length > compoundsMax) return undefined
    }
    if (pseudo !== undefined) {
      if (elementPseudos.has(pseudo.replaceAll(':', ''))) return undefined
      const unless = readUnless(pseudo)
      const place = unless ?? readPlace(pseudo)
      if (place) compound.places.push(place)
      else isInState = true
      if (unless) excluding.add(compound)
    } else if (name !== undefined) compound.classes.push(unescape(name))
    else if (attribute !== undefined)
      compound.attributes.push({ name: attribute.toLowerCase(), operator, value })
    else if (id !== undefined) compound.id = unescape(id)
    else if (tag !== undefined && tag !== '*') compound.tag = tag.toLowerCase()
    specificity += id === undefined ? (tag === undefined ? classWeight : 1) : idWeight
  }
  isInState ||= compounds.slice(1).some((around) => excluding.has(around))
  return { compounds: isInState ? compounds.slice(0, 1) : compounds, specificity, isInState }
}

const exclusion = /^:not\(([^()]{1,200})\)$/i

/** What `:not()` asks for; undefined for what depends on a state or on elements around. */
function readUnless(pseudo: string): PlaceTest | undefined {
  const [, list] = exclusion.exec(pseudo) ?? []
  if (list === undefined) return undefined
  const excluded = splitSelectors(list).map(readSelector)
  return excluded.every((one) => one?.compounds.length === 1 && !one.isInState)
    ? (element) => !excluded.some((one) => one && matches(one, element))
    : undefined
}

/** A name as the page writes it: `md\:hidden` is `md:hidden`. */
const unescape = (name: string): string =>
  name.includes('\\')
    ? name.replaceAll(/\\(?:([\da-f]{1,6}) ?|(.))/gi, (_, code?: string, sign = '') =>
        code === undefined ? String(sign) : readCodePoint(Number.parseInt(code, 16)),
      )
    : name

const readCodePoint = (code: number): string =>
  code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD'

const [idWeight, classWeight] = [10_000, 100]

const elementPseudos = new Set(
  'before after first-line first-letter placeholder selection marker backdrop -webkit-scrollbar -webkit-details-marker'.split(
    ' ',
  ),
)

/** The name by which elements are asked whether a selector may be theirs; undefined for one that every element would have to be asked. */
export function findKey({ compounds: [own] }: Selector): string | undefined {
  if (!own) return undefined
  const [name] = own.classes
  const [attribute] = own.attributes
  if (own.id !== undefined) return `#${own.id}`
  if (name !== undefined) return `.${name}`
  return own.tag ?? (attribute && `[${attribute.name}`)
}

/** All names in what a selector says of the element itself. */
export const listNames = ({ compounds: [own] }: Selector): string[] =>
  own
    ? [
        ...(own.id === undefined ? [] : [`#${own.id}`]),
        ...own.classes.map((name) => `.${name}`),
        ...(own.tag === undefined ? [] : [own.tag]),
        ...own.attributes.map(({ name }) => `[${name}`),
      ]
    : []

/** Whether a selector asks for all that another one asks for of the element itself, and for more. */
export function isNarrower(selector: Selector, other: Selector): boolean {
  const names = listNames(selector)
  const others = listNames(other)
  if (!others.every((name) => names.includes(name))) return false
  const [own] = selector.compounds
  const isOfPlace =
    selector.isInState ||
    (own?.places.length ?? 0) > 0 ||
    selector.compounds.length > other.compounds.length
  return isOfPlace || names.length > others.length || (own?.attributes.length ?? 0) > 0
}

/** Whether an element has a selector. */
export function matches({ compounds }: Selector, element: Element): boolean {
  let at: Element | undefined = element
  for (let index = 0; index < compounds.length; index++) {
    const compound = compounds[index] as Compound
    if (index > 0) at = findLeft(at, compounds[index - 1]?.left ?? ' ', compound)
    else if (!matchesKind(element, compound)) return false
    if (!at) return false
  }
  return true
}

const siblingsMax = 20

/** The nearest element of this kind at the place that a combinator names. */
function findLeft(
  element: Element | undefined,
  left: Compound['left'],
  compound: Compound,
): Element | undefined {
  const isBeside = left === '+' || left === '~'
  let at = element && (isBeside ? findPrevious(element) : findParent(element))
  for (let count = 1; at && !matchesKind(at, compound); count++) {
    if (left === '>' || left === '+' || (isBeside && count >= siblingsMax)) return undefined
    at = isBeside ? findPrevious(at) : findParent(at)
  }
  return at
}

function findPrevious({ prev }: Element): Element | undefined {
  let at = prev
  for (let count = 0; at && !isTag(at) && count < siblingsMax; count++) at = at.prev
  return at && isTag(at) ? at : undefined
}

const findParent = ({ parent }: Element): Element | undefined =>
  parent && isTag(parent) ? parent : undefined

const otherSpace = /[^\S ]/

function matchesKind(
  element: Element,
  { tag, id, classes, attributes, places }: Compound,
): boolean {
  const { name, attribs } = element
  if (tag !== undefined && tag !== name) return false
  if (id !== undefined && id !== attribs['id']) return false
  for (const test of attributes) {
    const own = attribs[test.name]
    if (own === undefined || !holdsValue(own, test)) return false
  }
  if (classes.length > 0) {
    const written = attribs['class'] ?? ''
    const own = ` ${otherSpace.test(written) ? written.replaceAll(/\s/g, ' ') : written} `
    if (!classes.every((wanted) => own.includes(` ${wanted} `))) return false
  }
  return places.every((isAt) => isAt(element))
}

function holdsValue(own: string, { operator, value }: AttributeTest): boolean {
  if (operator === undefined) return true
  if (operator === '=') return own === value
  if (value === '') return false
  if (operator === '^=') return own.startsWith(value)
  if (operator === '$=') return own.endsWith(value)
  if (operator === '*=') return own.includes(value)
  return operator === '|='
    ? own === value || own.startsWith(`${value}-`)
    : own.split(/\s+/).includes(value)
}

import { isTag, type Element } from 'domhandler'

/** A simple selector: what one element must be. */
interface Compound {
  tag?: string
  id?: string
  readonly classes: string[]
  readonly attributes: (readonly [name: string, value: string | undefined])[]
  /** Where the element of the compound to the left is: around, directly around, directly before or before this one. */
  readonly left: ' ' | '>' | '+' | '~'
}

/** A selector of a style sheet, as far as names and attributes decide. */
export interface Selector {
  /** From the element itself outwards. */
  readonly compounds: readonly Compound[]
  readonly specificity: number
  /** Whether it also asks for a state or a place, such as `:checked`; then only what it says of the element itself is kept. */
  readonly isInState: boolean
}

const lengthMax = 300
const compoundsMax = 8

const part =
  /\s{0,9}([>+~])\s{0,9}|(\s{1,99})|\.((?:[\w\u0080-\uFFFF-]|\\(?:[\da-f]{1,6} ?|[^\n\da-f])){1,100})|#((?:[\w\u0080-\uFFFF-]|\\(?:[\da-f]{1,6} ?|[^\n\da-f])){1,100})|\[([\w-]{1,50})(?:=["']?([^"'\]]{0,100})["']?)?\]|(:[\w-]{1,50}(?:\([^()]{0,200}\))?)|(\*|[\w-]{1,50})/iy

/** Reads a selector; undefined for one of another kind, such as of a pseudo-element. */
export function readSelector(text: string): Selector | undefined {
  const selector = text.trim()
  if (selector === '' || selector.length > lengthMax) return undefined
  const compounds: Compound[] = []
  let compound: Compound | undefined
  let [specificity, isInState] = [0, false]
  let left: Compound['left'] = ' '
  part.lastIndex = 0
  for (let at = 0; at < selector.length; at = part.lastIndex) {
    const found = part.exec(selector)
    if (!found) return undefined
    const [, combinator, space, name, id, attribute, value, pseudo, tag] = found
    if (combinator !== undefined || space !== undefined) {
      left = (combinator ?? ' ') as Compound['left']
      compound = undefined
      continue
    }
    if (!compound) {
      compound = { classes: [], attributes: [], left }
      compounds.unshift(compound)
      if (compounds.length > compoundsMax) return undefined
    }
    if (pseudo !== undefined) {
      if (elementPseudos.has(pseudo.replaceAll(':', ''))) return undefined
      isInState = true
    } else if (name !== undefined) compound.classes.push(unescape(name))
    else if (attribute !== undefined) compound.attributes.push([attribute.toLowerCase(), value])
    else if (id !== undefined) compound.id = unescape(id)
    else if (tag !== undefined && tag !== '*') compound.tag = tag.toLowerCase()
    specificity += id === undefined ? (tag === undefined ? classWeight : 1) : idWeight
  }
  return { compounds: isInState ? compounds.slice(0, 1) : compounds, specificity, isInState }
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
  return own.tag ?? (attribute && `[${attribute[0]}`)
}

/** All names in what a selector says of the element itself. */
export const listNames = ({ compounds: [own] }: Selector): string[] =>
  own
    ? [
        ...(own.id === undefined ? [] : [`#${own.id}`]),
        ...own.classes.map((name) => `.${name}`),
        ...(own.tag === undefined ? [] : [own.tag]),
        ...own.attributes.map(([name]) => `[${name}`),
      ]
    : []

/** Whether a selector asks for all that another one asks for of the element itself, and for more. */
export function isNarrower(selector: Selector, other: Selector): boolean {
  const names = listNames(selector)
  const others = listNames(other)
  if (!others.every((name) => names.includes(name))) return false
  const [own] = selector.compounds
  const isOfPlace = selector.isInState || selector.compounds.length > other.compounds.length
  return isOfPlace || names.length > others.length || (own?.attributes.length ?? 0) > 0
}

/** Whether an element has a selector. */
export function matches({ compounds }: Selector, element: Element): boolean {
  let at: Element | undefined = element
  for (const [index, compound] of compounds.entries()) {
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

function matchesKind(
  { name, attribs }: Element,
  { tag, id, classes, attributes }: Compound,
): boolean {
  if (tag !== undefined && tag !== name) return false
  if (id !== undefined && id !== attribs['id']) return false
  for (const [attribute, value] of attributes) {
    const own = attribs[attribute]
    if (own === undefined || (value !== undefined && value !== own)) return false
  }
  if (classes.length === 0) return true
  const own = ` ${(attribs['class'] ?? '').replaceAll(/\s/g, ' ')} `
  return classes.every((wanted) => own.includes(` ${wanted} `))
}

import { isTag, type Element } from 'domhandler'

/** A simple selector: what one element must be. */
interface Compound {
  tag?: string
  id?: string
  readonly classes: string[]
  readonly attributes: (readonly [name: string, value: string | undefined])[]
  /** Whether the compound to the left is that of the parent; otherwise it is that of any ancestor. */
  isChild: boolean
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
  /\s{0,9}([>+~])\s{0,9}|(\s{1,99})|\.([\w-]{1,100})|#([\w-]{1,100})|\[([\w-]{1,50})(?:=["']?([^"'\]]{0,100})["']?)?\]|(:[\w-]{1,50}(?:\([^()]{0,200}\))?)|(\*|[\w-]{1,50})/y

/** Reads a selector; undefined for one of another kind, such as of a pseudo-element. */
export function readSelector(text: string): Selector | undefined {
  const selector = text.trim()
  if (selector === '' || selector.length > lengthMax) return undefined
  const compounds: Compound[] = []
  let compound: Compound | undefined
  let [specificity, isInState] = [0, false]
  part.lastIndex = 0
  for (let at = 0; at < selector.length; at = part.lastIndex) {
    const found = part.exec(selector)
    if (!found) return undefined
    const [, combinator, space, name, id, attribute, value, pseudo, tag] = found
    if (combinator !== undefined || space !== undefined) {
      if (combinator === '+' || combinator === '~') isInState = true
      compound = undefined
      continue
    }
    if (!compound) {
      const isChild = selector.slice(0, at).trimEnd().endsWith('>')
      compound = { classes: [], attributes: [], isChild }
      compounds.unshift(compound)
      if (compounds.length > compoundsMax) return undefined
    }
    if (pseudo !== undefined) {
      if (elementPseudos.has(pseudo.replaceAll(':', ''))) return undefined
      isInState = true
    } else if (name !== undefined) compound.classes.push(name)
    else if (attribute !== undefined) compound.attributes.push([attribute.toLowerCase(), value])
    else if (id !== undefined) compound.id = id
    else if (tag !== undefined && tag !== '*') compound.tag = tag.toLowerCase()
    specificity += id === undefined ? (tag === undefined ? classWeight : 1) : idWeight
  }
  return { compounds: isInState ? compounds.slice(0, 1) : compounds, specificity, isInState }
}

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
  if (own.id !== undefined) return `#${own.id}`
  return name === undefined ? own.tag : `.${name}`
}

/** All names in what a selector says of the element itself. */
export const listNames = ({ compounds: [own] }: Selector): string[] =>
  own
    ? [
        ...(own.id === undefined ? [] : [`#${own.id}`]),
        ...own.classes.map((name) => `.${name}`),
        ...(own.tag === undefined ? [] : [own.tag]),
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
    if (index > 0) at = findParent(at)
    if (compounds[index - 1]?.isChild !== true && index > 0)
      while (at && !matchesKind(at, compound)) at = findParent(at)
    if (!at || !matchesKind(at, compound)) return false
  }
  return true
}

const findParent = (element: Element | undefined): Element | undefined =>
  element?.parent && isTag(element.parent) ? element.parent : undefined

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

import {
  isTag,
  isText,
  type ChildNode,
  type Document,
  type Element,
  type ParentNode,
} from 'domhandler'
import { keepChildren } from '#content/html/keep-children.ts'
import { marksFor, mayHave } from '#content/html/marks.ts'
import { readText, unseenTags } from '#content/html/walk.ts'
import { countLetters } from '#content/html/white-space.ts'
import { parseDeclarations } from './declarations.ts'
import { isHidden, isPlacedOut } from './element-style.ts'
import { applyPageStyles } from './page-styles.ts'

/** A page that hides a larger share of its text and shows no other is shown by a script. */
const shareMax = 0.4
/** Hidden parts whose text is measured; the others are small ones of a page with many. */
const measuredMax = 500

/**
 * Removes what a page hides by attributes or by the style sheets in it. What readers unfold, such as the panels of tabs and questions,
 * is shown instead, and so is a part with much of the text of the page, which a script would show.
 */
export function settleHidden(document: Document, elements: readonly Element[]): void {
  const byAttribute = elements.filter(isHiddenPart)
  const byStyle = applyPageStyles(elements).filter(({ name }) => !unseenTags.has(name))
  if (byAttribute.length + byStyle.length === 0) return
  const hidden = [...byAttribute, ...byStyle]
  const isUnfolded = createIsUnfolded(elements)
  const most = hasOtherProse(elements, new Set(hidden))
    ? Infinity
    : shareMax * measureLength(document)
  const removed = new Set<ParentNode>([
    ...removable(byAttribute, { isShown: isUnfolded, most }),
    ...removable(
      byStyle,
      { isShown: (element) => holdsText(element) || isUnfolded(element), most },
      'all or none',
    ),
  ])
  for (const element of hidden)
    if (!removed.has(element) && !isInside(element, removed)) show(element)
  for (const parent of new Set([...removed].flatMap((element) => element.parent ?? [])))
    keepChildren(
      parent,
      parent.children.filter((child) => !isTag(child) || !removed.has(child)),
    )
}

/** Visible paragraphs with so many characters together are a text of their own. */
const proseLengthMin = 1_000
const paragraphLengthMin = 80

/** Whether a page has a text beside its hidden parts. */
function hasOtherProse(elements: readonly Element[], hidden: ReadonlySet<ParentNode>): boolean {
  let length = 0
  for (const element of elements) {
    if (element.name !== 'p' || hidden.has(element)) continue
    const own = readText(element, { lengthMax: proseLengthMin }).length
    if (own >= paragraphLengthMin && !isInside(element, hidden)) length += own
    if (length >= proseLengthMin) return true
  }
  return false
}

interface Limits {
  readonly isShown: (element: Element) => boolean
  readonly most: number
}

/** Those of hidden elements that are removed, as long as they hold less than most of the text of the page. */
function removable(
  hidden: readonly Element[],
  { isShown, most }: Limits,
  where?: 'all or none',
): ReadonlySet<Element> {
  const removed = new Set<Element>()
  let left = most
  for (const element of hidden) {
    if (isInside(element, removed) || isShown(element)) continue
    const length = removed.size < measuredMax ? measureLength(element) : 0
    if (length <= left) {
      left -= length
      removed.add(element)
    } else if (where === 'all or none') return new Set()
  }
  return removed
}

const hiding = marksFor('hidden', 'style')
const controlling = marksFor('control')

const isHiddenPart = (element: Element): boolean =>
  mayHave(element, hiding) &&
  (isHiddenMenu(element) ||
    element.attribs['popover'] !== undefined ||
    ((element.attribs['hidden'] !== undefined || element.attribs['style'] !== undefined) &&
      !unseenTags.has(element.name) &&
      (isHidden(element) || isPlacedOut(element))))

/** A menu that is closed, which styles of other files hide. */
const isHiddenMenu = ({ attribs }: Element): boolean =>
  attribs['aria-hidden'] === 'true' && menuName.test(attribs['class'] ?? '')

const menuName =
  /(?:^|[\s_-])(?:mega-?(?:nav|menu)|nav-?(?:drawer|menu)|off-?canvas)(?:$|[\s_-])|(?:^|\s)(?:(?:main|side|mobile|site)-)?menu(?:$|\s)/i

const isInside = ({ parent }: Element, removed: ReadonlySet<ParentNode>): boolean => {
  for (let around = parent; around; around = around.parent) if (removed.has(around)) return true
  return false
}

/** Characters of the visible text below a node without its white space. */
function measureLength(root: ParentNode): number {
  const stack: ChildNode[] = [...root.children]
  let length = 0
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node)) length += countLetters(node.data)
    else if (isTag(node) && !unseenTags.has(node.name))
      for (const child of node.children) stack.push(child)
  }
  return length
}

const controls = ['aria-controls', 'data-target', 'data-bs-target']

/** The ids of elements that something on the page shows. */
function controlledIds(elements: readonly Element[]): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const element of elements) {
    const { name, attribs } = element
    for (const control of mayHave(element, controlling) ? controls : []) {
      const named = attribs[control]
      if (named === undefined) continue
      for (const id of named.split(/\s+/)) ids.add(id.replace('#', ''))
    }
    if (name !== 'a') continue
    const { href } = attribs
    if (href?.startsWith('#')) ids.add(href.slice(1))
  }
  ids.delete('')
  return ids
}

/**
 * Whether readers unfold an element: something shows it by its id, a control or a short text without a link stands before it, or one
 * like it beside it is shown, such as another tab. The parts that React streams are shown by its script.
 */
function createIsUnfolded(elements: readonly Element[]): (element: Element) => boolean {
  let controlled: ReadonlySet<string> | undefined
  return (element) => {
    const { id = '', role } = element.attribs
    if (role === 'tabpanel' || streamedPart.test(id)) return true
    if (id !== '' && (controlled ??= controlledIds(elements)).has(id)) return true
    return isBesideShown(element) || isBelowToggle(element)
  }
}

const streamedPart = /^S:[\da-f]{1,6}$/

const siblingsMax = 20

function isBesideShown({ name, prev, next, attribs }: Element): boolean {
  const [own] = (attribs['class'] ?? '').trim().split(/\s/, 1)
  if (!own) return false
  for (const step of ['prev', 'next'] as const) {
    let sibling = step === 'prev' ? prev : next
    for (let count = 0; sibling && count < siblingsMax; count++, sibling = sibling[step]) {
      if (!isTag(sibling) || sibling.name !== name || isHidden(sibling)) continue
      if ((sibling.attribs['class'] ?? '').trim().split(/\s/, 1)[0] === own) return true
    }
  }
  return false
}

const levelsMax = 3

function isBelowToggle(element: Element): boolean {
  let at: Element = element
  for (let level = 0; level < levelsMax; level++) {
    let before = at.prev
    while (before && (!isTag(before) || unseenTags.has(before.name))) before = before.prev
    if (before) return isToggle(before) || (isLabel(before) && isLong(element))
    if (!at.parent || !isTag(at.parent)) return false
    at = at.parent
  }
  return false
}

const toggleTags = new Set('button summary label dt h1 h2 h3 h4 h5 h6'.split(' '))

/** Elements that are searched for a control. */
const searchedMax = 30

/** Whether an element is or has a control or a heading; one that links to another page is none. */
function isToggle(element: Element): boolean {
  const stack: ChildNode[] = [element]
  let isControl = false
  for (let count = 0; count < searchedMax; count++) {
    const node = stack.pop()
    if (!node) break
    if (!isTag(node) || unseenTags.has(node.name)) continue
    const { name, attribs, children } = node
    if (isLink(node)) return false
    isControl ||=
      toggleTags.has(name) || attribs['role'] === 'button' || attribs['aria-expanded'] !== undefined
    stack.push(...children.slice(0, searchedMax))
  }
  return isControl
}

/** Whether an element leads to another page. */
const isLink = ({ name, attribs }: Element): boolean =>
  name === 'a' && !/^(?:#|javascript:|$)/.test(attribs['href'] ?? '')

const labelLengthMax = 200
const panelLengthMin = 80

/** Whether a visible element is a short text without a link: the question above a hidden answer. */
function isLabel(element: Element): boolean {
  if (element.name === 'p' || isLink(element) || isHidden(element)) return false
  const { length } = readText(element, { lengthMax: 2 * labelLengthMax }).trim()
  return length > 0 && length <= labelLengthMax
}

const isLong = (element: Element): boolean =>
  readText(element, { lengthMax: 2 * panelLengthMin }).trim().length >= panelLengthMin

const nodesMax = 2_000

/** Whether an element holds the title or the whole text of a page, which no style sheet hides for good. */
function holdsText(element: Element): boolean {
  const stack: ChildNode[] = [element]
  for (let count = 0; count < nodesMax; count++) {
    const node = stack.pop()
    if (!node) return false
    if (!isTag(node)) continue
    if (node.name === 'h1' || node.name === 'main') return true
    stack.push(...node.children.slice(0, nodesMax))
  }
  return true
}

/** Takes away what hides an element. */
function show({ attribs }: Element): void {
  delete attribs['hidden']
  const { style } = attribs
  if (style === undefined) return
  attribs['style'] = parseDeclarations(style)
    .filter(({ property }) => property !== 'display' && property !== 'visibility')
    .map(({ property, value }) => `${property}: ${value}`)
    .join('; ')
}

import { Element, Text, isTag, isText, type ChildNode } from 'domhandler'
import { getElementsByTagName } from 'domutils'
import { linkTitle } from './cover-links.ts'
import { keepChildren } from './keep-children.ts'
import { marksFor, mayHave } from './marks.ts'
import { readText } from './walk.ts'

/** Elements of tables that are made of roles, by role. */
const tags: ReadonlyMap<string, string> = new Map([
  ['table', 'table'],
  ['grid', 'table'],
  ['treegrid', 'table'],
  ['rowgroup', 'tbody'],
  ['row', 'tr'],
  ['cell', 'td'],
  ['gridcell', 'td'],
  ['columnheader', 'th'],
  ['rowheader', 'th'],
])
const partTags = new Set(['div', 'span', 'section', 'ul', 'li', 'p'])

/**
 * Makes a page readable where only its layout or its roles say what belongs together: tables, lists and headings that are made of `role`s
 * become such, texts to be copied become code, titles of cards get the link over them, names of drawn icons go, and labels that stand side by side without a space between them get one.
 */
export function settleLayout(elements: readonly Element[]): void {
  for (const element of elements) {
    const role = mayHave(element, roled) ? element.attribs['role'] : undefined
    if (role !== undefined && partTags.has(element.name)) {
      if (tags.get(role) === 'table') makeTable(element)
      else if (role === 'list') makeList(element)
      else if (role === 'heading') element.name = `h${readLevel(element)}`
    }
    linkTitle(element)
    if (isLigature(element) || isEditLink(element)) keepChildren(element, [])
    else if (labelTags.has(element.name)) separate(element)
    else if (isShownText(element)) element.name = 'pre'
  }
}

const [roled, classed] = [marksFor('role'), marksFor('class')]

const iconFont = /(?:^|\s)(?:material-(?:icons|symbols)|mat-icon|ligature)/
const iconName = /^\s*[a-z][a-z\d]{0,20}(?:_[a-z\d]{1,20}){0,6}\s*$/

/** Whether an element is an icon whose font draws it in place of its name. */
function isLigature(element: Element): boolean {
  const { attribs, children } = element
  const [only] = children
  if (!only || children.length > 1 || !mayHave(element, classed) || !isText(only)) return false
  return iconFont.test(attribs['class'] ?? '') && iconName.test(only.data)
}

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const bracketed = /^\[\s{0,3}\p{L}[^[\]]{0,60}\]$/u

/** Whether an element at a heading holds nothing but links in brackets that edit its section, as in wikis. */
function isEditLink(element: Element): boolean {
  const { name, parent, prev } = element
  if (name !== 'span' || !parent || !isTag(parent)) return false
  const isAtHeading = headings.has(parent.name) || (prev && isTag(prev) && headings.has(prev.name))
  if (!isAtHeading || !bracketed.test(readText(element, { lengthMax: 80 }).trim())) return false
  const edits = getElementsByTagName('a', element).every(({ attribs }) =>
    edit.test(attribs['href'] ?? ''),
  )
  return edits && !/[\p{L}\p{N}]/u.test(readText(element, { except: linkTags, lengthMax: 80 }))
}

const edit = /(?:^|[?&/=_-])edit(?:$|[?&/#=_-])/
const linkTags = new Set(['a'])

/** A read-only field shows its text. */
const isShownText = ({ name, attribs, children }: Element): boolean =>
  name === 'textarea' && attribs['readonly'] !== undefined && children.length > 0

/** The level of a heading by role; 2 where none is given. */
const readLevel = ({ attribs }: Element): number => {
  const level = Number(attribs['aria-level'] ?? 2)
  return Number.isInteger(level) && level > 0 ? Math.min(level, 6) : 2
}

/** Gives a list by roles and its items the names of elements. */
function makeList(list: Element): void {
  const items = list.children.filter(
    (child): child is Element =>
      isTag(child) && child.attribs['role'] === 'listitem' && partTags.has(child.name),
  )
  if (items.length === 0 || list.name === 'li') return
  list.name = 'ul'
  for (const item of items) item.name = 'li'
}

const partsMax = 50_000
const rowsMin = 2
const columnsMin = 2

/** Gives the parts of a table by roles the names of elements, if it has several rows and columns. */
function makeTable(table: Element): void {
  const parts: Element[] = [table]
  let [rows, cells] = [0, 0]
  const stack: ChildNode[] = table.children.toReversed()
  for (let node = stack.pop(); node !== undefined && parts.length < partsMax; node = stack.pop()) {
    if (!isTag(node)) continue
    const tag = tags.get(node.attribs['role'] ?? '')
    if (tag === 'table') continue
    if (tag !== undefined && partTags.has(node.name)) {
      parts.push(node)
      rows += tag === 'tr' ? 1 : 0
      cells += tag === 'td' || tag === 'th' ? 1 : 0
    }
    if (tag === 'td' || tag === 'th') continue
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at]
      if (child) stack.push(child)
    }
  }
  if (rows < rowsMin || cells < columnsMin * rows) return
  for (const part of parts) part.name = tags.get(part.attribs['role'] ?? '') ?? part.name
}

const labelTags = new Set(['span', 'label', 'time', 'small'])
const lengthMin = 2

/** Puts a space behind an inline element if another one with other classes follows at once, and nothing else stands beside them. */
function separate(element: Element): void {
  const { next, parent } = element
  if (!next || !parent || !isTag(next) || !labelTags.has(next.name) || !isTag(parent)) return
  if (!isLayout(parent, element, next) || isInCode(parent)) return
  const [before, after] = [edge(element, 'last'), edge(next, 'first')]
  // A bracket alone opens the parameters of a function, and a module stands before its member.
  if (after === '(' || isModule(before, after)) return
  if (before.length < lengthMin || (after.length < lengthMin && !amount.test(after))) return
  const isAmount = amount.test(after) && letterEnd.test(before)
  if (!isAmount && (!wordEnd.test(before) || !wordStart.test(after))) return
  const space = new Text(' ')
  space.parent = parent
  parent.children.splice(parent.children.indexOf(element) + 1, 0, space)
  space.prev = element
  space.next = next
  element.next = space
  next.prev = space
}

/** A name in upper case may as well be a word that ends a sentence. */
const isModule = (before: string, after: string): boolean =>
  module.test(before) && (/^[a-z_]/.test(before) || member.test(after))

const module = /^[A-Za-z_][\w.]{0,60}\.$/
const member = /^[a-z_]\w{0,60}$/
const wordEnd = /[\p{L}\p{N}%€$£:.)]$/u
const wordStart = /^[\p{L}\p{N}€$£(]/u
const amount = /^[\d€$£(]/
const letterEnd = /[\p{L}:]$/u
const boxTags = new Set('div li td dd dt a section article header footer p'.split(' '))
const childrenMax = 12

/** Whether elements are laid out side by side in a box: there is no text between them, and they are of different kinds. */
function isLayout(parent: Element, one: Element, two: Element): boolean {
  if (!boxTags.has(parent.name) || parent.children.length > childrenMax) return false
  if (parent.children.some((child) => isText(child) && child.data.trim() !== '')) return false
  if (one.name === 'label' && two.name === 'label') return true
  const [first, second] = [one.attribs['class'], two.attribs['class']]
  if (first !== second) return true
  // A name and its value, alone in their box.
  return first === undefined && parent.children.length === 2 && amount.test(edge(two, 'first'))
}

const levelsMax = 4

function isInCode(element: Element): boolean {
  let at: Element['parent'] = element
  for (let level = 0; level <= levelsMax && at && isTag(at); level++, at = at.parent)
    if (at.name === 'pre' || at.name === 'code') return true
  return false
}

/** The text at one end of an element; empty where another element than text is there. */
function edge(element: Element, end: 'first' | 'last'): string {
  let node: ChildNode | undefined = element
  for (let level = 0; level <= levelsMax && node && isTag(node); level++)
    node = end === 'first' ? node.children[0] : node.children.at(-1)
  return node && isText(node) ? node.data : ''
}

import type { Element } from 'domhandler'
import { createReadNames, familyCount, familyOf } from './class-words.ts'

/**
 * For each kind of surrounding, the index of the nearest part that is one, or -1: elements by what they are and by
 * what their authors call them. Shared between parts that add nothing to it.
 */
export type Marks = Int32Array

/** Names and roles of elements; the order is part of the trained weights. */
const surroundings: readonly { readonly names?: string; readonly roles?: string }[] = [
  { names: 'nav', roles: 'navigation' },
  { names: 'header', roles: 'banner' },
  { names: 'footer', roles: 'contentinfo' },
  { names: 'aside', roles: 'complementary' },
  { names: 'main', roles: 'main' },
  { names: 'article', roles: 'article' },
  { names: 'section' },
  { names: 'form', roles: 'search' },
  { names: 'table' },
  { names: 'ul ol' },
  { names: 'li' },
  { names: 'figure' },
  { names: 'blockquote' },
  { names: 'dl' },
  { names: 'button' },
  { names: 'a' },
  { names: 'label fieldset' },
  { names: 'details' },
  { names: 'noscript' },
  { names: 'dialog', roles: 'dialog' },
]

const markByName = indexBy('names')
const markByRole = indexBy('roles')

function indexBy(key: 'names' | 'roles'): ReadonlyMap<string, number> {
  return new Map(
    surroundings.flatMap((row, mark) =>
      (row[key]?.split(' ') ?? []).map((word) => [word, mark] as const),
    ),
  )
}

/** What attributes tell of an element; these marks follow the surroundings. */
const states: readonly ((attribs: Element['attribs']) => boolean)[] = [
  isHidden,
  (attribs) => attribs['aria-hidden'] === 'true',
  ({ itemprop }) => itemprop === 'articleBody' || itemprop === 'description',
]

const hidingStyle = /display\s*:\s*none|visibility\s*:\s*hidden/i

function isHidden({ hidden, style }: Element['attribs']): boolean {
  return hidden !== undefined || (style !== undefined && hidingStyle.test(style))
}

const firstFamily = surroundings.length + states.length

export const markCount = firstFamily + familyCount

export const elementMark = (name: string): number => markByName.get(name) ?? -1

/** The mark of the family that a word belongs to. */
export const familyMark = (word: string): number => firstFamily + familyOf(word)

export const hiddenMark = surroundings.length

function hasAttributes(attribs: Element['attribs']): boolean {
  for (const name in attribs) if (Object.hasOwn(attribs, name)) return true
  return false
}

/** What marks are read of. */
interface Marked {
  readonly index: number
  readonly element: Element
  readonly parent: Marked | undefined
}

/** The marks of a part. They are read when they are asked for: a page has more parts than blocks that are judged. */
export type MarksOf = (part: Marked) => Marks

/** For the parts of one page. */
export function createMarks(): MarksOf {
  const own = createOwnMarks()
  const known = new Map<Marked, Marks>()
  return function marksOf(part) {
    const unknown: Marked[] = []
    let at: Marked | undefined = part
    for (; at !== undefined && !known.has(at); at = at.parent) unknown.push(at)
    let marks = at === undefined ? noMarks : (known.get(at) ?? noMarks)
    for (let next = unknown.pop(); next !== undefined; next = unknown.pop()) {
      marks = own(next, marks)
      known.set(next, marks)
    }
    return marks
  }
}

const noMarks: Marks = new Int32Array(markCount).fill(-1)

/** What an element adds to the marks it inherits. */
function createOwnMarks(): (part: Marked, inherited: Marks) => Marks {
  const readNames = createReadNames()
  return ({ index, element }, inherited) => {
    let marks = inherited
    let isOwn = false
    const note = (mark: number) => {
      if (!isOwn) marks = marks.slice()
      isOwn = true
      marks[mark] = index
    }
    const { name, attribs } = element
    const byName = markByName.get(name)
    if (byName !== undefined) note(byName)
    if (!hasAttributes(attribs)) return marks
    const byRole = markByRole.get(attribs['role'] ?? '')
    if (byRole !== undefined) note(byRole)
    const dialog = attribs['aria-modal'] === 'true' ? markByRole.get('dialog') : undefined
    if (dialog !== undefined) note(dialog)
    for (let state = 0; state < states.length; state++) {
      if (states[state]?.(attribs)) note(surroundings.length + state)
    }
    for (let family = 0, rest = readNames(element); rest !== 0; family++, rest >>>= 1) {
      if (rest & 1) note(firstFamily + family)
    }
    return marks
  }
}

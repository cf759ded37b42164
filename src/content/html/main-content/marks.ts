import type { Element } from 'domhandler'
import {
  createFamiliesOf,
  familyCount,
  familyOf,
  namingAttributes,
  type FamiliesOf,
} from './class-words.ts'

/**
 * For each kind of surrounding, the index of the nearest part that is one, or -1: elements by what they are and by
 * what their authors call them. Shared between parts that add nothing to it.
 */
export type Marks = readonly number[]

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
const states = ['hidden', 'hidden from assistants', 'body of an article']

const hidingStyle = /display\s*:\s*none|visibility\s*:\s*hidden/i

const firstFamily = surroundings.length + states.length

export const markCount = firstFamily + familyCount

export const elementMark = (name: string): number => markByName.get(name) ?? -1

/** The mark of the family that a word belongs to. */
export const familyMark = (word: string): number => firstFamily + familyOf(word)

export const hiddenMark = surroundings.length

type ReadMark = (value: string) => number | undefined

/** Attributes that may give an element a mark. */
const markByAttribute: ReadonlyMap<string, ReadMark> = new Map<string, ReadMark>([
  ['role', (value) => markByRole.get(value)],
  ['aria-modal', (value) => (value === 'true' ? markByRole.get('dialog') : undefined)],
  ['hidden', () => hiddenMark],
  ['style', (value) => (hidingStyle.test(value) ? hiddenMark : undefined)],
  ['aria-hidden', (value) => (value === 'true' ? hiddenMark + 1 : undefined)],
  ['itemprop', (value) => (articleTexts.has(value) ? hiddenMark + 2 : undefined)],
])

const articleTexts = new Set(['articleBody', 'description'])

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
  const familiesOf = createFamiliesOf()
  const known: Marks[] = []
  return function marksOf(part) {
    const unknown: Marked[] = []
    let at: Marked | undefined = part
    for (; at !== undefined && known[at.index] === undefined; at = at.parent) unknown.push(at)
    let marks = at === undefined ? noMarks : (known[at.index] ?? noMarks)
    for (let next = unknown.pop(); next !== undefined; next = unknown.pop()) {
      marks = withOwn(next, marks, familiesOf)
      known[next.index] = marks
    }
    return marks
  }
}

const noMarks: Marks = Array.from({ length: markCount }, () => -1)

/** What a part inherits, and what its element adds to it. */
function withOwn({ index, element }: Marked, inherited: Marks, familiesOf: FamiliesOf): Marks {
  const own: number[] = []
  const byName = markByName.get(element.name)
  if (byName !== undefined) own.push(byName)
  let families = 0
  // Elements have few attributes, and most of them say nothing.
  for (const attribute in element.attribs) {
    const value = element.attribs[attribute]
    if (value === undefined) continue
    if (namingAttributes.has(attribute)) families |= familiesOf(value)
    const mark = markByAttribute.get(attribute)?.(value)
    if (mark !== undefined) own.push(mark)
  }
  if (own.length === 0 && families === 0) return inherited
  const marks = inherited.slice()
  for (const mark of own) marks[mark] = index
  for (let family = 0, rest = families; rest !== 0; family++, rest >>>= 1) {
    if (rest & 1) marks[firstFamily + family] = index
  }
  return marks
}

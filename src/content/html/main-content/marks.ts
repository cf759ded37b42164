import type { Element } from 'domhandler'
import type { Block, Part } from './blocks.ts'
import { createFamiliesOf, familyCount, processTreeOf, namingAttributes } from './class-words.ts'

/** Element names and roles; the order is part of the trained weights. */
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

/** Features from attributes; they follow the ancestor kinds. */
const states = ['hidden', 'hidden from assistants', 'body of an article']

const hidingStyle = /display\s*:\s*none|visibility\s*:\s*hidden/i

const firstFamily = surroundings.length + states.length

export const markCount = firstFamily + familyCount

export const elementMark = (name: string): number => markByName.get(name) ?? -1

/** The feature of the group that a word belongs to. */
export const familyMark = (word: string): number => firstFamily + processTreeOf(word)

export const hiddenMark = surroundings.length

type ReadMark = (value: string) => number | undefined

/** Attributes that are read for features. */
const markByAttribute: ReadonlyMap<string, ReadMark> = new Map<string, ReadMark>([
  ['role', (value) => markByRole.get(value)],
  ['aria-modal', (value) => (value === 'true' ? markByRole.get('dialog') : undefined)],
  ['hidden', () => hiddenMark],
  ['style', (value) => (hidingStyle.test(value) ? hiddenMark : undefined)],
  ['aria-hidden', (value) => (value === 'true' ? hiddenMark + 1 : undefined)],
  ['itemprop', (value) => (articleTexts.has(value) ? hiddenMark + 2 : undefined)],
])

const articleTexts = new Set(['articleBody', 'description'])

/** What an element is and is called: the numbers of its marks. */
export type MarksOf = (element: Element) => readonly number[]

/** For the elements of one page. */
export function createMarksOf(): MarksOf {
  const familiesOf = createFamiliesOf()
  return ({ name, attribs }) => {
    const byName = markByName.get(name)
    let families = 0
    let marks: number[] | undefined
    if (byName !== undefined) marks = [byName]
    // Elements have few attributes, and most are irrelevant.
    for (const attribute in attribs) {
      const value = attribs[attribute]
      if (value === undefined) continue
      if (namingAttributes.has(attribute)) families |= familiesOf(value)
      const mark = markByAttribute.get(attribute)?.(value)
      if (mark !== undefined) (marks ??= []).push(mark)
    }
    for (let family = 0, rest = families; rest !== 0; family++, rest >>>= 1) {
      if (rest & 1) (marks ??= []).push(firstFamily + family)
    }
    return marks ?? noMarks
  }
}

const noMarks: readonly number[] = []

/**
 * For each kind of surrounding, how much of the page's words the nearest one holds that is around a block, or -1: elements by
 * what they are and by what their authors call them. Fills `markCount` columns.
 */
export function addMarks(
  { blocks, parts }: { readonly blocks: readonly Block[]; readonly parts: readonly Part[] },
  total: number,
  values: Float32Array,
): void {
  const count = blocks.length
  const marksOf = createMarksOf()
  const firsts = firstBlocks(blocks, parts)
  values.fill(-1, 0, markCount * count)
  // What is inside comes after what is around it.
  for (const part of parts) {
    if (part.blocks === 0) continue
    const first = firsts[part.index] as number
    const share = part.words / total
    for (const mark of marksOf(part.element)) {
      const start = mark * count + first
      values.fill(share, start, start + Math.min(part.blocks, count - first))
    }
  }
}

/** The first block inside each part that has any; the others in there follow it. */
function firstBlocks(blocks: readonly Block[], parts: readonly Part[]): Uint32Array {
  const firsts = new Uint32Array(parts.length).fill(blocks.length)
  for (const { index, part } of blocks) {
    if (index < (firsts[part.index] as number)) firsts[part.index] = index
  }
  for (let index = parts.length - 1; index > 0; index--) {
    const parent = parts[index]?.parent
    if (parent)
      firsts[parent.index] = Math.min(firsts[parent.index] as number, firsts[index] as number)
  }
  return firsts
}

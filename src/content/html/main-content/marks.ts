import type { Element } from 'domhandler'
import { createReadNames, familyCount } from './class-words.ts'

/**
 * For each kind of surrounding, the index of the nearest part that is one, or -1: elements by what they are and by
 * what their authors call them. Shared between parts that add nothing to it.
 */
export type Marks = Int32Array

/** The order is part of the trained weights. */
const surroundings: readonly ((element: Element) => boolean)[] = [
  ({ name, attribs }) => name === 'nav' || attribs['role'] === 'navigation',
  ({ name, attribs }) => name === 'header' || attribs['role'] === 'banner',
  ({ name, attribs }) => name === 'footer' || attribs['role'] === 'contentinfo',
  ({ name, attribs }) => name === 'aside' || attribs['role'] === 'complementary',
  ({ name, attribs }) => name === 'main' || attribs['role'] === 'main',
  ({ name, attribs }) => name === 'article' || attribs['role'] === 'article',
  ({ name }) => name === 'section',
  ({ name, attribs }) => name === 'form' || attribs['role'] === 'search',
  ({ name }) => name === 'table',
  ({ name }) => name === 'ul' || name === 'ol',
  ({ name }) => name === 'li',
  ({ name }) => name === 'figure',
  ({ name }) => name === 'blockquote',
  ({ name }) => name === 'dl',
  ({ name }) => name === 'button',
  ({ name }) => name === 'a',
  ({ name }) => name === 'label' || name === 'fieldset',
  ({ name }) => name === 'details',
  ({ name }) => name === 'noscript',
  ({ name, attribs }) =>
    name === 'dialog' || attribs['role'] === 'dialog' || attribs['aria-modal'] === 'true',
  isHidden,
  ({ attribs }) => attribs['aria-hidden'] === 'true',
  ({ attribs }) => attribs['itemprop'] === 'articleBody' || attribs['itemprop'] === 'description',
]

const hidingStyle = /display\s*:\s*none|visibility\s*:\s*hidden/i

function isHidden({ attribs }: Element): boolean {
  return attribs['hidden'] !== undefined || hidingStyle.test(attribs['style'] ?? '')
}

export const markCount = surroundings.length + familyCount

/** Reads the marks of one page, parents before children. */
export function createMarks(): (
  element: Element,
  at: { readonly index: number; readonly inherited: Marks | undefined },
) => Marks {
  const readNames = createReadNames()
  return (element, { index, inherited }) => {
    const names = readNames(element)
    let marks = inherited ?? new Int32Array(markCount).fill(-1)
    let isOwn = false
    const note = (mark: number) => {
      if (!isOwn) marks = marks.slice()
      isOwn = true
      marks[mark] = index
    }
    for (let mark = 0; mark < surroundings.length; mark++) {
      if (surroundings[mark]?.(element)) note(mark)
    }
    for (let family = 0, rest = names; rest !== 0; family++, rest >>>= 1) {
      if (rest & 1) note(surroundings.length + family)
    }
    return marks
  }
}

import { isTag, type ChildNode, type Element } from 'domhandler'
import type { Handler } from './handler.ts'
import type { Walk, Writer } from './writer.ts'

const named =
  /(?:^|\s)(?:sidenote|side-note|marginnote|margin-note|ltx_role_(?:foot|end)note|[\w-]{1,30}footnote__note)(?:\s|$)/
const numbers =
  /(?:^|\s)(?:sidenote-(?:ref|number|mark|toggle|label)|margin-toggle|ltx_note_mark|ltx_tag_note|modern-footnotes-footnote)(?:\s|$)/
const tags = new Set(['span', 'small'])

/** Whether an element is a note that a page shows in its margin, in the midst of a sentence. */
export const isSidenote = ({ name, attribs }: Element): boolean =>
  tags.has(name) && named.test(attribs['class'] ?? '')

/** The number before such a note. */
export const isSidenoteNumber = ({ name, attribs, next, children }: Element): boolean =>
  (name === 'sup' || name === 'label' || name === 'span') &&
  numbers.test(attribs['class'] ?? '') &&
  next !== null &&
  (isSidenoteNext(next) || !children.some(isLinkToNote))

const isLinkToNote = (node: ChildNode): boolean =>
  isTag(node) && node.name === 'a' && (node.attribs['href'] ?? '').startsWith('#')

/** Whether a note of the margin comes next, perhaps behind the box that opens it. */
function isSidenoteNext(node: ChildNode): boolean {
  let next: ChildNode | null = node
  for (let step = 0; step < stepsMax && next; step += 1, next = next.next)
    if (isTag(next) && next.name !== 'input') return isSidenote(next)
  return false
}

const stepsMax = 4

/** A reference; its note follows the text. */
export const sidenote: Handler = {
  enter: (element, writer) => {
    if (writer.title || writer.isCell) return true
    const label = writer.footnotes.reserve(String(writer.sidenotes.length + 1))
    writer.inline.raw(`[^${label}]`)
    writer.sidenotes.push({ label, element })
    return false
  },
}

export const sidenoteNumber: Handler = {
  enter: (_, { title, isCell }) => title !== undefined || isCell,
}

/** Writes the notes of the margin below the text. */
export function writeSidenotes(writer: Writer, walk: Walk): void {
  for (const { label, element } of writer.sidenotes) {
    writer.blocks.begin()
    writer.blocks.openNote(label)
    let note = element
    let children = withoutNumbers(note)
    // Some have elements for the layout around the text.
    for (let level = 0; level < levelsMax && children.length === 1; level++) {
      const [only] = children
      if (!only || !isTag(only)) break
      note = only
      children = withoutNumbers(note)
    }
    walk(children, writer)
    writer.boundary()
    writer.blocks.end()
  }
}

const levelsMax = 3

const withoutNumbers = ({ children }: Element): readonly ChildNode[] =>
  children.filter((child) => !isTag(child) || !isSidenoteNumber(child))

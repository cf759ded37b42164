import { isTag, type Element } from 'domhandler'
import type { Handler } from './handler.ts'
import type { Walk, Writer } from './writer.ts'

const named = /(?:^|\s)(?:sidenote|side-note|marginnote|margin-note)(?:\s|$)/
const numbers = /(?:^|\s)(?:sidenote-(?:ref|number|mark|toggle|label)|margin-toggle)(?:\s|$)/
const tags = new Set(['span', 'small'])

/** Whether an element is a note that a page shows in its margin, in the midst of a sentence. */
export const isSidenote = ({ name, attribs }: Element): boolean =>
  tags.has(name) && named.test(attribs['class'] ?? '')

/** The number before such a note. */
export const isSidenoteNumber = ({ name, attribs, next }: Element): boolean =>
  (name === 'sup' || name === 'label' || name === 'span') &&
  numbers.test(attribs['class'] ?? '') &&
  next !== null

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
    walk(
      element.children.filter((child) => !isTag(child) || !isSidenoteNumber(child)),
      writer,
    )
    writer.boundary()
    writer.blocks.end()
  }
}

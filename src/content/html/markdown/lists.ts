import type { Element } from 'domhandler'
import type { Handler } from './handler.ts'
import { hasBlocks } from './has-blocks.ts'
import type { Writer } from './writer.ts'

/** `<ul>` and `<ol>`. A list that stands in a list outside of its items belongs to the item before it. */
export const list: Handler = {
  enter: (element, writer) => {
    const { blocks, title } = begin(writer)
    if (title) return true
    if (blocks.isInList()) blocks.reopenItem()
    blocks.openList({ start: element.name === 'ol' ? startOf(element) : undefined })
    return true
  },
  leave: (_, writer) => end(writer),
}

/** `<li>`; without a list around it, it is an item of a list of its own. */
export const listItem: Handler = {
  enter: (element, writer) => {
    const { blocks, title } = begin(writer)
    if (title) return true
    if (!blocks.isInList()) blocks.openList({ start: undefined, isContinued: true })
    blocks.openItem(numberIn(element.attribs['value']))
    return true
  },
  leave: (_, writer) => end(writer),
}

/** `<dd>`: an item below its term; long definitions, as in references, stand without indentation. */
export const definition: Handler = {
  enter: (element, writer) => {
    const { blocks, title } = begin(writer)
    if (title || hasBlocks(element)) return true
    blocks.openList({ start: undefined, isContinued: true })
    blocks.openItem()
    return true
  },
  leave: (_, writer) => end(writer),
}

/** `<blockquote>`. */
export const quote: Handler = {
  enter: (_, writer) => {
    const { blocks, title } = begin(writer)
    if (!title) blocks.openQuote()
    return true
  },
  leave: (_, writer) => end(writer),
}

function begin(writer: Writer): Writer {
  writer.boundary()
  writer.blocks.begin()
  return writer
}

function end(writer: Writer): void {
  writer.boundary()
  writer.blocks.end()
}

const startOf = (element: Element): number => numberIn(element.attribs['start']) ?? 1

/** CommonMark reads at most nine digits, and nothing below zero. */
const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined

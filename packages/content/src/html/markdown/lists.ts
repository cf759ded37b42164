import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import { containsNotes, noted } from './footnotes.ts'
import type { Handler } from './handler.ts'
import { hasBlocks } from './has-blocks.ts'
import type { Writer } from './writer.ts'

/** `<ul>` and `<ol>`. A list that is a child of a list belongs to the preceding item. */
export const list: Handler = {
  enter: (element, writer) => {
    const { blocks, title } = begin(writer)
    if (title || containsNotes(element, writer)) return true
    if (blocks.isInList()) blocks.reopenItem()
    blocks.openList({ start: element.name === 'ol' ? readStart(element) : undefined })
    return true
  },
  leave: (_, writer) => end(writer),
}

/** `<li>`; without a list it starts one. */
export const listItem: Handler = noted({
  enter: (element, writer) => {
    const { blocks, title } = begin(writer)
    if (title) return true
    if (!blocks.isInList()) blocks.openList({ start: undefined, isContinued: true })
    blocks.openItem(numberIn(element.attribs['value']))
    return true
  },
  leave: (_, writer) => end(writer),
})

/**
 * `<dd>`: an item below its term; a long definition, as in references, stands without indentation when it is the only one.
 */
export const definition: Handler = {
  enter: (element, writer) => {
    const { blocks, title } = begin(writer)
    if (title || (hasBlocks(element) && !isOneOfMany(element))) return true
    blocks.openList({ start: undefined, isContinued: true })
    blocks.openItem()
    return true
  },
  leave: (_, writer) => end(writer),
}

const isOneOfMany = ({ prev, next }: Element): boolean =>
  isDefinition(beyondSpace(prev, 'prev')) || isDefinition(beyondSpace(next, 'next'))

const isDefinition = (node: ChildNode | null) => node !== null && isTag(node) && node.name === 'dd'

const beyondSpace = (node: ChildNode | null, side: 'prev' | 'next') =>
  node !== null && isText(node) && node.data.trim() === '' ? node[side] : node

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
  writer.taskLength = 0
  writer.boundary()
  writer.blocks.begin()
  return writer
}

function end(writer: Writer): void {
  writer.taskLength = 0
  writer.boundary()
  writer.blocks.end()
}

const readStart = (element: Element): number => numberIn(element.attribs['start']) ?? 1

/** CommonMark allows at most nine digits and no negative numbers. */
const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined

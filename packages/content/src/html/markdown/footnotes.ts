import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import { textOf } from '#content/html/walk.ts'
import { percentDecoded } from '#base/percent-decoded.ts'
import type { Handler } from './handler.ts'
import type { Writer } from './writer.ts'

/** Finds footnote references and their notes. */
export interface Footnotes {
  /** Undefined for a link that is not a footnote reference. */
  readonly labelOf: (link: Element) => string | undefined
  /** Undefined for an element that is not the note of an earlier reference. */
  readonly labelOfNote: (element: Element) => string | undefined
}

const noteTags = new Set(['li', 'p', 'div', 'aside', 'dd'])

/** Notes are searched at the first reference. */
export function createFootnotes(nodes: readonly ChildNode[]): Footnotes {
  let ids: ReadonlySet<string> | undefined
  const labels = new Map<string, string>()
  const taken = new Set<string>()
  return {
    labelOf(link) {
      const id = noteOf(link)
      if (id === undefined) return undefined
      ids ??= noteIds(nodes)
      if (!ids.has(id)) return undefined
      const label = labels.get(id) ?? newLabel(markOf(link), taken)
      labels.set(id, label)
      taken.add(label)
      return label
    },
    labelOfNote: ({ attribs }) => (labels.size === 0 ? undefined : labels.get(attribs['id'] ?? '')),
  }
}

const markLengthMax = 20

const markOf = (link: Element): string =>
  textOf(link, { lengthMax: markLengthMax }).replaceAll(/\s/g, '')

const markText = /^[[(]?(?:\d{1,4}|[a-z*†‡§]{1,3})[\])]?$/i

/** The id of the note that a link to the same page points to, if it looks like a footnote reference. */
export function noteOf(link: Element): string | undefined {
  const { attribs, parent, children } = link
  const { href = '' } = attribs
  if (!href.startsWith('#') || href.length < 2) return undefined
  const isRaised =
    (parent !== null && isTag(parent) && parent.name === 'sup') ||
    children.some((child) => isTag(child) && child.name === 'sup')
  const isNamed =
    attribs['role'] === 'doc-noteref' ||
    attribs['epub:type'] === 'noteref' ||
    /footnote-?ref|noteref/i.test(attribs['class'] ?? '')
  if (!isRaised && !isNamed) return undefined
  if (!markText.test(markOf(link))) return undefined
  return percentDecoded(href.slice(1))
}

function newLabel(text: string, taken: ReadonlySet<string>): string {
  const own = text.replaceAll(/[^\p{L}\p{N}]/gu, '')
  return own === '' || taken.has(own) ? `note-${taken.size + 1}` : own
}

function noteIds(nodes: readonly ChildNode[]): Set<string> {
  const ids = new Set<string>()
  const stack = [...nodes]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isTag(node)) continue
    const { id } = node.attribs
    if (id !== undefined && noteTags.has(node.name)) ids.add(id)
    for (const child of node.children) if (isTag(child)) stack.push(child)
  }
  return ids
}

/** Writes a footnote reference; returns false for other links. */
export function writeMark(link: Element, { inline, footnotes, title }: Writer): boolean {
  const label = title ? undefined : footnotes.labelOf(link)
  if (label === undefined) return false
  inline.raw(`[^${label}]`)
  return true
}

/** The link that is the only content of an element. */
export function onlyLink({ children }: Element): Element | undefined {
  const [only, more] = children.filter((child) => !isText(child) || child.data.trim() !== '')
  return only && !more && isTag(only) && only.name === 'a' ? only : undefined
}

/** Writes an element with its handler, or as a note when a reference points to it. */
export const noted = (handler: Handler): Handler => ({
  enter: (element, writer) => {
    const { attribs } = element
    const label =
      attribs['id'] === undefined || writer.isCell
        ? undefined
        : writer.footnotes.labelOfNote(element)
    if (label === undefined) return handler.enter(element, writer)
    writer.boundary()
    writer.blocks.begin()
    writer.blocks.openNote(label)
    const mark = element.children.find((child) => isTag(child))
    if (mark && isTag(mark) && markText.test(markOf(mark)) && isFirst(mark))
      writer.skipped.add(mark)
    return true
  },
  leave: (element, writer) => {
    const label = writer.isCell ? undefined : writer.footnotes.labelOfNote(element)
    if (label === undefined) {
      handler.leave?.(element, writer)
      return
    }
    writer.boundary()
    writer.blocks.end()
  },
})

/** Whether nothing stands before an element in the one around it. */
const isFirst = ({ prev }: Element): boolean =>
  prev === null || (isText(prev) && prev.data.trim() === '' && prev.prev === null)

/** Whether the items of a list are notes, which replaces the list. */
export function containsNotes({ children }: Element, { footnotes }: Writer): boolean {
  const first = children.find((child) => isTag(child))
  return first !== undefined && footnotes.labelOfNote(first) !== undefined
}

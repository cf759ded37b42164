import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import { readText } from '#content/html/walk.ts'
import { percentDecoded } from '#base/percent-decoded.ts'
import type { Handler } from './handler.ts'
import type { Writer } from './writer.ts'

/** Finds footnote references and their notes. */
export interface Footnotes {
  /** Undefined for a link that is not a footnote reference. */
  readonly findLabel: (link: Element) => string | undefined
  /** Undefined for an element that is not the note of an earlier reference. */
  readonly labelOfNote: (element: Element) => string | undefined
  /** Whether an element is only the mark of a note behind it. */
  readonly isMark: (element: Element) => boolean
  /** A label that no other note has, if possible the given one. */
  readonly reserve: (text: string) => string
}

const noteTags = new Set(['li', 'p', 'div', 'aside', 'dd', 'table'])

/** Notes are searched at the first reference. */
export function createFootnotes(elements: readonly Element[]): Footnotes {
  let notes: ReadonlyMap<string, Element> | undefined
  const labels = new Map<Element, string>()
  const marks = new Set<Element>()
  const taken = new Set<string>()
  const reserve = (text: string): string => {
    const label = newLabel(text, taken)
    taken.add(label)
    return label
  }
  return {
    findLabel(link) {
      const id = findNote(link)
      if (id === undefined) return undefined
      notes ??= findNotes(elements)
      const note = notes.get(id)
      if (!note || isInside(link, note)) return undefined
      const label = labels.get(note) ?? reserve(readMark(link))
      labels.set(note, label)
      const before = note.name === 'dd' ? previousElement(note) : undefined
      if (before?.name === 'dt') marks.add(before)
      return label
    },
    labelOfNote: (element) => (labels.size === 0 ? undefined : labels.get(element)),
    isMark: (element) => marks.has(element),
    reserve,
  }
}

const markLengthMax = 20

const readMark = (link: Element): string =>
  readText(link, { lengthMax: markLengthMax }).replaceAll(/\s/g, '')

const markText = /^[[(]?(?:\d{1,4}|[a-z*†‡§]{1,3})[\])]?[.:]?$/i

/** The id of the note that a link to the same page points to, if it looks like a footnote reference. */
export function findNote(link: Element): string | undefined {
  const { attribs, parent, children } = link
  const { href = '' } = attribs
  const at = href.indexOf('#')
  if (at < 0 || href.length < at + 2) return undefined
  // Some write the address of the page, too.
  if (at > 0 && !longNote.test(href)) return undefined
  const isRaised =
    (parent !== null && isTag(parent) && parent.name === 'sup') ||
    children.some((child) => isTag(child) && child.name === 'sup')
  if (!isRaised && !isNamedReference(attribs)) return undefined
  if (!markText.test(readMark(link))) return undefined
  return percentDecoded(href.slice(at + 1))
}

const longNote = /#[\w:.-]{0,30}(?:footnote|endnote|cite_note|fn)[\w:.-]{0,60}$/i

/** Whether class, role or address of a link name a footnote, as Word and newsletters write them. */
const isNamedReference = ({ class: classes = '', href = '', ...attribs }: Element['attribs']) =>
  attribs['role'] === 'doc-noteref' ||
  attribs['epub:type'] === 'noteref' ||
  /footnote-?(?:ref|anchor)|noteref|sdfootnoteanc|sdendnoteanc/i.test(classes) ||
  /^#_?(?:ftn|edn|footnote[-_]?|endnote[-_]?|fn[-_:]?|sdfootnote|sdendnote)\d{1,4}(?:sym)?$/i.test(
    href,
  )

function newLabel(text: string, taken: ReadonlySet<string>): string {
  const own = text.replaceAll(/[^\p{L}\p{N}]/gu, '')
  return own === '' || taken.has(own) ? `note-${taken.size + 1}` : own
}

/** The notes by the ids and names of themselves and of what they begin with. */
function findNotes(elements: readonly Element[]): Map<string, Element> {
  const notes = new Map<string, Element>()
  for (const element of elements) {
    const { id, name } = element.attribs
    if (id === undefined && (name === undefined || element.name !== 'a')) continue
    const note = noteFrom(element)
    if (!note) continue
    for (const key of [id, name]) if (key !== undefined && !notes.has(key)) notes.set(key, note)
  }
  return notes
}

const levelsMax = 4

/** The note that an element is, stands at the beginning of, or is the term of. */
function noteFrom(element: Element): Element | undefined {
  let around: Element = element
  for (let level = 0; level < levelsMax; level += 1) {
    if (around.name === 'dt') {
      const next = nextElement(around)
      return next?.name === 'dd' ? next : undefined
    }
    if (noteTags.has(around.name)) return around
    if (!isFirst(around) || !around.parent || !isTag(around.parent)) return undefined
    around = around.parent
  }
  return undefined
}

function nextElement({ next }: Element): Element | undefined {
  let at = next
  while (at && !isTag(at)) at = at.next
  return at ?? undefined
}

function previousElement({ prev }: Element): Element | undefined {
  let at = prev
  while (at && !isTag(at)) at = at.prev
  return at ?? undefined
}

function isInside(link: Element, note: Element): boolean {
  for (let around = link.parent; around; around = around.parent) if (around === note) return true
  return false
}

/** Writes a footnote reference; returns false for other links. */
export function writeMark(link: Element, { inline, footnotes, title }: Writer): boolean {
  const label = title ? undefined : footnotes.findLabel(link)
  if (label === undefined) return false
  inline.raw(`[^${label}]`)
  return true
}

/** The link that is the only content of an element, perhaps in brackets. */
export function onlyLink({ children }: Element): Element | undefined {
  const [only, more] = children.filter(
    (child) => !isText(child) || !/^[\s[\]()]*$/.test(child.data),
  )
  return only && !more && isTag(only) && only.name === 'a' ? only : undefined
}

/** Writes an element with its handler, or as a note when a reference points to it. */
export const noted = (handler: Handler): Handler => ({
  enter: (element, writer) => {
    const label = writer.isCell ? undefined : writer.footnotes.labelOfNote(element)
    if (label === undefined) return handler.enter(element, writer)
    writer.boundary()
    writer.blocks.begin()
    writer.blocks.openNote(label)
    skipMark(element, writer)
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

/** Leaves out the mark that a note begins with: an element of its own, or `1.` at the beginning of its text. */
function skipMark(note: Element, { skipped }: Writer): void {
  let around = note
  for (let level = 0; level < levelsMax; level += 1) {
    const filled = around.children.find((child) => !isEmpty(child))
    if (!filled) return
    if (isText(filled)) {
      filled.data = filled.data.replace(/^\s*[[(]?\d{1,4}(?:[\])][.:]?|[.:])\s+/, '')
      return
    }
    if (!isTag(filled)) return
    const mark = readMark(filled)
    if (markText.test(mark) || backMark.test(mark)) {
      skipped.add(filled)
      const { next } = filled
      if (next && isText(next)) next.data = next.data.replace(/^\s*[\])]?[.:]\s+/, '')
      return
    }
    around = filled
  }
}

/** The sign of the way back, and one letter for each place that refers to the note. */
const backMark = /^[\^↑↩](?:\W?[a-z]){0,9}$/i

const nodesMax = 50

/** Whether a node has no text and no picture. False for one with more than 50 nodes. */
function isEmpty(node: ChildNode): boolean {
  const stack = [node]
  for (let count = 0; count < nodesMax; count += 1) {
    const inner = stack.pop()
    if (!inner) return true
    if (isText(inner) && inner.data.trim() !== '') return false
    if (!isTag(inner)) continue
    if (inner.name === 'img' || inner.children.length > nodesMax) return false
    stack.push(...inner.children)
  }
  return false
}

const siblingsMax = 20

/** Whether nothing stands before an element in the one around it. False behind more than 20 empty nodes. */
function isFirst({ prev, parent }: Element): boolean {
  let before = prev
  for (let count = 0; before && count < siblingsMax; count += 1) {
    if (!isEmpty(before)) return false
    before = before.prev
  }
  return parent !== null && !before
}

/** Whether the items of a list are notes, which replaces the list. */
export function containsNotes({ children }: Element, { footnotes }: Writer): boolean {
  const first = children.find((child) => isTag(child))
  return first !== undefined && footnotes.labelOfNote(first) !== undefined
}

import { isTag, type Element } from 'domhandler'
import { getElementsByTagName } from 'domutils'
import { singleSpaced } from '#content/html/white-space.ts'
import { readText } from '#content/html/walk.ts'
import type { Handler } from './handler.ts'
import { escapeText } from './escape.ts'

/** Names that generators of documentation and frameworks give to boxes with a notice. */
const box =
  /(?:^|\s)(?:(?:[a-z]{1,12}-)?admonition|admonitionblock|alert|(?:[a-z]{1,12}-)?callout|confluence-information-macro|mw-message-box|markdown-alert|custom-block|notice|notecard|hint|hint-container|book-hint|starlight-aside)(?=\s|$)/
const kinds = new Set(
  (
    'note info tip important warning caution danger error success example question attention abstract bug quote ' +
    'failure todo seealso deprecated summary tldr'
  ).split(' '),
)
/** Other words for kinds. */
const otherKinds: Readonly<Record<string, string>> = {
  warn: 'warning',
  information: 'info',
  okay: 'success',
}

/** The kind of a box with a notice; undefined for other elements. */
export function calloutKind(element: Element): string | undefined {
  const { name, attribs } = element
  const { class: classes, 'data-callout': named, 'data-callout-type': declared = named } = attribs
  if ((classes === undefined && declared === undefined) || !boxTags.has(name)) return undefined
  if (declared !== undefined && /^[\w-]{1,30}$/.test(declared)) return declared.toLowerCase()
  if (classes === undefined) return undefined
  const own = classes.trim().toLowerCase()
  // A name that is nothing else than the kind is one of a notice where the whole element is named so.
  if (name === 'details' || classes === classes.toUpperCase())
    return kinds.has(own) ? own : undefined
  const isBox = box.test(own)
  if (!isBox && !mayBeKind.test(own)) return undefined
  const words = own.split(/[\s_-]+/)
  if (!isBox) return words.find((word) => kinds.has(word) && beginsWith(element, word))
  const other = words.find((word) => Object.hasOwn(otherKinds, word))
  const kind = words.find((word) => kinds.has(word)) ?? otherKinds[other ?? '']
  if (kind !== undefined) return kind
  if (words.includes('hint')) return 'hint'
  return attribs['role'] === 'note' ? 'note' : undefined
}

const titleLengthMax = 200

/** Kinds of notices that generators give names of their own, which agree with the title: `blockquote-tag-note`. */
const mayBeKind = /(?:^|[\s_-])(?:note|info|tip|important|warning|caution|danger)(?:$|[\s_-])/

/** Whether the first element in another one says this word, and nothing else, and is followed by more. */
function beginsWith({ children }: Element, word: string): boolean {
  const first = children.find((child): child is Element => isTag(child))
  if (!first?.next) return false
  const text = readText(first, { lengthMax: titleLengthMax }).trim().toLowerCase()
  return text.replace(/[:!.]$/, '') === word
}

const boxTags = new Set(['div', 'aside', 'section', 'blockquote', 'p', 'details'])

/** A notice as a quote that begins with its kind and title, as GitHub and Obsidian read it. */
export const callout: Handler = {
  enter: (element, writer) => {
    writer.boundary()
    writer.blocks.begin()
    if (writer.isCell || writer.title) return true
    writer.blocks.openQuote()
    useContent(element)
    const kindName = calloutKind(element) ?? 'note'
    const title = findTitle(element, kindName)
    const text = title ? singleSpaced(readText(title, { lengthMax: titleLengthMax })).trim() : ''
    if (title) writer.skipped.add(title)
    const shown = escapeText(text, { isCell: false, isLink: false })
    writer.blocks.write(`[!${kindName}] ${shown}`.trimEnd())
    return true
  },
  leave: (_, writer) => {
    writer.boundary()
    writer.blocks.end()
  },
}

/** The first element of a notice, if it is called its title or heading, or says nothing else than the kind. */
function findTitle(element: Element, kindName: string): Element | undefined {
  const first = element.children.find((child): child is Element => isTag(child))
  if (!first?.next) return undefined
  const isTitle =
    /title|heading|header/i.test(first.attribs['class'] ?? '') ||
    /^(?:h[1-6]|summary)$/.test(first.name) ||
    readText(first, { lengthMax: titleLengthMax }).trim().toLowerCase() === kindName
  return isTitle ? first : undefined
}

/** Asciidoctor arranges a notice as a table with a cell for its sign. */
function useContent(element: Element): void {
  if (!/(?:^|\s)admonitionblock(?:\s|$)/.test(element.attribs['class'] ?? '')) return
  const content = getElementsByTagName('td', element, true, 2).find(({ attribs }) =>
    /(?:^|\s)content(?:\s|$)/.test(attribs['class'] ?? ''),
  )
  if (content) element.children = content.children
}

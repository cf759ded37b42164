import { isTag, type Element } from 'domhandler'
import { singleSpaced } from '#content/html/white-space.ts'
import { textOf } from '#content/html/walk.ts'
import type { Handler } from './handler.ts'
import { escapeText } from './escape.ts'

/** Names that generators of documentation and frameworks give to boxes with a notice. */
const box =
  /(?:^|\s)(?:admonition|theme-admonition|alert|callout|markdown-alert|custom-block|notice|hint)(?=\s|$)/
const kind =
  /(?:^|[\s-])(note|info|tip|hint|important|warning|caution|danger|error|success|example|question|attention|abstract|bug|quote)(?=\s|$)/

/** The kind of a box with a notice; undefined for other elements. */
export function calloutKind({ name, attribs }: Element): string | undefined {
  if (!boxTags.has(name)) return undefined
  const classes = attribs['class']
  if (classes === undefined || !box.test(classes)) return undefined
  return kind.exec(classes.toLowerCase())?.[1] ?? attribs['data-callout']?.toLowerCase()
}

const boxTags = new Set(['div', 'aside', 'section', 'blockquote', 'p'])

/** A notice as a quote that begins with its kind and title, as GitHub and Obsidian read it. */
export const callout: Handler = {
  enter: (element, writer) => {
    writer.boundary()
    writer.blocks.begin()
    if (writer.isCell || writer.title) return true
    writer.blocks.openQuote()
    const kindName = calloutKind(element) ?? 'note'
    const title = titleOf(element)
    const text = title ? singleSpaced(textOf(title, { lengthMax: titleLengthMax })).trim() : ''
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

const titleLengthMax = 200

/** The first element of a notice, if it is called its title or heading. */
function titleOf({ children }: Element): Element | undefined {
  const first = children.find((child): child is Element => isTag(child))
  if (!first) return undefined
  const isTitle =
    /title|heading|header/i.test(first.attribs['class'] ?? '') || /^h[1-6]$/.test(first.name)
  return isTitle && first.next !== null ? first : undefined
}

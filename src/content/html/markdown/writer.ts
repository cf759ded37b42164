import { isText, type ChildNode, type Element } from 'domhandler'
import { createAddresses, type Addresses } from './addresses.ts'
import { createBlocks, type Blocks } from './blocks.ts'
import { escapeLineStart, escapeText } from './escape.ts'
import type { Footnotes } from './footnotes.ts'
import { iconText } from './icons.ts'
import { createInline, type Inline } from './inline.ts'
import { createLinkParts, type LinkParts } from './link-parts.ts'
import { singleSpaced } from './white-space.ts'

export interface MarkdownOptions {
  /** What relative addresses are relative to; a `<base>` of the page is counted in. */
  readonly baseUrl: string
  readonly removeBase64Images: boolean
}

/** What the handlers of elements write to. */
export interface Writer {
  readonly options: MarkdownOptions
  readonly addresses: Addresses
  readonly inline: Inline
  readonly blocks: Blocks
  readonly links: LinkParts
  readonly footnotes: Footnotes
  /** True inside of a table cell, where everything has to fit on one line. */
  readonly isCell: boolean
  /** Set while a heading or another one-line title is collected: blocks in it are only spaces. */
  title: Title | undefined
  readonly text: (data: string) => void
  /** Ends the block being collected. */
  readonly boundary: () => void
  /** The content of a table cell, on one line. */
  readonly cell: (element: Element) => string
}

export type Title =
  | { readonly kind: 'heading'; readonly level: number }
  | { readonly kind: 'label' }

/** Writes nodes with a writer, in order. */
export type Walk = (nodes: readonly ChildNode[], writer: Writer) => void

interface WriterParts {
  readonly footnotes: Footnotes
  readonly addresses?: Addresses
  readonly isCell?: boolean
}

export function createWriter(
  options: MarkdownOptions,
  walk: Walk,
  { footnotes, addresses = createAddresses(options.baseUrl), isCell = false }: WriterParts,
): Writer {
  const inline = createInline()
  const blocks = createBlocks()
  let cellWriter: Writer | undefined
  const writer: Writer = {
    options,
    addresses,
    inline,
    blocks,
    links: createLinkParts(inline),
    footnotes,
    isCell,
    title: undefined,
    text: (data) => {
      // Between blocks there is mostly indentation.
      if (inline.length() === 0 && data.trim() === '') return
      const isLink = writer.links.isOpen()
      inline.text(escapeText(collapse(data), { isCell, isLink }))
    },
    boundary: () => {
      if (writer.title) {
        inline.text(' ')
        return
      }
      if (inline.length() === 0) return
      writer.links.endPart(false)
      const text = inline.take(0, isCell ? 'cell' : 'paragraph')
      if (text !== '') blocks.write(isCell ? text : escapeLines(text), 'paragraph')
    },
    cell: (element) => {
      const [only] = element.children
      if (!only) return ''
      if (element.children.length === 1 && isText(only)) {
        return escapeText(collapse(only.data).trim(), { isCell: true, isLink: false })
      }
      cellWriter ??= createWriter(options, walk, { footnotes, addresses, isCell: true })
      walk(element.children, cellWriter)
      cellWriter.boundary()
      return oneCell(cellWriter.blocks.take()) || iconText(element)
    },
  }
  return writer
}

/** White space as one space; characters that only steer line breaking are dropped. */
function collapse(data: string): string {
  return singleSpaced(invisible.test(data) ? data.replaceAll(invisibles, '') : data)
}

const invisible = /[\u00AD\u200B\u2060]/
const invisibles = /[\u00AD\u200B\u2060]/g

const escapeLines = (text: string): string =>
  text.includes('\n') ? text.split('\n').map(escapeLineStart).join('\n') : escapeLineStart(text)

const oneCell = (markdown: string): string =>
  markdown.includes('\n')
    ? markdown
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .join('<br>')
    : markdown

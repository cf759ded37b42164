import { isText, type ChildNode, type Element } from 'domhandler'
import { collapsed, isBlank } from '#content/html/white-space.ts'
import { createAddresses, type Addresses } from './addresses.ts'
import { createBlocks, type Blocks } from './blocks.ts'
import { escapeLineStart, escapeText } from './escape.ts'
import type { Footnotes } from './footnotes.ts'
import { iconText } from './icons.ts'
import { createInline, type Inline } from './inline.ts'
import { mayHoldTex, partsOfTex } from './raw-tex.ts'
import { createLinkParts, type LinkParts } from './link-parts.ts'

export interface MarkdownOptions {
  /** Base URL of relative links, with the page's `<base>` applied. */
  readonly baseUrl: string
  readonly removeBase64Images: boolean
}

/** The writer that element handlers use. */
export interface Writer {
  readonly options: MarkdownOptions
  readonly addresses: Addresses
  readonly inline: Inline
  readonly blocks: Blocks
  readonly links: LinkParts
  readonly footnotes: Footnotes
  /** True inside a table cell, whose content must be one line. */
  readonly isCell: boolean
  /** Set while a one-line title is collected: block boundaries become spaces. */
  title: Title | undefined
  /** Elements that are written already, or in another place. */
  readonly skipped: Set<Element>
  /** The length of the text of an item that is the box of a task alone. */
  taskLength: number
  /** Notes of the margin whose references are written. */
  readonly sidenotes: { readonly label: string; readonly element: Element }[]
  /** Languages of code samples that a label beside them names. */
  readonly languages: Map<Element, string>
  readonly text: (data: string) => void
  /** Ends the current block. */
  readonly boundary: () => void
  /** Returns the content of a table cell on one line. */
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
    skipped: new Set(),
    sidenotes: [],
    taskLength: 0,
    languages: new Map(),
    text: (data) => {
      // Most text between blocks is indentation.
      if (inline.length() === 0 && isBlank(data)) return
      const isLink = writer.links.isOpen()
      if (!mayHoldTex(data)) inline.text(escapeText(collapsed(data), { isCell, isLink }))
      else
        for (const { text, isTex } of partsOfTex(collapsed(data))) {
          if (isTex) inline.raw(isCell ? text.replaceAll('|', '\\|') : text)
          else if (text !== '') inline.text(escapeText(text, { isCell, isLink }))
        }
    },
    boundary: () => {
      if (writer.title) {
        inline.text(' ')
        return
      }
      // What a task is may stand in a block of its own behind its box.
      if (inline.length() === 0 || inline.length() === writer.taskLength) return
      writer.links.endPart(false)
      writer.taskLength = 0
      const text = inline.take(0, isCell ? 'cell' : 'paragraph')
      if (text !== '') blocks.write(isCell ? text : escapeLines(text), 'paragraph')
    },
    cell: (element) => {
      const [only] = element.children
      if (!only) return ''
      if (element.children.length === 1 && isText(only)) {
        return escapeText(collapsed(only.data).trim(), { isCell: true, isLink: false })
      }
      cellWriter ??= createWriter(options, walk, { footnotes, addresses, isCell: true })
      walk(element.children, cellWriter)
      cellWriter.boundary()
      return oneCell(cellWriter.blocks.take()) || iconText(element)
    },
  }
  return writer
}

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

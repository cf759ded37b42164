import { parseDocument } from 'htmlparser2'
import type {
  BlockType,
  Box,
  LayoutBlock,
  LayoutPage,
  PageMarkdown,
  PageStart,
  PdfOptions,
} from '#content/layout.ts'
import { toMarkdown } from '#content/html/markdown/to-markdown.ts'
import type { LaidBlock } from './layout/lay-out.ts'
import type { Place } from './layout/segment.ts'

/** A page of the source document. */
export interface PageFacts {
  /** In points. */
  readonly width: number
  readonly height: number
  /** Size of the picture that bounding boxes refer to. */
  readonly pixels: { readonly width: number; readonly height: number }
}

const gap = '\n\n'
const marker = (page: number) => `\n\n---\n\n<!-- page ${page} -->\n\n`
const options = { baseUrl: '', removeBase64Images: true }

/** Joins the blocks of a document into Markdown and reports the offsets of each block. See docs/api/parse.md. */
export function assemble(
  pages: readonly (readonly LaidBlock[])[],
  facts: readonly PageFacts[],
  { pageMarkers }: Pick<PdfOptions, 'pageMarkers'>,
) {
  const contents = new Map(
    pages
      .flat()
      .map((block) => [block, toMarkdown(parseDocument(block.html).children, options).trim()]),
  )
  const ofPages = pages.map((blocks) => written(blocks, contents))
  const whole = pageMarkers ? marked(ofPages) : written(pages.flat(), contents)
  const layout = pages.map((blocks, index): LayoutPage => {
    const { width = null, height = null } = facts[index]?.pixels ?? {}
    const items = blocks.map((block, order) => {
      const span = whole.spans.get(block) ?? null
      const content = span ? whole.markdown.slice(...span) : (contents.get(block) ?? '')
      return toBlock(block, { content, order, pageNumber: index + 1, facts: facts[index], span })
    })
    return { pageNumber: index + 1, width, height, status: 'ok', items }
  })
  return {
    markdown: whole.markdown,
    html: writeHtml(pages.flat()),
    ofPages: ofPages.map(({ markdown }, index): PageMarkdown => ({
      pageNumber: index + 1,
      markdown,
    })),
    layout,
    pageStarts: findStarts(layout),
  }
}

/** Pages without text have none. */
function findStarts(layout: readonly LayoutPage[]): PageStart[] {
  return layout.flatMap(({ pageNumber, items }) => {
    const starts = items.flatMap(({ markdownSpan }) => (markdownSpan ? [markdownSpan[0]] : []))
    return starts.length === 0 ? [] : [{ pageNumber, start: Math.min(...starts) }]
  })
}

interface Written {
  readonly markdown: string
  readonly spans: ReadonlyMap<LaidBlock, readonly [number, number]>
}

const separators = { words: ' ', letters: '', rows: '\n' }

/** Merges each block with its continuation. */
function written(blocks: readonly LaidBlock[], contents: ReadonlyMap<LaidBlock, string>): Written {
  let markdown = ''
  const spans = new Map<LaidBlock, readonly [number, number]>()
  for (const block of inOrder(blocks)) {
    const content = contents.get(block) ?? ''
    if (content === '') continue
    const continuation = markdown === '' ? undefined : block.continuation
    if (markdown !== '') markdown += continuation ? separators[continuation] : gap
    const start = markdown.length
    markdown += continuation === 'rows' ? rowsAlone(content) : content
    spans.set(block, [start, markdown.length])
  }
  return { markdown, spans }
}

/** Blocks between the parts of a paragraph follow it. */
function inOrder(blocks: readonly LaidBlock[]): LaidBlock[] {
  const ordered: LaidBlock[] = []
  for (const block of blocks) {
    if (block.isRunning) continue
    let at = ordered.length
    if (block.continuation) while (at > 0 && isAside(ordered[at - 1])) at -= 1
    ordered.splice(at === 0 ? ordered.length : at, 0, block)
  }
  return ordered
}

const isAside = (block: LaidBlock | undefined) =>
  block?.type === 'footnote' || block?.type === 'caption' || !!block?.isBeside

/** The body rows of a table; the first row became the header. */
function rowsAlone(markdown: string): string {
  const [head = '', , ...rows] = markdown.split('\n')
  return [head, ...rows].join('\n')
}

function marked(pages: readonly Written[]): Written {
  let markdown = ''
  const spans = new Map<LaidBlock, readonly [number, number]>()
  for (const [index, page] of pages.entries()) {
    if (index > 0) markdown += marker(index + 1)
    for (const [block, [start, end]] of page.spans)
      spans.set(block, [markdown.length + start, markdown.length + end])
    markdown += page.markdown
  }
  return { markdown, spans }
}

/** The trailing closing tags. */
function findClosingTags(html: string): string {
  let start = html.length
  for (;;) {
    const open = html.lastIndexOf('</', start - 1)
    if (open === -1 || !/^<\/\w+>$/.test(html.slice(open, start))) return html.slice(start)
    start = open
  }
}

function writeHtml(blocks: readonly LaidBlock[]): string {
  const whole: string[] = []
  for (const { continuation, html } of inOrder(blocks)) {
    const last = whole.at(-1)
    if (continuation === undefined || last === undefined) {
      whole.push(html)
      continue
    }
    const close = continuation === 'rows' ? '</tbody></table>' : findClosingTags(last)
    const inner =
      continuation === 'rows'
        ? (html.match(/<tr>(?:(?!<\/?tr>).)*<\/tr>/gs) ?? []).join('')
        : html.slice('<p>'.length, -'</p>'.length)
    const start = last.slice(0, last.length - close.length)
    whole[whole.length - 1] = start + (continuation === 'words' ? ' ' : '') + inner + close
  }
  return whole.join('\n')
}

function toBlock(
  { type, place, confidence }: LaidBlock,
  at: {
    readonly content: string
    readonly order: number
    readonly pageNumber: number
    readonly facts: PageFacts | undefined
    readonly span: readonly [number, number] | null
  },
): LayoutBlock {
  return {
    id: `p${at.pageNumber}.b${at.order}`,
    type,
    label: labels[type],
    bbox: measureShare(place, at.facts),
    content: at.content,
    markdownSpan: at.span,
    readingOrder: at.order,
    source: confidence === undefined ? 'native_text' : 'layout_ocr',
    confidence: {
      layout: rounded(certainties[type] * (confidence ?? 1)),
      ocr: confidence === undefined ? null : rounded(confidence),
    },
  }
}

const rounded = (share: number) => Math.round(share * 1_000) / 1_000

const labels: Readonly<Record<BlockType, string>> = {
  title: 'title',
  section_header: 'heading',
  text: 'paragraph',
  list: 'list',
  code: 'code',
  table: 'table',
  formula: 'formula',
  figure: 'figure',
  caption: 'caption',
  footnote: 'footnote',
  page_number: 'footer',
  page_header: 'header',
  page_footer: 'footer',
}

/** Estimated precision of each block type. Headings, list items and table rows were measured on known pages, the others were not. */
const certainties: Readonly<Record<BlockType, number>> = {
  title: 0.97,
  section_header: 0.97,
  text: 0.98,
  list: 0.97,
  code: 0.95,
  table: 0.96,
  formula: 0.8,
  figure: 0.8,
  caption: 0.9,
  footnote: 0.85,
  page_number: 0.95,
  page_header: 0.9,
  page_footer: 0.9,
}

/** A bounding box as fractions of the page. */
function measureShare({ left, top, right, bottom }: Place, facts: PageFacts | undefined): Box {
  const { width = 1, height = 1 } = facts ?? {}
  return [part(left / width), part(top / height), part(right / width), part(bottom / height)]
}

const part = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 10_000

import { parseDocument } from 'htmlparser2'
import type {
  BlockType,
  Box,
  LayoutBlock,
  LayoutPage,
  PageMarkdown,
  PdfOptions,
} from '#content/documents/layout.ts'
import { toMarkdown } from '#content/html/markdown/to-markdown.ts'
import type { PageSize } from './draw-pages.ts'

/** A block of a page as HTML, in reading order. */
export interface PageBlock {
  readonly type: BlockType
  readonly html: string
  /** In parts of the page. */
  readonly place: Box
  /** Heads, feet and page numbers stay out of the text. */
  readonly isRunning: boolean
  /** Of what was read from a picture, 0 to 1; absent for the text of the file itself. */
  readonly confidence?: number
}

const gap = '\n\n'
const marker = (page: number) => `\n\n---\n\n<!-- page ${page} -->\n\n`
const options = { baseUrl: '', removeBase64Images: true }
/** Width and height of blocks are told for pages drawn so fine. */
const pixelsPerPoint = 200 / 72

/** The blocks of a document as one text, and where in it each of them stands (contract section 4.3). */
export function assemble(
  pages: readonly (readonly PageBlock[])[],
  sizes: readonly PageSize[],
  { pageMarkers }: Pick<PdfOptions, 'pageMarkers'>,
) {
  let markdown = ''
  const ofPages: PageMarkdown[] = []
  const layout: LayoutPage[] = []
  for (const [index, blocks] of pages.entries()) {
    const pageNumber = index + 1
    if (pageMarkers && index > 0) markdown += marker(pageNumber)
    const before = markdown.length
    const items = mended(blocks).map((block, order): LayoutBlock => {
      const content = toMarkdown(parseDocument(block.html).children, options).trim()
      const isTold = !block.isRunning && content !== ''
      const isFirst = pageMarkers ? markdown.length === before : markdown === ''
      if (isTold && !isFirst) markdown += gap
      const start = markdown.length
      if (isTold) markdown += content
      return toBlock(block, {
        content,
        order,
        pageNumber,
        span: isTold ? [start, markdown.length] : null,
      })
    })
    ofPages.push({ pageNumber, markdown: markdown.slice(before).trim() })
    layout.push({ pageNumber, ...pixels(sizes[index]), status: 'ok', items })
  }
  const html = pages.flatMap((blocks) =>
    mended(blocks).flatMap((block) => (block.isRunning ? [] : [block.html])),
  )
  return { markdown, html: html.join('\n'), ofPages, layout }
}

/** A paragraph that goes on at the top of the next column is one paragraph. */
function mended(blocks: readonly PageBlock[]): PageBlock[] {
  const whole: PageBlock[] = []
  for (const block of blocks) {
    const last = whole.at(-1)
    const isOne =
      last?.type === 'text' &&
      block.type === 'text' &&
      !endsSentence.test(last.html) &&
      goesOn.test(block.html)
    if (!isOne) {
      whole.push(block)
      continue
    }
    const start = last.html.slice(0, -'</p>'.length)
    const rest = block.html.slice('<p>'.length)
    const html = /\p{L}-$/u.test(start) ? start.slice(0, -1) + rest : `${start} ${rest}`
    whole[whole.length - 1] = { ...last, html }
  }
  return whole
}

const endsSentence = /[.!?:;…]["')\]”’]?(?:<\/\w+>)*<\/p>$/
const goesOn = /^<p>(?:<\w+>)*\p{Ll}/u

function toBlock(
  { type, place, confidence }: PageBlock,
  at: {
    readonly content: string
    readonly order: number
    readonly pageNumber: number
    readonly span: readonly [number, number] | null
  },
): LayoutBlock {
  return {
    id: `p${at.pageNumber}.b${at.order}`,
    type,
    label: null,
    bbox: place,
    content: at.content,
    markdownSpan: at.span,
    readingOrder: at.order,
    source: confidence === undefined ? 'native_text' : 'layout_ocr',
    confidence: { layout: null, ocr: confidence ?? null },
  }
}

const pixels = (size: PageSize | undefined) => ({
  width: size ? Math.round(size.width * pixelsPerPoint) : null,
  height: size ? Math.round(size.height * pixelsPerPoint) : null,
})

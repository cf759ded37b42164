import { parseDocument } from 'htmlparser2'
import type {
  Box,
  LayoutBlock,
  LayoutPage,
  PageMarkdown,
  PdfOptions,
} from '#content/documents/layout.ts'
import { toMarkdown } from '#content/html/markdown/to-markdown.ts'
import type { LaidBlock } from './layout/lay-out.ts'
import type { Place } from './layout/segment.ts'

/** A page that blocks stand on. */
export interface PageFacts {
  /** In points. */
  readonly width: number
  readonly height: number
  /** Of the picture that bounds are told for. */
  readonly pixels: { readonly width: number; readonly height: number }
}

const gap = '\n\n'
const marker = (page: number) => `\n\n---\n\n<!-- page ${page} -->\n\n`
const options = { baseUrl: '', removeBase64Images: true }

/** The blocks of a document as one text, and where in it each of them stands (contract section 4.3). */
export function assemble(
  pages: readonly (readonly LaidBlock[])[],
  facts: readonly PageFacts[],
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
        facts: facts[index],
        span: isTold ? [start, markdown.length] : null,
      })
    })
    ofPages.push({ pageNumber, markdown: markdown.slice(before).trim() })
    const { width = null, height = null } = facts[index]?.pixels ?? {}
    layout.push({ pageNumber, width, height, status: 'ok', items })
  }
  const html = pages.flatMap((blocks) =>
    mended(blocks).flatMap((block) => (block.isRunning ? [] : [block.html])),
  )
  return { markdown, html: html.join('\n'), ofPages, layout }
}

/** A paragraph that goes on at the top of the next column is one paragraph. */
function mended(blocks: readonly LaidBlock[]): LaidBlock[] {
  const whole: LaidBlock[] = []
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
    label: null,
    bbox: shareOf(place, at.facts),
    content: at.content,
    markdownSpan: at.span,
    readingOrder: at.order,
    source: confidence === undefined ? 'native_text' : 'layout_ocr',
    confidence: {
      layout: null,
      ocr: confidence === undefined ? null : Math.round(confidence * 1_000) / 1_000,
    },
  }
}

/** A place in parts of the page. */
function shareOf({ left, top, right, bottom }: Place, facts: PageFacts | undefined): Box {
  const { width = 1, height = 1 } = facts ?? {}
  return [part(left / width), part(top / height), part(right / width), part(bottom / height)]
}

const part = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 10_000

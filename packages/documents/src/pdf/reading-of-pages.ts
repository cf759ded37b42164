import type { ContentRequest } from '#content/content.ts'
import type { DocumentReading } from '#documents/document-reading.ts'
import type { PdfOptions } from '#content/layout.ts'
import { readHtml } from '#content/page/read-html.ts'
import { assemble, type PageFacts } from './assemble.ts'
import type { LaidBlock } from './layout/lay-out.ts'

export const defaultOptions: PdfOptions = {
  mode: 'auto',
  maxPages: undefined,
  pages: false,
  blocks: false,
  pageMarkers: false,
}

interface Pages {
  readonly pages: readonly (readonly LaidBlock[])[]
  readonly facts: readonly PageFacts[]
  readonly options: PdfOptions
}

/** Makes a document of laid out pages. */
export function readingOfPages(
  request: ContentRequest,
  { pages, facts, options }: Pages,
): { document: DocumentReading; emptyPages: number[] } {
  const { markdown, html, ofPages, layout, pageStarts } = assemble(pages, facts, options)
  const page = `<!doctype html>\n<html><head><meta charset="utf-8"></head><body>\n${html}\n</body></html>\n`
  const reading = readHtml({
    ...request,
    body: Buffer.from(page),
    contentType: 'text/html; charset=utf-8',
    onlyMainContent: false,
  })
  const document: DocumentReading = {
    ...reading,
    clientRendered: () => undefined,
    rawHtml: () => page,
    markdown: () => markdown,
    pageStarts,
    ...(options.pages && { pages: ofPages }),
    ...(options.blocks && { blocks: layout }),
  }
  const empty = ofPages.filter(({ markdown: own }) => own === '')
  return { document, emptyPages: empty.map(({ pageNumber }) => pageNumber) }
}

import { detectPdf, type PdfResult } from '@firecrawl/pdf-inspector'
import type { ContentMetadata, ContentRequest } from '#content/content.ts'
import type { DocumentReading } from '#content/documents/document-reading.ts'
import type { Box, LayoutPage, PdfOptions, ReadPicture } from '#content/documents/layout.ts'
import { readPageBlocks } from '#content/documents/ocr/read-image.ts'
import { readHtml } from '#content/html/read-html.ts'
import { ServiceError } from '#kernel/errors.ts'
import { assemble, type PageBlock } from './assemble.ts'
import { drawPages, pageSizes, type PageSize } from './draw-pages.ts'
import { layOut } from './layout/lay-out.ts'
import type { Place } from './layout/segment.ts'

interface Tools {
  readonly readPicture: ReadPicture
  readonly onProgress: (page: number, pages: number) => void
}

const defaults: PdfOptions = {
  mode: 'auto',
  maxPages: undefined,
  pages: false,
  blocks: false,
  pageMarkers: false,
}
/**
 * A PDF file as Markdown, page by page: its own text, and OCR for pages without a usable one (contract section 4.3).
 * Fails with `DOCUMENT_ENCRYPTED` and `DOCUMENT_CORRUPT`.
 */
export async function readPdf(request: ContentRequest, tools: Tools): Promise<DocumentReading> {
  const options = request.pdf ?? defaults
  const file = Buffer.from(request.body)
  const facts = understood(() => detectPdf(file))
  const { pageCount } = facts
  const count = Math.min(options.maxPages ?? pageCount, pageCount)
  const { pages, sizes } = await readPages(file, facts, { count, options, tools })
  const { markdown, html, ofPages, layout } = assemble(pages, sizes, options)
  const empty = ofPages.filter((page) => page.markdown === '').length
  const title = facts.title?.trim()
  const page = `<!doctype html>\n<html><head><meta charset="utf-8"></head><body>\n${html}\n</body></html>\n`
  const reading = readHtml({
    ...request,
    body: Buffer.from(page),
    contentType: 'text/html; charset=utf-8',
    onlyMainContent: false,
  })
  return {
    ...reading,
    shell: () => undefined,
    warnings: () => (empty === 0 ? [] : [`No text was found on ${empty} of ${count} pages.`]),
    metadata: () => ({ ...(title && { title }), ...metadataOf(facts) }),
    rawHtml: () => page,
    markdown: () => markdown,
    numPages: count,
    totalPages: pageCount,
    paidPages: count,
    ...(options.pages && { pages: ofPages }),
    ...(options.blocks && { blocks: layout satisfies LayoutPage[] }),
  }
}

interface Wanted {
  readonly count: number
  readonly options: PdfOptions
  readonly tools: Tools
}

/** The blocks of each page: its own text, or what is read from its picture. */
async function readPages(
  file: Buffer,
  { pagesNeedingOcr }: PdfResult,
  { count, options, tools }: Wanted,
): Promise<{ pages: PageBlock[][]; sizes: PageSize[] }> {
  const indexes = Array.from({ length: count }, (_, index) => index)
  const sizes = await pageSizes(file, indexes)
  const numbers = indexes.map((index) => index + 1)
  const own = understood(() => layOut(file, numbers, sizes))
  const lacksText = (index: number) => {
    if (options.mode !== 'auto') return options.mode === 'ocr'
    return pagesNeedingOcr.includes(index + 1) || own[index]?.every(({ isRunning }) => isRunning)
  }
  const pages: PageBlock[][] = own.map((blocks, index) =>
    blocks.map((block) => ({ ...block, place: shareOf(block.place, sizes[index]) })),
  )
  for await (const { index, picture } of drawPages(file, indexes.filter(lacksText))) {
    tools.onProgress(index, count)
    pages[index] = await readPageBlocks(picture, tools.readPicture)
  }
  tools.onProgress(count, count)
  return { pages, sizes }
}

/** A place in parts of the page. */
function shareOf({ left, top, right, bottom }: Place, size: PageSize | undefined): Box {
  const { width = 1, height = 1 } = size ?? {}
  return [part(left / width), part(top / height), part(right / width), part(bottom / height)]
}

const part = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 10_000

/** The library says what is wrong in its own words. */
function understood<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    const isLocked = cause instanceof Error && /encrypt|password|decrypt/i.test(cause.message)
    throw new ServiceError(isLocked ? 'DOCUMENT_ENCRYPTED' : 'DOCUMENT_CORRUPT', undefined, {
      cause,
    })
  }
}

function metadataOf({
  author,
  subject,
  keywords,
  creationDate,
  modDate,
}: PdfResult): ContentMetadata {
  const found = {
    author,
    description: subject,
    keywords,
    publishedTime: toIsoTime(creationDate),
    modifiedTime: toIsoTime(modDate),
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) => {
      const text = value?.trim()
      return text ? [[name, text]] : []
    }),
  )
}

/** `D:20240115103000+01'00'`; what is missing is the first of its kind. */
function toIsoTime(text: string | undefined): string | undefined {
  const parts = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-]\d\d)'?(\d\d)?)?/.exec(
    text ?? '',
  )
  if (!parts) return undefined
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    zone,
    rest = '00',
  ] = parts
  const offset = zone === undefined ? 'Z' : `${zone}:${rest}`
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

import { detectPdf, extractPagesMarkdown, type PdfResult } from '@firecrawl/pdf-inspector'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import type { ContentMetadata, ContentRequest } from '#content/content.ts'
import type { DocumentReading } from '#content/documents/document-reading.ts'
import type { PageMarkdown, PdfOptions, ReadPicture } from '#content/documents/layout.ts'
import { readPageText } from '#content/documents/ocr/read-image.ts'
import { readHtml } from '#content/html/read-html.ts'
import { ServiceError } from '#kernel/errors.ts'
import { drawPages } from './draw-pages.ts'

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
const gap = '\n\n'
const marker = (page: number) => `\n\n---\n\n<!-- page ${page} -->\n\n`

/**
 * A PDF file as Markdown, page by page: its own text, and OCR for pages without a usable one (contract section 4.3).
 * Fails with `DOCUMENT_ENCRYPTED`, `DOCUMENT_CORRUPT`, and `NOT_IMPLEMENTED` for `blocks`.
 */
export async function readPdf(request: ContentRequest, tools: Tools): Promise<DocumentReading> {
  const options = request.pdf ?? defaults
  if (options.blocks) {
    const message = 'The following options are not available in this version: parsers (blocks).'
    throw new ServiceError('NOT_IMPLEMENTED', message)
  }
  const file = Buffer.from(request.body)
  const facts = understood(() => detectPdf(file))
  const { pages, warnings } = await readPages(file, facts, { options, tools })
  const markdown = joined(pages, options)
  const title = facts.title?.trim()
  const body = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  const page = `<!doctype html>\n<html><head><meta charset="utf-8"></head><body>\n${body}\n</body></html>\n`
  const reading = readHtml({
    ...request,
    body: Buffer.from(page),
    contentType: 'text/html; charset=utf-8',
    onlyMainContent: false,
  })
  return {
    ...reading,
    shell: () => undefined,
    warnings: () => warnings,
    metadata: () => ({ ...(title && { title }), ...metadataOf(facts) }),
    rawHtml: () => page,
    markdown: () => markdown,
    numPages: pages.length,
    totalPages: facts.pageCount,
    paidPages: pages.length,
    ...(options.pages && { pages }),
  }
}

interface Wanted {
  readonly options: PdfOptions
  readonly tools: Tools
}

async function readPages(file: Buffer, { pageCount }: PdfResult, { options, tools }: Wanted) {
  const count = Math.min(options.maxPages ?? pageCount, pageCount)
  const numbers = Array.from({ length: count }, (_, index) => index)
  const own = understood(() => extractPagesMarkdown(file, numbers)).pages
  const isOwnGood = (index: number) => {
    const page = own[index]
    if (options.mode === 'fast') return true
    return options.mode === 'auto' && page?.needsOcr === false && page.markdown.trim() !== ''
  }
  const unread = numbers.filter((index) => !isOwnGood(index))
  const read = new Map<number, string>()
  for await (const { index, picture } of drawPages(file, unread)) {
    tools.onProgress(index, count)
    read.set(index, await readPageText(picture, tools.readPicture))
  }
  const pages = numbers.map((index): PageMarkdown => {
    const markdown = read.get(index) ?? own[index]?.markdown ?? ''
    return { pageNumber: index + 1, markdown: markdown.trim() }
  })
  tools.onProgress(count, count)
  const empty = pages.filter(({ markdown }) => markdown === '').length
  const warnings = empty === 0 ? [] : [`No text was found on ${empty} of ${count} pages.`]
  return { pages, warnings }
}

function joined(pages: readonly PageMarkdown[], { pageMarkers }: PdfOptions): string {
  let markdown = ''
  for (const [index, page] of pages.entries()) {
    if (index > 0) markdown += pageMarkers ? marker(page.pageNumber) : gap
    markdown += page.markdown
  }
  return pageMarkers ? markdown : markdown.replace(/\n{3,}/g, gap).trim()
}

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

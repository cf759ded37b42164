import { detectPdf, type PdfResult } from '@firecrawl/pdf-inspector'
import type { ContentRequest } from '#content/content.ts'
import type { ContentMetadata } from '#content/html/about/content-metadata.ts'
import type { DocumentReading } from '#documents/document-reading.ts'
import type { PdfOptions, ReadPicture } from '#content/layout.ts'
import { createLosses, type Losses } from '#documents/losses.ts'
import { segmentsOfPicture } from '#documents/ocr/to-segments.ts'
import { cutWords } from '#documents/ocr/tsv.ts'
import { ReadError } from '#base/read-error.ts'
import type { PageFacts } from './assemble.ts'
import { drawPages } from './draw-pages.ts'
import { layOut, type LaidBlock, type PageText } from './layout/lay-out.ts'
import { ownText } from './layout/own-text.ts'
import { findRunning } from './layout/running-lines.ts'
import type { Segment } from './layout/segment.ts'
import { nameLostContent } from './lost-content.ts'
import { openPdf, turnSize, type OpenPdf, type PageSize } from './pdfium.ts'
import { defaultOptions, readingOfPages } from './reading-of-pages.ts'
import { rewritePdf } from './rewrite.ts'
import { makeFormBlocks } from './xfa/form-blocks.ts'

interface Tools {
  readonly readPicture: ReadPicture
  readonly onProgress: (page: number, pages: number) => void
}

/**
 * Reads a PDF file page by page: native text, and OCR for pages without usable text. See docs/api/parse.md.
 * Fails with `DOCUMENT_ENCRYPTED` and `DOCUMENT_CORRUPT`.
 */
export async function readPdf(request: ContentRequest, tools: Tools): Promise<DocumentReading> {
  const options = request.pdf ?? defaultOptions
  const { file, facts } = await detect(Buffer.from(request.body))
  const { pageCount } = facts
  const count = Math.min(options.maxPages ?? pageCount, pageCount)
  const losses = createLosses()
  const wanted = { count, options, losses, tools }
  const { pages, facts: ofPages } = await readPages(file, facts, wanted)
  const reading = readingOfPages(request, { pages, facts: ofPages, options })
  for (const page of reading.emptyPages) losses.at('on page', page)('No text was found')
  const title = facts.title?.trim()
  return {
    ...reading.document,
    warnings: losses.list,
    metadata: () => ({ ...(title && { title }), ...readMetadata(facts) }),
    numPages: count,
    totalPages: pageCount,
    paidPages: count,
  }
}

/** The file, or a copy of it without protection that can be read, and what it says about itself. */
async function detect(file: Buffer): Promise<{ readonly file: Buffer; readonly facts: PdfResult }> {
  try {
    return { file, facts: understood(() => detectPdf(file)) }
  } catch (error) {
    // Damaged files may keep PDFium busy for long.
    const copy = file.includes('/Encrypt') ? await rewritePdf(file) : undefined
    if (!copy) throw error
    return { file: copy, facts: understood(() => detectPdf(copy)) }
  }
}

interface Wanted {
  readonly count: number
  readonly options: PdfOptions
  readonly losses: Losses
  readonly tools: Tools
}

const pixelsPerPoint = 200 / 72

/** Blocks of each page, from native text or OCR. */
async function readPages(
  file: Buffer,
  { pagesNeedingOcr, pageCount }: PdfResult,
  { count, options, losses, tools }: Wanted,
): Promise<{ pages: LaidBlock[][]; facts: PageFacts[] }> {
  const indexes = Array.from({ length: count }, (_, index) => index)
  const numbers = indexes.map((index) => index + 1)
  await using document = await openPdf(file, losses)
  if (document.pageCount > pageCount)
    losses.lose(`The file states ${document.pageCount} pages, of which ${pageCount} were found`)
  nameLostContent(file, count, losses)
  const sizesInFile = indexes.map((index) => document.readSize(index))
  const own = understood(() => ownText(file, document, { numbers, sizes: sizesInFile }))
  const sizes = own.map(({ size }) => size)
  const texts = own.map(({ filled: segments, size: { height }, parts }): PageText => {
    return { segments, height, parts }
  })
  const running = findRunning(texts)
  const lacksText = (index: number) => {
    if (options.mode !== 'auto') return options.mode === 'ocr'
    const { segments = [], parts = [], isInvisible = false } = own[index] ?? {}
    if (isInvisible) return !isReadable(segments)
    const isText = () => document.showsOnly(index, countLetters(segments))
    // A page of a few lines looks scanned to the library.
    if (pagesNeedingOcr.includes(index + 1)) return !isReadable(segments) || !isText()
    const isEmpty = parts.length === 0 && segments.every((segment) => running.has(segment))
    return isEmpty && !isText()
  }
  const drawn = indexes.filter((index) => lacksText(index) && !document.showsOnly(index, 0))
  let isAnyRead = false
  for await (const { index, picture } of drawPages(document, drawn)) {
    isAnyRead = true
    tools.onProgress(index, count)
    const read = await tools.readPicture(picture, new AbortController().signal)
    if (read.isCut) losses.at('on page', index + 1)(cutWords)
    const size = turnSize(sizesInFile[index] ?? { width: 1, height: 1 }, read.turned)
    const { width, height } = size
    sizes[index] = size
    // A deskewed picture is slightly larger than its page.
    const pointsPerPixel = Math.max(width / read.width, height / read.height)
    const segments = segmentsOfPicture(read, { page: index + 1, pointsPerPixel })
    // Pictures of pages do not show what is written in forms.
    texts[index] = { segments: [...segments, ...(own[index]?.fields ?? [])], height, parts: [] }
  }
  tools.onProgress(count, count)
  const facts = sizes.map((size) => ({
    ...size,
    pixels: {
      width: Math.round(size.width * pixelsPerPoint),
      height: Math.round(size.height * pixelsPerPoint),
    },
  }))
  for (const [at, number] of numbers.entries()) {
    const lose = losses.at('on page', number)
    const { segments = [], parts = [] } = texts[at] ?? {}
    const all = [...segments, ...parts.flatMap((part) => part.segments)]
    if (all.some(isUnknown)) lose(unknownCharacters)
    if (own[at]?.hasSideways && !drawn.includes(at)) lose(sidewaysText)
  }
  const pages = layOut(texts, isAnyRead ? findRunning(texts) : running)
  return { pages: withForm(pages, document, sizes), facts }
}

/** The parts of a form that no page shows: instead of the first page, or below the last one. */
function withForm(
  pages: readonly LaidBlock[][],
  { form, pageCount }: OpenPdf,
  sizes: readonly PageSize[],
): LaidBlock[][] {
  const areAllRead = pages.length === pageCount
  const parts = areAllRead || form.isDynamic ? form.listUnplaced() : []
  const at = form.isDynamic ? 0 : pages.length - 1
  const size = sizes[at]
  if (parts.length === 0 || !size) return [...pages]
  const own = makeFormBlocks(parts, size)
  return pages.with(at, form.isDynamic ? own : [...(pages[at] ?? []), ...own])
}

const unknownCharacters = 'Characters that the file does not identify are shown as \uFFFD'
const sidewaysText = 'Text that runs in another direction than the page was left out'

const isUnknown = ({ text }: Segment) => text.includes('\uFFFD')

const countLetters = (segments: readonly Segment[]) =>
  segments.reduce((sum, { text }) => sum + text.replaceAll(/\s+/g, '').length, 0)

const layerWordsMin = 5
const wordlyShareMin = 0.6

/** Whether a text consists of words rather than unmapped glyphs. */
function isReadable(segments: readonly Segment[]): boolean {
  const words = segments.flatMap(({ text }) => text.split(/\s+/).filter((word) => word !== ''))
  const good = words.filter((word) =>
    /^[\p{P}\p{S}]*[\p{L}\p{M}\p{N}]+(?:['’.,-]+[\p{L}\p{M}\p{N}]+)*[\p{P}\p{S}]*$/u.test(word),
  )
  return words.length >= layerWordsMin && good.length >= wordlyShareMin * words.length
}

/** Maps errors of the library by their text. */
function understood<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    const isLocked = cause instanceof Error && /encrypt|password|decrypt/i.test(cause.message)
    throw new ReadError(isLocked ? 'DOCUMENT_ENCRYPTED' : 'DOCUMENT_CORRUPT', undefined, {
      cause,
    })
  }
}

function readMetadata({
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

/** PDF date such as `D:20240115103000+01'00'`; missing parts default to their minimum. */
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

import type { ContentRequest } from '#content/content.ts'
import type { DocumentReading } from '#documents/document-reading.ts'
import type { ReadPicture } from '#content/layout.ts'
import { layOut } from '#documents/pdf/layout/lay-out.ts'
import { findRunning } from '#documents/pdf/layout/running-lines.ts'
import { defaultOptions, readingOfPages } from '#documents/pdf/reading-of-pages.ts'
import { createLosses } from '#documents/losses.ts'
import { segmentsOfPicture } from './to-segments.ts'
import { cutWords } from './tsv.ts'

/** Pictures carry no reliable resolution; assume printed text. */
const pointsPerPixel = 72 / 200

/** Reads a picture as a document of one page by OCR. Fails like `readPicture`. */
export async function readImage(
  request: ContentRequest,
  readPicture: ReadPicture,
): Promise<DocumentReading> {
  const read = await readPicture(request.body, new AbortController().signal)
  const { width, height } = read
  const segments = segmentsOfPicture(read, { page: 1, pointsPerPixel })
  const page = {
    width: width * pointsPerPixel,
    height: height * pointsPerPixel,
    pixels: { width, height },
  }
  const pages = [{ segments, height: page.height }]
  const running = findRunning(pages)
  const isAllRunning = segments.every((segment) => running.has(segment))
  const { document, emptyPages } = readingOfPages(request, {
    // A number at the edge of a picture may be its only text.
    pages: layOut(pages, isAllRunning ? new Map() : running),
    facts: [page],
    options: request.pdf ?? defaultOptions,
  })
  const losses = createLosses()
  if (read.isCut) losses.lose(cutWords)
  if (emptyPages.length > 0) losses.lose('No text was found in the picture')
  return {
    ...document,
    warnings: losses.list,
    images: () => [],
    numPages: 1,
    totalPages: 1,
  }
}

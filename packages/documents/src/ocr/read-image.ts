import { ReadError } from '#base/read-error.ts'
import type { ContentRequest } from '#content/content.ts'
import type { DocumentReading } from '#documents/document-reading.ts'
import type { ReadPicture } from '#content/layout.ts'
import type { PageFacts } from '#documents/pdf/assemble.ts'
import { layOut, type PageText } from '#documents/pdf/layout/lay-out.ts'
import { findRunning } from '#documents/pdf/layout/running-lines.ts'
import { defaultOptions, readingOfPages } from '#documents/pdf/reading-of-pages.ts'
import { createLosses } from '#documents/losses.ts'
import { listPagesOfPicture, type PagesOfPicture } from './pages-of-picture.ts'
import { segmentsOfPicture } from './to-segments.ts'
import { cutWords } from './tsv.ts'

/** Pictures carry no reliable resolution; assume printed text. */
const pointsPerPixel = 72 / 200

/** Reads a picture as a document of its pages by OCR. Fails like `readPicture`. */
export async function readImage(
  request: ContentRequest,
  readPicture: ReadPicture,
): Promise<DocumentReading> {
  const options = request.pdf ?? defaultOptions
  const picture = await listPagesOfPicture(request.body, options.maxPages)
  const losses = createLosses()
  const read: { text: PageText; facts: PageFacts }[] = []
  const damaged = new Set<number>()
  for (let index = 0; index < picture.wanted; index++) {
    const lose = picture.count > 1 ? losses.at('on page', index + 1) : losses.lose
    const page = await readPage(picture, index, readPicture).catch((error: unknown) => {
      // The pages before a damaged one are read.
      if (index === 0 || !(error instanceof ReadError) || error.code !== 'DOCUMENT_CORRUPT')
        throw error
      return undefined
    })
    if (page?.isCut) lose(cutWords)
    if (!page) {
      lose('Nothing could be read, because the file is damaged,')
      damaged.add(index + 1)
    }
    read.push(page ?? { text: { segments: [], height: 1 }, facts: emptyPage })
  }
  const pages = read.map(({ text }) => text)
  const running = findRunning(pages)
  const isAllRunning = pages.every(({ segments }) => segments.every((one) => running.has(one)))
  const { document, emptyPages } = readingOfPages(request, {
    // A number at the edge of a picture may be its only text.
    pages: layOut(pages, isAllRunning ? new Map() : running),
    facts: read.map(({ facts }) => facts),
    options,
  })
  if (picture.count === 1 && emptyPages.length > 0) losses.lose('No text was found in the picture')
  if (picture.count > 1)
    for (const page of emptyPages.filter((number) => !damaged.has(number)))
      losses.at('on page', page)('No text was found')
  if (picture.frames > 1) losses.lose(`Of ${picture.frames} frames only the first was read`)
  if (picture.wanted < picture.count)
    losses.lose(`Of ${picture.count} pages only the first ${picture.wanted} were read`)
  return {
    ...document,
    warnings: losses.list,
    images: () => [],
    numPages: picture.wanted,
    totalPages: picture.count,
  }
}

const emptyPage = { width: 1, height: 1, pixels: { width: 1, height: 1 } }

async function readPage(picture: PagesOfPicture, index: number, readPicture: ReadPicture) {
  const bytes = await picture.read(index).catch((cause: unknown) => {
    throw new ReadError('DOCUMENT_CORRUPT', undefined, { cause })
  })
  const read = await readPicture(bytes, new AbortController().signal)
  const { width, height, isCut } = read
  const segments = segmentsOfPicture(read, { page: index + 1, pointsPerPixel })
  const facts = {
    width: width * pointsPerPixel,
    height: height * pointsPerPixel,
    pixels: { width, height },
  }
  return { text: { segments, height: facts.height }, facts, isCut }
}

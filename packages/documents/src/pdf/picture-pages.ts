import type { Sharp } from 'sharp'
import { drawPages } from './draw-pages.ts'
import { openPdf } from './pdfium.ts'

/** Pages of a PDF file to be shown as pictures. */
export interface PageRange {
  /** From 1. */
  readonly firstPage: number
  readonly count: number
}

/** A page of a PDF file as a picture. */
export interface PagePicture {
  /** From 1. */
  readonly pageNumber: number
  /** WebP. */
  readonly picture: Uint8Array
}

/** A page of A4 is about 990 pixels wide. */
const forReading = {
  dotsPerInch: 120,
  pixelsMax: 1_500_000,
  encode: (picture: Sharp) => picture.webp({ quality: 80, effort: 2 }),
}

/**
 * Draws pages of a PDF file for readers. Returns fewer when the file ends, and none for pages without an area. Fails with
 * `DOCUMENT_CORRUPT`.
 */
export async function picturePages(
  file: Uint8Array,
  { firstPage, count }: PageRange,
): Promise<PagePicture[]> {
  await using document = await openPdf(file)
  const end = Math.min(firstPage - 1 + count, document.pageCount)
  const indexes = Array.from(
    { length: Math.max(0, end - firstPage + 1) },
    (_, at) => firstPage - 1 + at,
  )
  const pictures: PagePicture[] = []
  for await (const { index, picture } of drawPages(document, indexes, forReading))
    pictures.push({ pageNumber: index + 1, picture })
  return pictures
}

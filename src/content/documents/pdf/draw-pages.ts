import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { ServiceError } from '#kernel/errors.ts'

/** Enough for print of 8 points. */
const dotsPerInch = 200
const pointsPerInch = 72
/** A page that is a poster is drawn smaller. */
const pixelsMax = 24_000_000

export interface DrawnPage {
  /** From 0. */
  readonly index: number
  /** PNG. */
  readonly picture: Buffer
}

/** Size of a page as it is shown, in points. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

/** The sizes of pages, counted from 0. Fails with `DOCUMENT_CORRUPT`. */
export async function pageSizes(file: Uint8Array, indexes: readonly number[]): Promise<PageSize[]> {
  await using document = await openDocument(file)
  return indexes.map((index) => {
    const { originalWidth: width, originalHeight: height } = document
      .getPage(index)
      .getOriginalSize()
    return { width, height }
  })
}

/** Draws pages of a PDF file for OCR, one after the other. Fails with `DOCUMENT_CORRUPT`. */
export async function* drawPages(
  file: Uint8Array,
  indexes: readonly number[],
): AsyncGenerator<DrawnPage> {
  if (indexes.length === 0) return
  await using document = await openDocument(file)
  for (const index of indexes) {
    const page = document.getPage(index)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const pixelsAtOne = originalWidth * originalHeight
    const scale = Math.min(dotsPerInch / pointsPerInch, Math.sqrt(pixelsMax / pixelsAtOne))
    const { data } = await page.render({ scale, render: toPng })
    yield { index, picture: Buffer.from(data) }
  }
}

async function openDocument(file: Uint8Array) {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(file)
    return {
      getPage: (index: number) => document.getPage(index),
      async [Symbol.asyncDispose]() {
        document.destroy()
        library.destroy()
      },
    }
  } catch (cause) {
    library.destroy()
    throw new ServiceError('DOCUMENT_CORRUPT', undefined, { cause })
  }
}

const toPng = ({ data, width, height }: { data: Uint8Array; width: number; height: number }) =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: 'white' })
    .png({ compressionLevel: 1 })
    .toBuffer()

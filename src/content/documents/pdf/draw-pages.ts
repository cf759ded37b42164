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

/** Draws pages of a PDF file for OCR, one after the other. Fails with `DOCUMENT_CORRUPT`. */
export async function* drawPages(
  file: Uint8Array,
  indexes: readonly number[],
): AsyncGenerator<DrawnPage> {
  if (indexes.length === 0) return
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(file).catch((cause: unknown) => {
      throw new ServiceError('DOCUMENT_CORRUPT', undefined, { cause })
    })
    for (const index of indexes) {
      const page = document.getPage(index)
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const pixelsAtOne = originalWidth * originalHeight
      const scale = Math.min(dotsPerInch / pointsPerInch, Math.sqrt(pixelsMax / pixelsAtOne))
      const { data } = await page.render({ scale, render: toPng })
      yield { index, picture: Buffer.from(data) }
    }
    document.destroy()
  } finally {
    library.destroy()
  }
}

const toPng = ({ data, width, height }: { data: Uint8Array; width: number; height: number }) =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: 'white' })
    .png({ compressionLevel: 1 })
    .toBuffer()

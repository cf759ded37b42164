import type { Sharp } from 'sharp'
import type { OpenPdf } from './pdfium.ts'

/** How pages are drawn. */
interface Look {
  readonly dotsPerInch: number
  /** Large pages (posters) are drawn at a lower resolution. */
  readonly pixelsMax: number
  readonly encode: (picture: Sharp) => Sharp
}

/** Sufficient for OCR of 8 point type; PNG. */
const forOcr: Look = {
  dotsPerInch: 200,
  pixelsMax: 24_000_000,
  encode: (picture) => picture.png({ compressionLevel: 1 }),
}
const pointsPerInch = 72

export interface DrawnPage {
  /** From 0. */
  readonly index: number
  readonly picture: Buffer
}

/** Renders pages of a PDF file, one at a time. Pages without an area, such as those with a reversed box, are left out. */
export async function* drawPages(
  document: OpenPdf,
  indexes: readonly number[],
  { dotsPerInch, pixelsMax, encode }: Look = forOcr,
): AsyncGenerator<DrawnPage> {
  if (indexes.length === 0) return
  // Most files have text on every page, and the library takes long to load.
  const { default: sharp } = await import('sharp')
  const toPicture = ({ data, width, height }: Pixels) =>
    encode(
      sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: 'white' }),
    ).toBuffer()
  for (const index of indexes) {
    const page = document.loadPage(index)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const pixelsAtOne = originalWidth * originalHeight
    const scale = Math.min(dotsPerInch / pointsPerInch, Math.sqrt(pixelsMax / pixelsAtOne))
    if (!(originalWidth * scale >= 1 && originalHeight * scale >= 1)) continue
    const { data } = await page.render({ scale, render: toPicture })
    yield { index, picture: Buffer.from(data) }
  }
}

interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

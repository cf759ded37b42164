import sharp from 'sharp'
import type { OpenPdf } from './pdfium.ts'

/** Sufficient for OCR of 8 point type. */
const dotsPerInch = 200
const pointsPerInch = 72
/** Large pages (posters) are drawn at a lower resolution. */
const pixelsMax = 24_000_000

export interface DrawnPage {
  /** From 0. */
  readonly index: number
  /** PNG. */
  readonly picture: Buffer
}

/** Renders pages of a PDF file for OCR, one at a time. Pages without an area, such as those with a reversed box, are left out. */
export async function* drawPages(
  document: OpenPdf,
  indexes: readonly number[],
): AsyncGenerator<DrawnPage> {
  for (const index of indexes) {
    const page = document.pageOf(index)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const pixelsAtOne = originalWidth * originalHeight
    const scale = Math.min(dotsPerInch / pointsPerInch, Math.sqrt(pixelsMax / pixelsAtOne))
    if (!(originalWidth * scale >= 1 && originalHeight * scale >= 1)) continue
    const { data } = await page.render({ scale, render: toPng })
    yield { index, picture: Buffer.from(data) }
  }
}

const toPng = ({ data, width, height }: { data: Uint8Array; width: number; height: number }) =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: 'white' })
    .png({ compressionLevel: 1 })
    .toBuffer()

import sharp from 'sharp'
import { drawPages } from '#documents/pdf/draw-pages.ts'
import { openPdf } from '#documents/pdf/pdfium.ts'
import { pdfOfPictures } from '#fixtures/pdf-of-pictures.ts'

const degrees = 1
const blur = 0.8
const grain = { type: 'gaussian', mean: 0, sigma: 6 } as const

/** A PDF file that looks scanned: pictures of its pages, rotated by one degree, blurred, on grey paper, with noise. */
export async function scanned(file: Buffer, pageCount: number): Promise<Buffer> {
  await using document = await openPdf(file)
  const pictures = []
  const indexes = Array.from({ length: pageCount }, (_, index) => index)
  for await (const { picture } of drawPages(document, indexes)) {
    const { data, info } = await sharp(picture)
      .greyscale()
      .rotate(degrees, { background: 'white' })
      .blur(blur)
      .linear(0.8, 25)
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const noise = await sharp({
      create: { width, height, channels: 3, background: 'grey', noise: grain },
    })
      .greyscale()
      .png()
      .toBuffer()
    pictures.push(
      await sharp(data)
        .composite([{ input: noise, blend: 'soft-light' }])
        .greyscale()
        .jpeg({ quality: 80 })
        .toBuffer(),
    )
  }
  return pdfOfPictures(pictures)
}

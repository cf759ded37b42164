import sharp from 'sharp'
import { drawPages } from '#documents/pdf/draw-pages.ts'
import { openPdf } from '#documents/pdf/pdfium.ts'
import { ReadError } from '#base/read-error.ts'

const boxes = Buffer.from('0000000C6A5020200D0A870A', 'hex')
/** Markers of the code stream and of its size segment. */
const codeStream = Buffer.from('FF4FFF51', 'hex')
const sizeBytes = 24
/** The resolution of drawn pages, so that one pixel stays one pixel. */
const pointsPerPixel = 72 / 200

/**
 * Converts a JPEG 2000 picture to PNG. The image library does not read this format but the PDF engine does, so the picture is put on a
 * PDF page and drawn. Undefined for other files. Fails with `DOCUMENT_CORRUPT` and `DOCUMENT_TOO_COMPLEX`.
 */
export async function decodeJpeg2000(
  picture: Uint8Array,
  pixelsMax: number,
): Promise<Buffer | undefined> {
  const file = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength)
  if (![boxes, codeStream].some((head) => file.subarray(0, head.length).equals(head)))
    return undefined
  const at = file.indexOf(codeStream)
  if (at === -1 || at + sizeBytes > file.length) throw new ReadError('DOCUMENT_CORRUPT')
  const [right, bottom, left, top] = [8, 12, 16, 20].map((offset) =>
    file.readUInt32BE(at + offset),
  ) as [number, number, number, number]
  const [width, height] = [right - left, bottom - top]
  if (width <= 0 || height <= 0) throw new ReadError('DOCUMENT_CORRUPT')
  if (width * height > pixelsMax) throw new ReadError('DOCUMENT_TOO_COMPLEX')
  const drawn = await draw(wrapPage(file, { width, height, ground: 'white' }))
  if (!(await isAll(drawn, 255))) return drawn
  // An unreadable picture leaves the page blank.
  const onBlack = await draw(wrapPage(file, { width, height, ground: 'black' }))
  if (await isAll(onBlack, 0)) throw new ReadError('DOCUMENT_CORRUPT')
  return drawn
}

async function draw(page: Buffer): Promise<Buffer> {
  await using document = await openPdf(page)
  for await (const { picture } of drawPages(document, [0])) return picture
  throw new ReadError('DOCUMENT_CORRUPT')
}

async function isAll(picture: Buffer, level: number): Promise<boolean> {
  const { channels } = await sharp(picture).stats()
  return channels.every(({ min, max }) => min === level && max === level)
}

interface PictureOnGround {
  readonly width: number
  readonly height: number
  readonly ground: 'white' | 'black'
}

/** A PDF file of one page with one picture. */
function wrapPage(picture: Buffer, { width, height, ground }: PictureOnGround): Buffer {
  const [pageWidth, pageHeight] = [width, height].map((pixels) =>
    (pixels * pointsPerPixel).toFixed(3),
  )
  const grey = ground === 'white' ? 1 : 0
  const content = `${grey} g 0 0 ${pageWidth} ${pageHeight} re f ${pageWidth} 0 0 ${pageHeight} 0 0 cm /P Do`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ].map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`)
  const head = `5 0 obj\n<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /Filter /JPXDecode /Length ${picture.length} >>\nstream\n`
  return Buffer.concat([
    Buffer.from(`%PDF-1.5\n${objects.join('')}${head}`),
    picture,
    // PDF readers rebuild a missing cross-reference table.
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R /Size 6 >>\n%%EOF\n'),
  ])
}

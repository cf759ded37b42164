import sharp, { type Sharp } from 'sharp'
import { ReadError } from '#base/read-error.ts'
import { decodeBitmap } from './bitmap.ts'
import { findStretch } from './contrast.ts'
import { removeRules } from './remove-rules.ts'
import { decodeJpeg2000 } from './jpeg-2000.ts'
import { measureSkew } from './skew.ts'

/** More than an A3 page scanned at 600 dpi. */
const pixelsMax = 64_000_000
const longestMax = 4_000
const shortestMin = 1_000
const enlargedMax = 3
const skewDegreesMin = 0.15
const faintBlur = 1.2

/** A picture prepared for OCR. */
export interface PreparedPicture {
  /** PNG, grey. */
  readonly bytes: Buffer
  /** The same picture, one byte per pixel. */
  readonly points: Uint8Array
  readonly width: number
  readonly height: number
  /** Degrees by which the picture was rotated to level its lines. */
  readonly turned: number
}

/**
 * Prepares a picture for OCR, turned clockwise by quarters of 360 degrees: orientation, greyscale, contrast, deskewing, removal of ruled lines, scaling. Fails with
 * `DOCUMENT_TOO_COMPLEX` for more pixels than a page may have and `DOCUMENT_CORRUPT` for broken files.
 */
export async function preparePicture(picture: Uint8Array, turn = 0): Promise<PreparedPicture> {
  try {
    return await prepare(picture, turn)
  } catch (cause) {
    if (cause instanceof ReadError) throw cause
    const isTooLarge =
      cause instanceof Error && /pixel limit|too large|dimensions/i.test(cause.message)
    throw new ReadError(isTooLarge ? 'DOCUMENT_TOO_COMPLEX' : 'DOCUMENT_CORRUPT', undefined, {
      cause,
    })
  }
}

async function prepare(picture: Uint8Array, turn: number): Promise<PreparedPicture> {
  const grey = await (
    await openPicture(picture)
  )
    .autoOrient()
    .rotate(turn)
    .flatten({ background: 'white' })
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = grey.info
  const scale = chooseScale(width, height)
  const { points: found, stretch } = await findContrast(grey.data, { width, height })
  const sized = sharp(found, {
    raw: { width, height, channels: 1 },
    limitInputPixels: pixelsMax,
  })
    .resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
    .linear(stretch.multiply, stretch.add)
    .toColourspace('b-w')
  const level = await levelled(sized)
  const { data: points, info } = await level.image
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  removeRules({ points, width: info.width, height: info.height })
  const raw = { width: info.width, height: info.height, channels: 1 as const }
  const bytes = await sharp(points, { raw })
    .toColourspace('b-w')
    .withMetadata({ density: 200 })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return { bytes, points, width: info.width, height: info.height, turned: turn + level.turned }
}

/** The grain of a faint picture is smoothed, because it would become as dark as the letters. */
async function findContrast(points: Buffer, { width, height }: { width: number; height: number }) {
  const stretch = findStretch(points)
  if (!stretch.isFaint) return { points, stretch }
  const smooth = await sharp(points, { raw: { width, height, channels: 1 } })
    .blur(faintBlur)
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { points: smooth, stretch: findStretch(smooth, Infinity) }
}

/** Of files with several pictures only the first is read. */
async function openPicture(picture: Uint8Array): Promise<Sharp> {
  const bitmap = decodeBitmap(picture, pixelsMax)
  if (bitmap) {
    const { data, width, height } = bitmap
    return sharp(data, { raw: { width, height, channels: 3 } })
  }
  const readable = (await decodeJpeg2000(picture, pixelsMax)) ?? picture
  return sharp(readable, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 })
}

function chooseScale(width: number, height: number): number {
  const longest = Math.max(width, height)
  if (longest > longestMax) return longestMax / longest
  return longest < shortestMin ? Math.min(enlargedMax, shortestMin / longest) : 1
}

async function levelled(image: Sharp): Promise<{ image: Sharp; turned: number }> {
  const { data, info } = await image.clone().raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: 1 as const }
  const turned = measureSkew(data, info.width, info.height)
  if (Math.abs(turned) < skewDegreesMin) return { image: sharp(data, { raw }), turned: 0 }
  return {
    image: sharp(data, { raw }).rotate(turned, { background: 'white' }),
    turned,
  }
}

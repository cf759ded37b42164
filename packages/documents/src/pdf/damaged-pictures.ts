import { inflateSync } from 'node:zlib'
import { isWholePicture } from '#documents/whole-picture.ts'
import { call, withMemory, type Engine } from './engine.ts'

const imageType = 3
const objectsMax = 20_000
const metadataBytes = 28
const bitsOffset = 16
const filterBytes = 32
/** Of the pictures of a document that are looked at whole, packed and unpacked. */
const packedBytesMax = 32 * 1024 * 1024
const unpackedBytesMax = 64 * 1024 * 1024

/** Returns whether a page shows a picture that cannot be decoded, or whose end is missing. */
export function createFindDamaged(engine: Engine): (page: number) => boolean {
  let left = packedBytesMax
  const isDamaged = (object: number, page: number) =>
    withMemory(engine, metadataBytes, (memory) => {
      if (call(engine, 'FPDFImageObj_GetImageMetadata', [object, page, memory]) !== 1) return true
      // The engine has no format for a picture that it cannot open.
      if (new DataView(engine.HEAPU8.buffer).getUint32(memory + bitsOffset, true) === 0) return true
      const filter = readFilter(engine, object)
      if (filter === 'JBIG2Decode') return !canBeDrawn(engine, object)
      if (filter !== 'DCTDecode' && filter !== 'FlateDecode') return false
      const bytes = call(engine, 'FPDFImageObj_GetImageDataRaw', [object, 0, 0])
      if (bytes > left) return false
      left -= bytes
      const packed = withMemory(engine, bytes, (at) => {
        call(engine, 'FPDFImageObj_GetImageDataRaw', [object, at, bytes])
        return Buffer.from(engine.HEAPU8.subarray(at, at + bytes))
      })
      return filter === 'DCTDecode' ? !isWholePicture(packed) : !isWholeStream(packed)
    })
  return (page) => {
    const count = Math.min(objectsMax, call(engine, 'FPDFPage_CountObjects', [page]))
    for (let at = 0; at < count; at++) {
      const object = call(engine, 'FPDFPage_GetObject', [page, at])
      const isImage = call(engine, 'FPDFPageObj_GetType', [object]) === imageType
      if (isImage && isDamaged(object, page)) return true
    }
    return false
  }
}

function canBeDrawn(engine: Engine, object: number): boolean {
  const bitmap = call(engine, 'FPDFImageObj_GetBitmap', [object])
  if (bitmap !== 0) call(engine, 'FPDFBitmap_Destroy', [bitmap])
  return bitmap !== 0
}

/** The only filter of a picture; empty for several. */
function readFilter(engine: Engine, object: number): string {
  if (call(engine, 'FPDFImageObj_GetImageFilterCount', [object]) !== 1) return ''
  return withMemory(engine, filterBytes, (memory) => {
    const bytes = call(engine, 'FPDFImageObj_GetImageFilter', [object, 0, memory, filterBytes])
    const end = memory + Math.min(filterBytes, bytes) - 1
    return Buffer.from(engine.HEAPU8.subarray(memory, end)).toString('latin1')
  })
}

function isWholeStream(packed: Buffer): boolean {
  try {
    inflateSync(packed, { maxOutputLength: unpackedBytesMax })
    return true
  } catch (error) {
    // One that is too large is not judged.
    return error instanceof RangeError
  }
}

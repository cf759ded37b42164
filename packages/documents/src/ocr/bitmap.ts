import { ReadError } from '#base/read-error.ts'

/** RGB pixels of a picture. */
interface Pixels {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

const headerBytes = 54
const plain = 0
const masked = 3

/**
 * Decodes uncompressed BMP files of 1, 4, 8, 24 and 32 bits, which the image library does not read. Undefined for other files.
 * Fails with `DOCUMENT_CORRUPT` and `DOCUMENT_TOO_COMPLEX`.
 */
export function decodeBitmap(bytes: Uint8Array, pixelsMax: number): Pixels | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.toString('latin1', 0, 2) !== 'BM' || file.length < headerBytes) return undefined
  const width = file.readInt32LE(18)
  const signedHeight = file.readInt32LE(22)
  const height = Math.abs(signedHeight)
  const bits = file.readUInt16LE(28)
  const packing = file.readUInt32LE(30)
  if (width <= 0 || height === 0) throw new ReadError('DOCUMENT_CORRUPT')
  if (width * height > pixelsMax) throw new ReadError('DOCUMENT_TOO_COMPLEX')
  const start = file.readUInt32LE(10)
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  const isReadable = packing === plain || (packing === masked && bits === 32)
  if (!isReadable || ![1, 4, 8, 24, 32].includes(bits) || start + rowBytes * height > file.length) {
    throw new ReadError('DOCUMENT_CORRUPT')
  }
  const colours = file.subarray(14 + file.readUInt32LE(14), start)
  const data = Buffer.alloc(width * height * 3)
  for (let row = 0; row < height; row++) {
    const from = start + rowBytes * (signedHeight > 0 ? height - 1 - row : row)
    for (let column = 0; column < width; column++) {
      const byte = file[from + ((column * bits) >> 3)] ?? 0
      const index = (byte >> (8 - bits - ((column * bits) & 7))) & ((1 << bits) - 1)
      const to = (row * width + column) * 3
      // BMP stores blue first.
      if (bits <= 8) copyReversed(colours, index * 4, data, to)
      else copyReversed(file, from + column * (bits / 8), data, to)
    }
  }
  return { data, width, height }
}

function copyReversed(...[source, from, out, to]: [Buffer, number, Buffer, number]): void {
  for (let part = 0; part < 3; part++) out[to + part] = source[from + 2 - part] ?? 0
}

import { crc32 } from 'node:zlib'

const starts = {
  png: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
  gif: Buffer.from('GIF8'),
}

/**
 * Whether a picture is complete, as far as its format tells without decoding it: the checksums of PNG, the markers of JPEG, the blocks of
 * GIF, the lengths that the others state. Files of other formats are no pictures.
 */
export function isWholePicture(file: Buffer): boolean {
  const hasStart = (start: Buffer) => file.subarray(0, start.length).equals(start)
  if (hasStart(starts.png)) return isWholePng(file)
  if (hasStart(starts.jpeg)) return isWholeJpeg(file)
  if (hasStart(starts.gif)) return isWholeGif(file)
  const start = file.subarray(0, 4).toString('latin1')
  if (file.toString('latin1', 4, 8) === 'ftyp') return true
  if (start === 'RIFF') return file.length >= 8 && file.readUInt32LE(4) + 8 <= file.length + 1
  if (start === 'II*\0') return file.length >= 8 && file.readUInt32LE(4) < file.length
  if (start === 'MM\0*') return file.length >= 8 && file.readUInt32BE(4) < file.length
  if (start === '\x01\0\0\0' && file.toString('latin1', 40, 44) === ' EMF')
    return file.length >= 52 && file.readUInt32LE(48) <= file.length
  if (start.startsWith('BM')) return file.length >= 54 && file.readUInt32LE(10) < file.length
  return (
    others.some((other) => hasStart(other)) ||
    /^[^<]{0,80}<(?:\?xml|!|svg)/.test(file.toString('latin1', 0, 256))
  )
}

/** Metafiles of Windows and of LibreOffice, compressed ones, and JPEG XR. */
const others = ['d7cdc69a', '01000900', '02000900', '56434c4d5446', '1f8b', '4949bc'].map((hex) =>
  Buffer.from(hex, 'hex'),
)

const pngChunkBytes = 12

function isWholePng(file: Buffer): boolean {
  for (let at = starts.png.length; at + pngChunkBytes <= file.length;) {
    const end = at + 8 + file.readUInt32BE(at)
    if (end + 4 > file.length) return false
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) return false
    if (file.toString('latin1', at + 4, at + 8) === 'IEND') return true
    at = end + 4
  }
  return false
}

const [marker, startOfScan, endOfPicture] = [0xff, 0xda, 0xd9]
/** Escaped bytes of a scan, restarts, and fill. */
const isInScan = (code: number) =>
  code === 0 || code === 1 || code === marker || (code >= 0xd0 && code <= 0xd7)
/** Segments that may follow a scan. */
const isSegment = (code: number) => code >= 0xc0 && code !== 0xd8 && code !== 0xc8

function isWholeJpeg(file: Buffer): boolean {
  let at = 2
  while (at + 4 <= file.length) {
    if (file[at] !== marker) return false
    const code = file[at + 1] ?? 0
    if (code === endOfPicture) return true
    if (code === marker) {
      at += 1
      continue
    }
    if (!isSegment(code)) return false
    at += 2 + file.readUInt16BE(at + 2)
    if (code !== startOfScan) continue
    at = file.indexOf(marker, at)
    while (at !== -1 && isInScan(file[at + 1] ?? 0)) at = file.indexOf(marker, at + 1)
    if (at === -1) return false
  }
  return file[at] === marker && file[at + 1] === endOfPicture
}

const [extension, picture, endOfGif] = [0x21, 0x2c, 0x3b]
const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

function isWholeGif(file: Buffer): boolean {
  let at = 13 + tableBytes(file[10] ?? 0)
  while (at < file.length) {
    const kind = file[at]
    if (kind === endOfGif) return true
    if (kind === extension) at += 2
    else if (kind === picture) at += 11 + tableBytes(file[at + 9] ?? 0)
    else return false
    for (let bytes = file[at]; bytes; bytes = file[at]) at += bytes + 1
    at += 1
  }
  return false
}

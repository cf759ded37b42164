import { gunzipSync } from 'node:zlib'

/** Records that draw text: of EMF, of EMF+ within its comments, and of WMF. */
const emfTexts: ReadonlySet<number> = new Set([83, 84, 96, 97, 108])
const emfPlusTexts: ReadonlySet<number> = new Set([0x40_1c, 0x40_36])
const wmfTexts: ReadonlySet<number> = new Set([0x05_21, 0x0a_32])
const [comment, signature] = [70, 'EMF+']
const [placedHeader, header] = [22, 18]

/** Actions of metafiles of LibreOffice that draw text. */
const svmTexts: ReadonlySet<number> = new Set([112, 113, 114, 115])
const [svmSignature, svmHead] = ['VCLMTF', 6]
const unpackedBytesMax = 32 * 1024 * 1024

/** A drawing that may be packed by gzip, as EMZ, WMZ and SVGZ are; undefined for one that is damaged or too large. */
export function unpackDrawing(file: Buffer): Buffer | undefined {
  if (file.toString('latin1', 0, 2) !== '\x1f\x8b') return file
  try {
    return gunzipSync(file, { maxOutputLength: unpackedBytesMax })
  } catch {
    return undefined
  }
}

/** Whether a metafile of Windows or of LibreOffice, or SVG, draws text. Other files, and what is behind a damaged record, have none. */
export function hasDrawnText(file: Buffer): boolean {
  const head = file.toString('latin1', 0, 256)
  if (/^[^<]{0,80}<(?:\?xml|!|svg)/.test(head))
    return /<(?:\w{1,20}:)?text[\s>]/.test(file.toString('latin1'))
  if (head.startsWith(svmSignature)) return hasSvmText(file)
  if (file.length > 44 && file.readUInt32LE(0) === 1 && file.toString('latin1', 40, 44) === ' EMF')
    return hasEmfText(file)
  const isPlaced = file.length > placedHeader && file.readUInt32LE(0) === 0x9a_c6_cd_d7
  const start = isPlaced ? placedHeader : 0
  if (file.length < start + header || file.readUInt16LE(start + 2) !== header / 2) return false
  for (let at = start + header; at + 6 <= file.length;) {
    if (wmfTexts.has(file.readUInt16LE(at + 4))) return true
    const bytes = 2 * file.readUInt32LE(at)
    if (bytes < 6) return false
    at += bytes
  }
  return false
}

/** Head and actions have their lengths behind a number of two bytes; that of an action follows its kind. */
function hasSvmText(file: Buffer): boolean {
  if (file.length < svmHead + 6) return false
  for (let at = svmHead + 6 + file.readUInt32LE(svmHead + 2); at + 8 <= file.length;) {
    if (svmTexts.has(file.readUInt16LE(at))) return true
    at += 8 + file.readUInt32LE(at + 4)
  }
  return false
}

function hasEmfText(file: Buffer): boolean {
  for (let at = 0; at + 8 <= file.length;) {
    const [type, bytes] = [file.readUInt32LE(at), file.readUInt32LE(at + 4)]
    if (emfTexts.has(type)) return true
    if (bytes < 8) return false
    if (type === comment && hasEmfPlusText(file.subarray(at + 12, at + bytes))) return true
    at += bytes
  }
  return false
}

function hasEmfPlusText(data: Buffer): boolean {
  if (data.toString('latin1', 0, signature.length) !== signature) return false
  for (let at = signature.length; at + 12 <= data.length;) {
    if (emfPlusTexts.has(data.readUInt16LE(at))) return true
    const bytes = data.readUInt32LE(at + 4)
    if (bytes < 12) return false
    at += bytes
  }
  return false
}

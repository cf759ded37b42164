/** Records that draw text: of EMF, of EMF+ within its comments, and of WMF. */
const emfTexts: ReadonlySet<number> = new Set([83, 84, 96, 97, 108])
const emfPlusTexts: ReadonlySet<number> = new Set([0x40_1c, 0x40_36])
const wmfTexts: ReadonlySet<number> = new Set([0x05_21, 0x0a_32])
const [comment, signature] = [70, 'EMF+']
const [placedHeader, header] = [22, 18]

/** Whether a drawing in a metafile of Windows draws text. Other files, and what is behind a damaged record, have none. */
export function hasMetafileText(file: Buffer): boolean {
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

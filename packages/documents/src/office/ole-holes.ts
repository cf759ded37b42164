import type { Lose } from '#documents/losses.ts'
import type { OleFile } from './ole.ts'

const lostText = 'Text is missing, because a part of the file is empty where text should be'
const lostRecords = 'Content is missing, because a part of the file is empty where slides should be'
/** Bytes that are empty in a row; no text has them. */
const emptyMin = 32
const headBytes = 8
const recordsMax = 2_000_000
/** [MS-PPT], in wide letters and in narrow ones. */
const textTypes = new Set([4000, 4008])
/** [MS-DOC], from the beginning of the stream: the flags, the place and the length of the table of the pieces of the text. */
const [flagsAt, tableAt] = [0x0a, 0x01a2]
const pieceBytes = 8

/** Names text of a binary document, and content of a binary presentation, that the file has only as empty bytes. */
export function nameHoles(file: OleFile, lose: Lose): void {
  try {
    const text = file.stream('WordDocument')
    if (text && listPieces(file, text).some(isEmptyWithin)) lose(lostText)
    const slides = file.stream('PowerPoint Document')
    if (slides && hasEmptyRecord(slides)) lose(lostRecords)
  } catch (error) {
    // Tables that point out of the file are of files that cannot be read, which the converter says.
    if (!(error instanceof RangeError)) throw error
  }
}

/** The bytes of the text of a document, piece by piece; pieces that overlap are one, so that no byte is in two. */
export function listPieces(file: OleFile, text: Buffer): Buffer[] {
  const isSecond = (text.readUInt16LE(flagsAt) & 0x0200) !== 0
  const table = file.stream(isSecond ? '1Table' : '0Table')
  if (!table) return []
  let at = text.readUInt32LE(tableAt)
  const end = at + text.readUInt32LE(tableAt + 4)
  // Lists of changed looks come first.
  while (at < end && table.readUInt8(at) === 1) at += 3 + table.readUInt16LE(at + 1)
  if (at >= end || table.readUInt8(at) !== 2) return []
  const count = Math.floor((table.readUInt32LE(at + 1) - 4) / (4 + pieceBytes))
  const places = at + 5
  const pieces: { start: number; end: number }[] = []
  for (let index = 0; index < count; index += 1) {
    const [from = 0, to = 0] = [0, 4].map((next) => table.readUInt32LE(places + 4 * index + next))
    const place = table.readUInt32LE(places + 4 * (count + 1) + pieceBytes * index + 2)
    const isNarrow = (place & 0x40000000) !== 0
    const start = isNarrow ? (place & 0x3fffffff) >>> 1 : place
    pieces.push({ start, end: start + Math.max(0, to - from) * (isNarrow ? 1 : 2) })
  }
  return joinOverlapping(pieces).map((piece) => text.subarray(piece.start, piece.end))
}

function joinOverlapping(pieces: readonly { start: number; end: number }[]) {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of pieces.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && start < last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}

const isEmptyWithin = (bytes: Buffer) => bytes.includes(Buffer.alloc(emptyMin))

/** Whether a record without a type stands before others, as each has one, or a text is empty. */
function hasEmptyRecord(stream: Buffer): boolean {
  let at = 0
  for (let count = 0; at + headBytes <= stream.length && count < recordsMax; count += 1) {
    const [kind, type] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)]
    if (kind === 0 && type === 0) return stream.subarray(at).some((byte) => byte !== 0)
    const isContainer = (kind & 0x0f) === 0x0f
    const start = at + headBytes
    at = isContainer ? start : start + stream.readUInt32LE(at + 4)
    if (textTypes.has(type) && isEmptyWithin(stream.subarray(start, at))) return true
  }
  return false
}

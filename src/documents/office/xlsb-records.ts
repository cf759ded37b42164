/** A record of [MS-XLSB]. */
export interface XlsbRecord {
  readonly type: number
  readonly data: Buffer
}

/** Begins a row, with its number. */
export const rowHead = 0
/** Cells with their columns: empty ones, those that have a value, from numbers to formulas. */
export const cellTypes = { empty: 1, number: 2, last: 11 } as const

/** The records of a part. Numbers and lengths are written in pieces of seven bits. What is cut off is left out. */
export function* recordsOf(part: Buffer | undefined): Generator<XlsbRecord> {
  if (!part) return
  let at = 0
  const byte = () => part.readUInt8(at++)
  try {
    while (at < part.length) {
      const low = byte()
      const type = low < 0x80 ? low : (low & 0x7f) | (byte() << 7)
      let length = 0
      for (let shift = 0; shift < 28; shift += 7) {
        const piece = byte()
        length |= (piece & 0x7f) << shift
        if (piece < 0x80) break
      }
      yield { type, data: part.subarray(at, at + length) }
      at += length
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}

/** A record as it stands in a part. */
export function writeRecord({ type, data }: XlsbRecord): Buffer {
  const head = type < 0x80 ? [type] : [(type & 0x7f) | 0x80, type >> 7]
  for (let rest = data.length; ; rest >>= 7) {
    head.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest)
    if (rest <= 0x7f) break
  }
  return Buffer.concat([Buffer.from(head), data])
}

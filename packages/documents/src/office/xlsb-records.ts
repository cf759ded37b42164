/** A record of [MS-XLSB]. */
export interface XlsbRecord {
  readonly type: number
  readonly data: Buffer
}

/** Row header with the row number. */
export const rowHead = 0
/** Cell records: from empty cells to formulas. */
export const cellTypes = { empty: 1, number: 2, last: 11 } as const

/** Iterates the records of a part. Types and lengths are variable-length integers of seven bits per byte. A truncated record is skipped. */
export function* readRecords(part: Buffer | undefined): Generator<XlsbRecord> {
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

/** Serialises a record. */
export function writeRecord({ type, data }: XlsbRecord): Buffer {
  const head = type < 0x80 ? [type] : [(type & 0x7f) | 0x80, type >> 7]
  for (let rest = data.length; ; rest >>= 7) {
    head.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest)
    if (rest <= 0x7f) break
  }
  return Buffer.concat([Buffer.from(head), data])
}

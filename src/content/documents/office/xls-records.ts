/** A record of [MS-XLS]. */
interface XlsRecord {
  readonly type: number
  readonly data: Buffer
}

const [begin, end] = [0x809, 0x0a]
const recordsMax = 5_000_000

/** The records of one part of the stream; charts stand inside as parts of their own. */
export function* xlsRecords(stream: Buffer, start: number): Generator<XlsRecord> {
  let depth = 0
  let at = start
  for (let count = 0; count < recordsMax && at + 4 <= stream.length; count += 1) {
    const type = stream.readUInt16LE(at)
    const next = at + 4 + stream.readUInt16LE(at + 2)
    if (type === begin) depth += 1
    if (type === end && --depth <= 0) return
    if (depth === 1) yield { type, data: stream.subarray(at + 4, next) }
    at = next
  }
}

/** A record of [MS-XLS]. */
interface XlsRecord {
  readonly type: number
  readonly data: Buffer
}

const [begin, end] = [0x809, 0x0a]
/** Limit of records per workbook. */
export const recordsMax = 5_000_000

/** Records left to read. */
export interface RecordsLeft {
  count: number
}

/** Iterates the records of one substream; nested substreams (charts) are skipped. */
export function* xlsRecords(
  stream: Buffer,
  start: number,
  left: RecordsLeft = { count: recordsMax },
): Generator<XlsRecord> {
  let depth = 0
  let at = start
  for (; left.count > 0 && at + 4 <= stream.length; left.count -= 1) {
    const type = stream.readUInt16LE(at)
    const next = at + 4 + stream.readUInt16LE(at + 2)
    if (type === begin) depth += 1
    if (type === end && --depth <= 0) return
    if (depth === 1) yield { type, data: stream.subarray(at + 4, next) }
    at = next
  }
}

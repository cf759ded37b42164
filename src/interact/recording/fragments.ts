/** A video track of H.264. */
export interface RecordedTrack {
  readonly width: number
  readonly height: number
  /** The decoder configuration record (AVCC). */
  readonly description: Uint8Array
}

/** An encoded picture. */
export interface Sample {
  readonly bytes: Uint8Array
  readonly isKey: boolean
  readonly durationMs: number
}

/** Times are in milliseconds. */
const timescale = 1_000
const trackId = 1

const u8 = (...values: number[]) => Buffer.from(values)
const u16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4)
  return bytes
}
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(Math.round(value)))
  return bytes
}
const ascii = (text: string) => Buffer.from(text, 'latin1')

/** A box of ISO 14496-12: length, type, content. */
function box(type: string, ...content: Uint8Array[]): Buffer {
  const length = content.reduce((sum, { byteLength }) => sum + byteLength, 8)
  return Buffer.concat([u32(length), ascii(type), ...content])
}

const fullBox = (type: string, flags: number, ...content: Uint8Array[]) =>
  box(type, u32(flags), ...content)

const identity = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

/** The initialisation segment of fragmented MP4. */
export function initSegment(track: RecordedTrack): Buffer {
  const { width, height } = track
  const header = fullBox(
    'mvhd',
    0,
    u32(0, 0, timescale, 0, 0x10000),
    u16(0x100),
    Buffer.alloc(10),
    identity,
    Buffer.alloc(24),
    u32(trackId + 1),
  )
  const trackHeader = fullBox(
    'tkhd',
    3,
    u32(0, 0, trackId, 0, 0, 0, 0, 0, 0),
    identity,
    u32(width << 16, height << 16),
  )
  const tables = ['stts', 'stsc', 'stco'].map((type) => fullBox(type, 0, u32(0)))
  const samples = box('stbl', makeDescription(track), ...tables, fullBox('stsz', 0, u32(0, 0)))
  const data = box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1)))
  const information = box('minf', fullBox('vmhd', 1, Buffer.alloc(8)), data, samples)
  const handler = fullBox('hdlr', 0, u32(0), ascii('vide'), Buffer.alloc(12), u8(0))
  const undetermined = 0x55c4
  const mediaHeader = fullBox('mdhd', 0, u32(0, 0, timescale, 0), u16(undetermined), u16(0))
  const media = box('mdia', mediaHeader, handler, information)
  const fragments = box('mvex', fullBox('trex', 0, u32(trackId, 1, 0, 0, 0)))
  return Buffer.concat([
    box('ftyp', ascii('iso6'), u32(0), ascii('iso6cmfcmp41')),
    box('moov', header, box('trak', trackHeader, media), fragments),
  ])
}

/** The sample table's description of an H.264 track. */
function makeDescription({ width, height, description }: RecordedTrack): Buffer {
  const dotsPerInch = 0x480000
  const entry = box(
    'avc1',
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(width),
    u16(height),
    u32(dotsPerInch, dotsPerInch, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24),
    u16(0xffff),
    box('avcC', description),
  )
  return fullBox('stsd', 0, u32(1), entry)
}

const keyFlags = 0x2000000
const deltaFlags = 0x1010000

/** A media segment: samples in their order, of which the first is a key picture. */
export function mediaSegment(
  samples: readonly Sample[],
  { startMs, sequence }: { readonly startMs: number; readonly sequence: number },
): Buffer {
  const entries = samples.map(({ bytes, isKey, durationMs }) =>
    u32(durationMs, bytes.byteLength, isKey ? keyFlags : deltaFlags),
  )
  const hasDataOffset = 0x1
  const hasDurationSizeFlags = 0x700
  const run = (offset: number) =>
    fullBox('trun', hasDataOffset | hasDurationSizeFlags, u32(samples.length, offset), ...entries)
  const defaultBaseIsMoof = 0x20000
  const fragment = (offset: number) =>
    box(
      'moof',
      fullBox('mfhd', 0, u32(sequence)),
      box(
        'traf',
        fullBox('tfhd', defaultBaseIsMoof, u32(trackId)),
        box('tfdt', u32(0x1000000), u64(startMs)),
        run(offset),
      ),
    )
  const dataHeaderBytes = 8
  const offset = fragment(0).byteLength + dataHeaderBytes
  return Buffer.concat([fragment(offset), box('mdat', ...samples.map(({ bytes }) => bytes))])
}

/** The root streams of a compound file by name; not those of embedded objects. */
export interface OleFile {
  readonly names: readonly string[]
  /** The first bytes of a stream, by default all; undefined for a missing or damaged stream. */
  stream(name: string, bytesMax?: number): Buffer | undefined
}

const signature = Buffer.from('D0CF11E0A1B11AE1', 'hex')
const headerBytes = 512
const entryBytes = 128
const entriesMax = 20_000
/** Special values of the sector table start here. */
const endOfChain = 0xfffffffa
const [streamType, rootType] = [2, 5]

/** Sectors and their allocation table. */
interface Sectors {
  readonly bytes: Buffer
  readonly size: number
  /** Offset of sector 0. */
  readonly start: number
  readonly next: Uint32Array
}

interface Entry {
  readonly name: string
  readonly type: number
  readonly links: readonly number[]
  readonly child: number
  readonly start: number
  readonly size: number
}

/** Opens a compound file ([MS-CFB]). Undefined for other files and for damaged directories. */
export function openOle(body: Uint8Array): OleFile | undefined {
  const file = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (!file.subarray(0, 8).equals(signature) || file.length < headerBytes) return undefined
  try {
    return open(file)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function open(file: Buffer): OleFile {
  const size = 1 << Math.min(16, file.readUInt16LE(30))
  const large: Sectors = { bytes: file, size, start: size, next: tableOf(file, size) }
  const entries = entriesOf(contentOf(large, file.readUInt32LE(48)))
  const root = entries.find(({ type }) => type === rootType)
  const smallMax = file.readUInt32LE(56)
  const small: Sectors = {
    bytes: root ? contentOf(large, root.start) : Buffer.alloc(0),
    size: 1 << Math.min(16, file.readUInt16LE(32)),
    start: 0,
    next: numbersOf(contentOf(large, file.readUInt32LE(60))),
  }
  const streams = new Map(childrenOf(root, entries).map((entry) => [entry.name, entry]))
  return {
    names: [...streams.keys()],
    stream(name, bytesMax = Infinity) {
      const entry = streams.get(name)
      if (entry?.type !== streamType) return undefined
      const bytes = Math.min(bytesMax, entry.size)
      const content = contentOf(entry.size < smallMax ? small : large, entry.start, bytes)
      return content.length >= bytes ? content.subarray(0, bytes) : undefined
    },
  }
}

/** Reads the allocation table, whose sectors are listed in the header and in the DIFAT chain. */
function tableOf(file: Buffer, size: number): Uint32Array {
  const places = [...numbersOf(file.subarray(76, headerBytes))]
  const listed = new Set<number>()
  for (let at = file.readUInt32LE(68); at < endOfChain && !listed.has(at);) {
    listed.add(at)
    const part = [...numbersOf(sectorOf(file, size, size * (at + 1)))]
    at = part.pop() ?? endOfChain
    places.push(...part)
  }
  const sectors = [...new Set(places)]
    .filter((place) => size * (place + 1) < file.length)
    .map((place) => sectorOf(file, size, size * (place + 1)))
  return numbersOf(Buffer.concat(sectors))
}

const sectorOf = (file: Buffer, size: number, start: number) => file.subarray(start, start + size)

/** Copies, because a Uint32Array must be aligned to four bytes. */
const numbersOf = (bytes: Buffer) =>
  new Uint32Array(new Uint8Array(bytes.subarray(0, bytes.length & ~3)).buffer)

/** Concatenates the sectors of a chain; stops at a cycle. */
function contentOf(sectors: Sectors, first: number, bytesMax = Infinity): Buffer {
  const { bytes, size, start, next } = sectors
  const parts: Buffer[] = []
  const seen = new Set<number>()
  for (let at = first; at < next.length && !seen.has(at); at = next[at] ?? endOfChain) {
    if (parts.length * size >= bytesMax) break
    seen.add(at)
    parts.push(sectorOf(bytes, size, start + at * size))
  }
  return Buffer.concat(parts)
}

function entriesOf(directory: Buffer): Entry[] {
  const count = Math.min(entriesMax, Math.floor(directory.length / entryBytes))
  return Array.from({ length: count }, (_, index) => {
    const entry = directory.subarray(index * entryBytes, (index + 1) * entryBytes)
    const nameBytes = Math.min(64, Math.max(2, entry.readUInt16LE(64)))
    return {
      name: entry.toString('utf16le', 0, nameBytes - 2),
      type: entry.readUInt8(66),
      links: [entry.readUInt32LE(68), entry.readUInt32LE(72)],
      child: entry.readUInt32LE(76),
      start: entry.readUInt32LE(116),
      size: entry.readUInt32LE(120),
    }
  })
}

/** Siblings form a red-black tree. */
function childrenOf(root: Entry | undefined, entries: readonly Entry[]): Entry[] {
  const found: Entry[] = []
  const seen = new Set<number>()
  const stack = root ? [root.child] : []
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const entry = entries[at]
    if (!entry || seen.has(at)) continue
    seen.add(at)
    found.push(entry)
    stack.push(...entry.links)
  }
  return found
}

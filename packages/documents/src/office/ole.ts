import type { Lose } from '#documents/losses.ts'

/** The root streams of a compound file by name; not those of embedded objects. */
export interface OleFile {
  readonly names: readonly string[]
  /** The first bytes of a stream, by default all; undefined for a missing or damaged stream. */
  stream(name: string, bytesMax?: number): Buffer | undefined
}

/** A storage of a compound file, with those in it. */
export interface Storage extends OleFile {
  readonly name: string
  readonly storages: readonly Storage[]
}

/** Opens a compound file ([MS-CFB]). Undefined for other files and for damaged ones. */
export const openOle = (body: Uint8Array): OleFile | undefined => openStorage(body, () => {})

const signature = Buffer.from('D0CF11E0A1B11AE1', 'hex')
const headBytes = 512
const [sectorsInHead, sectorsInHeadAt] = [109, 76]
const miniShift = 6
/** Shorter streams are in the stream of the root. */
const miniStreamMax = 4096
const entryBytes = 128
const kind = { storage: 1, stream: 2, root: 5 } as const
const storagesMax = 5_000
/** Each byte belongs to one stream. Some are read more than once. */
const readShareMax = 8

/** Opens a compound file with all its storages. Undefined for other files and for damaged ones. */
export function openStorage(body: Uint8Array, lose: Lose): Storage | undefined {
  const file = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (!file.subarray(0, signature.length).equals(signature)) return undefined
  try {
    const readChain = createReadChain(file)
    const directory = readChain(file.readInt32LE(48), file.length) ?? Buffer.alloc(0)
    const entries = Array.from({ length: Math.floor(directory.length / entryBytes) }, (_, at) =>
      readEntry(directory.subarray(at * entryBytes, (at + 1) * entryBytes)),
    )
    const root = entries[0]
    if (root?.kind !== kind.root) return undefined
    const readStream = createReadStream(file, root, readChain)
    return makeStorages(entries, readStream, lose)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

interface Entry {
  readonly name: string
  readonly kind: number
  /** Indexes of other entries, or negative. */
  readonly left: number
  readonly right: number
  readonly child: number
  readonly start: number
  readonly size: number
}

const readEntry = (entry: Buffer): Entry => ({
  name: entry.toString('utf16le', 0, Math.min(64, Math.max(0, entry.readUInt16LE(64) - 2))),
  kind: entry.readUInt8(66),
  left: entry.readInt32LE(68),
  right: entry.readInt32LE(72),
  child: entry.readInt32LE(76),
  start: entry.readInt32LE(116),
  size: entry.readUInt32LE(120),
})

/** The sectors of a chain that begins with one, as far as it goes; no more of them than so many bytes need. */
type ReadChain = (start: number, bytesMax: number) => Buffer | undefined

function createReadChain(file: Buffer): ReadChain {
  const shift = file.readUInt16LE(30)
  if (shift < miniShift || shift > 16) throw new RangeError()
  const sectorBytes = 2 ** shift
  // The head takes the place of a sector.
  const first = Math.max(headBytes, sectorBytes)
  const count = Math.ceil((file.length - first) / sectorBytes)
  const sector = (number: number) =>
    file.subarray(first + number * sectorBytes, first + (number + 1) * sectorBytes)
  const tables = listTables(file, { count, sectorBytes, sector })
  const nexts = toNumbers(Buffer.concat(tables.map(sector)))
  return createFollow({ nexts, count, sectorBytes, sector })
}

const toNumbers = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readInt32LE(4 * at))

interface Sectors {
  readonly count: number
  readonly sectorBytes: number
  readonly sector: (number: number) => Buffer
}

/** The sectors of the table that says which sector follows which; a file of so many has no more of them. */
function listTables(file: Buffer, { count, sectorBytes, sector }: Sectors): number[] {
  const most = Math.ceil((4 * count) / sectorBytes)
  const tables = Array.from({ length: sectorsInHead }, (_, at) =>
    file.readInt32LE(sectorsInHeadAt + 4 * at),
  )
  let next = file.readInt32LE(68)
  while (next >= 0 && next < count && tables.length < most) {
    const list = toNumbers(sector(next))
    next = list.pop() ?? -1
    tables.push(...list)
  }
  return tables.filter((number) => number >= 0 && number < count).slice(0, most)
}

const createFollow =
  ({ nexts, count, sectorBytes, sector }: Sectors & { nexts: readonly number[] }): ReadChain =>
  (start, bytesMax) => {
    const found: Buffer[] = []
    const most = Math.min(count, Math.ceil(bytesMax / sectorBytes))
    for (let at = start; at >= 0 && at < count && found.length < most; at = nexts[at] ?? -1)
      found.push(sector(at))
    return found.length === 0 ? undefined : Buffer.concat(found)
  }

/** Reads streams until so much was read that they must overlap. */
function createReadStream(file: Buffer, root: Entry, readChain: ReadChain) {
  let left = readShareMax * file.length
  let readMini: ReadChain | undefined
  const createMini = (): ReadChain => {
    const content = readChain(root.start, root.size) ?? Buffer.alloc(0)
    const table = readChain(file.readInt32LE(60), file.length) ?? Buffer.alloc(0)
    const sectorBytes = 2 ** miniShift
    const sector = (at: number) => content.subarray(at * sectorBytes, (at + 1) * sectorBytes)
    const count = Math.ceil(content.length / sectorBytes)
    return createFollow({ nexts: toNumbers(table), count, sectorBytes, sector })
  }
  return ({ start, size }: Entry, bytesMax: number): Buffer | undefined => {
    const bytes = Math.min(bytesMax, size)
    left -= bytes
    if (bytes > file.length || left < 0) return undefined
    if (bytes === 0) return Buffer.alloc(0)
    const read = size < miniStreamMax ? (readMini ??= createMini()) : readChain
    const content = read(start, bytes)
    return content && content.length >= bytes ? content.subarray(0, bytes) : undefined
  }
}

function makeStorages(
  entries: readonly Entry[],
  readStream: (entry: Entry, bytesMax: number) => Buffer | undefined,
  lose: Lose,
): Storage | undefined {
  const parents = findParents(entries)
  const made = new Map<number, { storages: Storage[]; streams: Map<string, Entry> }>()
  const storages = entries.map((entry, at): Storage | undefined => {
    if ((at > 0 && entry.kind !== kind.storage) || (at > 0 && !parents.has(at))) return undefined
    if (made.size >= storagesMax) {
      lose(`Attachments and people after the first ${storagesMax} were left out`)
      return undefined
    }
    const own = { storages: [], streams: new Map<string, Entry>() }
    made.set(at, own)
    return {
      name: entry.name,
      storages: own.storages,
      get names() {
        return [...own.streams.keys()]
      },
      stream(name, bytesMax = Infinity) {
        const found = own.streams.get(name)
        return found && readStream(found, bytesMax)
      },
    }
  })
  // In the order of the directory.
  for (const [at, entry] of entries.entries()) {
    const parent = made.get(parents.get(at) ?? -1)
    const storage = storages[at]
    if (storage) parent?.storages.push(storage)
    else if (entry.kind === kind.stream) parent?.streams.set(entry.name, entry)
  }
  return storages[0]
}

/** The storage that each entry is in. The entries of one are a tree, in which each is once. */
function findParents(entries: readonly Entry[]): Map<number, number> {
  const parents = new Map<number, number>()
  const open = [{ at: entries[0]?.child ?? -1, parent: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { at, parent } = next
    const entry = entries[at]
    if (!entry || at === 0 || parents.has(at)) continue
    parents.set(at, parent)
    open.push({ at: entry.left, parent }, { at: entry.right, parent })
    if (entry.kind === kind.storage) open.push({ at: entry.child, parent: at })
  }
  return parents
}

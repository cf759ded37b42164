import type { Lose } from '#documents/losses.ts'
import { read, type CFB$Blob, type CFB$Container } from 'cfb'

/** The root streams of a compound file by name; not those of embedded objects. */
export interface OleFile {
  readonly names: readonly string[]
  /** The first bytes of a stream, by default all; undefined for a missing or damaged stream. */
  stream(name: string, bytesMax?: number): Buffer | undefined
}

const signature = Buffer.from('D0CF11E0A1B11AE1', 'hex')
/** Object type of streams; storages and the root have others. */
const streamType = 2

/** Opens a compound file ([MS-CFB]). Undefined for other files and for damaged ones. */
export function openOle(body: Uint8Array): OleFile | undefined {
  const file = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (!file.subarray(0, signature.length).equals(signature)) return undefined
  const container = readContainer(file)
  if (!container) return undefined
  const entries = container.FileIndex.filter((_, index) =>
    isAtRoot(container.FullPaths[index] ?? ''),
  )
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  return {
    names: [...byName.keys()],
    stream(name, bytesMax = Infinity) {
      const entry = byName.get(name)
      if (entry?.type !== streamType) return undefined
      const content = toBuffer(entry.content)
      const bytes = Math.min(bytesMax, entry.size)
      return content.length >= bytes ? content.subarray(0, bytes) : undefined
    },
  }
}

/** The same bytes, without a copy where the library returns bytes. */
const toBuffer = (content: CFB$Blob): Buffer =>
  content instanceof Uint8Array
    ? Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    : Buffer.from(content)

function readContainer(file: Buffer): CFB$Container | undefined {
  try {
    return read(file, { type: 'buffer' })
  } catch {
    // The library throws errors without a type of their own for every damage.
    return undefined
  }
}

/** A storage of a compound file, with those in it. */
export interface Storage {
  readonly name: string
  /** Of its streams. */
  readonly names: readonly string[]
  readonly storages: readonly Storage[]
  stream(name: string): Buffer | undefined
}

interface Part {
  readonly storages: Storage[]
  readonly streams: Map<string, CFB$Blob>
}

const storagesMax = 5_000

/** Opens a compound file with all its storages. Undefined for other files and for damaged ones. */
export function openStorage(body: Uint8Array, lose: Lose): Storage | undefined {
  const container = readContainer(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  if (!container) return undefined
  const parts = new Map<string, Part>()
  const partAt = (path: string): Part | undefined => {
    const known = parts.get(path)
    if (known) return known
    if (parts.size >= storagesMax) {
      lose(`Attachments and people after the first ${storagesMax} were left out`)
      return undefined
    }
    const made: Part = { storages: [], streams: new Map() }
    parts.set(path, made)
    const parent = path.slice(0, path.lastIndexOf('/', path.length - 2) + 1)
    if (parent !== '') partAt(parent)?.storages.push(makeStorage(makeName(path), made))
    return made
  }
  for (const [index, path] of container.FullPaths.entries()) {
    const entry = container.FileIndex[index]
    if (path.endsWith('/')) partAt(path)
    else if (entry?.type === streamType) {
      const folder = path.slice(0, path.lastIndexOf('/') + 1)
      partAt(folder)?.streams.set(makeName(path), entry.content)
    }
  }
  const [root] = container.FullPaths
  const own = root === undefined ? undefined : parts.get(root)
  return own && makeStorage('', own)
}

const makeName = (path: string) => path.split('/').findLast((part) => part !== '') ?? ''

const makeStorage = (name: string, { storages, streams }: Part): Storage => ({
  name,
  storages,
  get names() {
    return [...streams.keys()]
  },
  stream(one) {
    const content = streams.get(one)
    return content && toBuffer(content)
  },
})

const isAtRoot = (path: string) => /^[^/]*\/[^/]+$/.test(path)

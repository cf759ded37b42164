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
      const content = bufferOf(entry.content)
      const bytes = Math.min(bytesMax, entry.size)
      return content.length >= bytes ? content.subarray(0, bytes) : undefined
    },
  }
}

/** The same bytes, without a copy where the library returns bytes. */
const bufferOf = (content: CFB$Blob): Buffer =>
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

const isAtRoot = (path: string) => /^[^/]*\/[^/]+$/.test(path)

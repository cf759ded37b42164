import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { listHash } from './list-hash.ts'
import { readEntries } from './read-entries.ts'

export interface ListFile {
  readonly path: string
  readonly entriesMax: number
}

/** The sorted hashes of the entries of a list. */
export interface ReadList {
  readonly hashes: BigUint64Array
  /** Whether the list has more entries than it may. */
  readonly isCut: boolean
}

/** What a thread runs: reads a list, which may be compressed with gzip or zstd. */
export async function readList({ path, entriesMax }: ListFile): Promise<ReadList> {
  let hashes = new BigUint64Array(1_024)
  let count = 0
  let isCut = false
  const input = await openText(path)
  const failed = once(input, 'error').then(([error]) => Promise.reject(error as Error))
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  async function collect(): Promise<void> {
    for await (const line of lines) {
      for (const { kind, text } of readEntries(line)) {
        if (count >= entriesMax) {
          isCut = true
          return
        }
        if (count === hashes.length) {
          const grown = new BigUint64Array(hashes.length * 2)
          grown.set(hashes)
          hashes = grown
        }
        hashes[count] = listHash(kind, text)
        count += 1
      }
    }
  }
  try {
    await Promise.race([collect(), failed])
  } finally {
    input.destroy()
  }
  return { hashes: hashes.slice(0, count).toSorted(), isCut }
}

/** Recognises compression by the first bytes, because names of files and addresses often do not tell. */
async function openText(path: string): Promise<Readable> {
  const file = await open(path)
  const head = Buffer.alloc(4)
  await file.read(head, 0, head.length, 0)
  await file.close()
  const stream = createReadStream(path)
  if (head.readUInt16BE() === 0x1f_8b) return stream.pipe(createGunzip())
  return head.readUInt32BE() === 0x28_b5_2f_fd ? stream.pipe(createZstdDecompress()) : stream
}

import { listHash } from './list-hash.ts'
import { openTexts } from './open-texts.ts'
import { lineLengthMax, readEntries } from './read-entries.ts'

export interface ListFile {
  readonly path: string
  readonly entriesMax: number
  /** Of the unpacked list. */
  readonly bytesMax: number
}

/** The sorted hashes of the entries of a list. */
export interface ReadList {
  readonly hashes: BigUint64Array
  /** Whether the list has more entries than it may. */
  readonly isCut: boolean
}

/** What a thread runs: reads a list, which may be compressed with gzip or zstd, or be in a ZIP archive. */
export async function readList({ path, entriesMax, bytesMax }: ListFile): Promise<ReadList> {
  let hashes = new BigUint64Array(1_024)
  let count = 0
  for await (const text of openTexts(path, bytesMax)) {
    for await (const lines of listLines(text)) {
      for (const { kind, text: name } of lines.flatMap(readEntries)) {
        if (count >= entriesMax) return { hashes: sorted(hashes, count), isCut: true }
        if (count === hashes.length) {
          const grown = new BigUint64Array(hashes.length * 2)
          grown.set(hashes)
          hashes = grown
        }
        hashes[count] = listHash(kind, name)
        count += 1
      }
    }
  }
  return { hashes: sorted(hashes, count), isCut: false }
}

const sorted = (hashes: BigUint64Array, count: number) => hashes.slice(0, count).toSorted()

/** The lines of each piece of a text. Of a line that is longer, the beginning is kept. */
async function* listLines(text: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of text) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = (lines.pop() ?? '').slice(0, lineLengthMax)
    yield lines
  }
  yield [rest]
}

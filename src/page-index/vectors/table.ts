import { readFile } from 'node:fs/promises'
import { createYields } from '#kernel/event-loop.ts'

/**
 * A vector for each piece of a word; `table.bin`, made by `benchmarks/search/embeddings`. Four bytes: length of the vocabulary; the
 * vocabulary, one piece a line; for each piece a scale and a weight (float32); for each piece its numbers, two in a byte.
 */
export interface Table {
  /** Index of a piece; `##` before pieces that continue a word. */
  readonly pieces: ReadonlyMap<string, number>
  /** Length of the longest piece that begins with these letters, in either form; none with more letters if it is not there. */
  readonly longest: ReadonlyMap<string, number>
  /** Adds the vector of a piece, times its weight. */
  addTo(sum: Float32Array, piece: number): void
}

export const dimensions = 256
/** Letters by which the longest piece is looked up. */
export const startLength = 3
const bytesPerPiece = dimensions / 2
let loading: Promise<Table> | undefined

/** Reads the table when the first page is indexed or searched; after a failure, again at the next call. */
export const loadTable = (): Promise<Table> =>
  (loading ??= readTable().catch((error: unknown) => {
    loading = undefined
    throw error
  }))

async function indexPieces(vocabulary: readonly string[]) {
  const pieces = new Map<string, number>()
  const longest = new Map<string, number>()
  const yields = createYields()
  for (const [index, piece] of vocabulary.entries()) {
    pieces.set(piece, index)
    const letters = piece.startsWith('##') ? piece.slice(2) : piece
    const start = letters.slice(0, startLength)
    if (start.length === startLength)
      longest.set(start, Math.max(letters.length, longest.get(start) ?? 0))
    await yields.next()
  }
  return { pieces, longest }
}

async function readTable(): Promise<Table> {
  const file = await readFile(new URL('table.bin', import.meta.url))
  const textBytes = file.readUInt32LE(0)
  const vocabulary = file.toString('utf8', 4, 4 + textBytes).split('\n')
  const scalesAt = 4 + textBytes
  const numbersAt = scalesAt + 8 * vocabulary.length
  return {
    ...(await indexPieces(vocabulary)),
    addTo(sum, piece) {
      const scale = file.readFloatLE(scalesAt + 8 * piece)
      const weight = file.readFloatLE(scalesAt + 8 * piece + 4)
      const factor = scale * weight
      const from = numbersAt + piece * bytesPerPiece
      for (let at = 0; at < bytesPerPiece; at++) {
        const both = file[from + at] ?? 0
        sum[2 * at] = (sum[2 * at] ?? 0) + ((both & 15) - 8) * factor
        sum[2 * at + 1] = (sum[2 * at + 1] ?? 0) + ((both >> 4) - 8) * factor
      }
    },
  }
}

import { createYields } from '#kernel/event-loop.ts'
import { encode } from './encode.ts'
import { loadTable } from './table.ts'

/** Makes the vectors by which questions and pages are compared. */
export interface VectorEncoder {
  /** Whether it is another program: pages are then indexed without it, and get their vectors afterwards. */
  readonly isRemote: boolean
  /** Names the vectors that it makes. Throws as `encode` does. */
  findSpace(signal: AbortSignal): Promise<string>
  /** A vector of length 1 for each text. Throws `EncoderError` when it cannot be made, or the reason of the signal. */
  encode(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>
}

/** The vectors cannot be made at the moment, or what came back are none. */
export class EncoderError extends Error {
  override name = 'EncoderError'
}

/** To be changed with `table.bin`: pages then get new vectors. */
const builtInSpace = 'built-in-4'

/** The table that comes with the service. */
export const builtInEncoder: VectorEncoder = {
  isRemote: false,
  findSpace: async () => builtInSpace,
  async encode(texts) {
    const table = await loadTable()
    const yields = createYields()
    const vectors: Float32Array[] = []
    for (const text of texts) {
      vectors.push(encode(table, text))
      await yields.next()
    }
    return vectors
  },
}

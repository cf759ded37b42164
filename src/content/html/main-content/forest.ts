import type { Rows } from './features.ts'

/**
 * Trees of questions as they are stored: base64 of little-endian numbers. Every tree is complete and in heap order;
 * its inner nodes name a question ("is column c above t?"), its leaves what the answers together add to the logit.
 */
export interface StoredForest {
  readonly depth: number
  /** Per question: the column (16 bit) and the threshold (32-bit float). */
  readonly columns: string
  readonly thresholds: string
  /** Per inner node: its question (16 bit). */
  readonly nodes: string
  /** Per leaf: its value in steps of `leafStep` (16 bit). */
  readonly leaves: string
}

export const leafStep = 1 / 4096

/** Answers, for each row, the chance in [0, 1] that its block is content. */
export function readForest(stored: StoredForest): (rows: Rows) => Float32Array {
  const questions = new Uint16Array(bytesOf(stored.nodes))
  const columnOf = new Uint16Array(bytesOf(stored.columns))
  const thresholdOf = new Float32Array(bytesOf(stored.thresholds))
  const columns = questions.map((question) => columnOf[question] ?? 0)
  const thresholds = Float32Array.from(questions, (question) => thresholdOf[question] ?? 0)
  const leaves = Float32Array.from(
    new Int16Array(bytesOf(stored.leaves)),
    (leaf) => leaf * leafStep,
  )
  const inner = 2 ** stored.depth - 1

  return ({ values, width }) => {
    const scores = new Float32Array(values.length / width)
    for (let first = 0, leaf = 0; first < questions.length; first += inner, leaf += inner + 1) {
      for (let row = 0, start = 0; row < scores.length; row++, start += width) {
        let node = 0
        while (node < inner) {
          const value = values[start + (columns[first + node] as number)] as number
          node = 2 * node + (value > (thresholds[first + node] as number) ? 2 : 1)
        }
        scores[row] = (scores[row] as number) + (leaves[leaf + node - inner] as number)
      }
    }
    return scores.map((logit) => 1 / (1 + Math.exp(-logit)))
  }
}

function bytesOf(text: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(text, 'base64')).buffer
}

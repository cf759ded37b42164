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
  const { depth } = stored
  const inner = 2 ** depth - 1

  return ({ values, width }) => {
    const count = values.length / width
    const last = (count - 1) * width
    const scores = new Float32Array(Math.ceil(count / 4) * 4)
    const add = (row: number, leaf: number) => {
      scores[row] = (scores[row] as number) + (leaves[leaf] as number)
    }
    const above = (start: number, node: number) =>
      Number((values[start + (columns[node] as number)] as number) > (thresholds[node] as number))
    for (let tree = 0, leaf = -inner; tree < questions.length; tree += inner, leaf += inner + 1) {
      // Each answer decides the next question. Of four rows, three go on while one waits for its value.
      for (let row = 0, start = 0; row < count; row += 4, start += 4 * width) {
        const second = Math.min(start + width, last)
        const third = Math.min(start + 2 * width, last)
        const fourth = Math.min(start + 3 * width, last)
        let a = 0
        let b = 0
        let c = 0
        let d = 0
        for (let level = 0; level < depth; level++) {
          a = 2 * a + 1 + above(start, tree + a)
          b = 2 * b + 1 + above(second, tree + b)
          c = 2 * c + 1 + above(third, tree + c)
          d = 2 * d + 1 + above(fourth, tree + d)
        }
        add(row, leaf + a)
        add(row + 1, leaf + b)
        add(row + 2, leaf + c)
        add(row + 3, leaf + d)
      }
    }
    return scores.subarray(0, count).map((logit) => 1 / (1 + Math.exp(-logit)))
  }
}

function bytesOf(text: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(text, 'base64')).buffer
}

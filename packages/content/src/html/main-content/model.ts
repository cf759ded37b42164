import type { FeatureMatrix } from './feature-matrix.ts'

/**
 * Stored decision trees: base64 of little-endian numbers. Every tree is complete and in heap order;
 * inner nodes are tests ("is feature c above t?"), leaves are added to the logit.
 */
export interface StoredModel {
  readonly depth: number
  /** Per test: the feature (16 bit) and the threshold (32-bit float). */
  readonly columns: string
  readonly thresholds: string
  /** Per inner node: its test (16 bit). */
  readonly nodes: string
  /** Per leaf: its value in units of `leafStep` (16 bit). */
  readonly leaves: string
}

export const leafStep = 1 / 4096

/** Returns for each row of a matrix the probability in [0, 1] that its block is content. */
export function loadModel(stored: StoredModel): (matrix: FeatureMatrix) => Float32Array {
  const { columns, thresholds, leaves } = unpack(stored)
  const { depth } = stored
  const inner = 2 ** depth - 1

  return (matrix) => {
    const { values, rowCount } = matrix
    const { lows, highs } = findRanges(matrix)
    const logits = new Float32Array(rowCount)
    const rows = new Uint32Array(rowCount).map((_, row) => row)
    // Rows that pass the test of a node are processed after the others.
    const pending = { nodes: new Uint16Array(depth), ends: new Uint32Array(depth) }
    let left = rowCount
    for (let tree = 0, leaf = -inner; tree < columns.length; tree += inner, leaf += inner + 1) {
      if (tree > 0 && tree % (inner * exitCheckTrees) === 0) left = dropUnlikely(rows, left, logits)
      let node = 0
      let from = 0
      let to = left
      let pendingCount = 0
      while (from < left) {
        // A test is evaluated for all rows of its node; on most pages most tests have one result.
        while (node < inner) {
          const column = columns[tree + node] as number
          const threshold = thresholds[tree + node] as number
          let right = from
          if ((highs[column] as number) <= threshold) right = to
          else if ((lows[column] as number) <= threshold) {
            const start = column * rowCount
            for (let index = from; index < to; index++) {
              const row = rows[index] as number
              rows[index] = rows[right] as number
              rows[right] = row
              right += Number((values[start + row] as number) <= threshold)
            }
          }
          node = 2 * node + 1
          if (right === from) node++
          else if (right < to) {
            pending.nodes[pendingCount] = node + 1
            pending.ends[pendingCount] = to
            pendingCount++
            to = right
          }
        }
        const value = leaves[leaf + node] as number
        for (let index = from; index < to; index++) {
          const row = rows[index] as number
          logits[row] = (logits[row] as number) + value
        }
        from = to
        if (pendingCount === 0) break
        pendingCount--
        node = pending.nodes[pendingCount] as number
        to = pending.ends[pendingCount] as number
      }
    }
    return logits.map((logit) => 1 / (1 + Math.exp(-logit)))
  }
}

/** Early exit: after each group of this many trees, blocks below `exitLogit` (menus, footers) are not scored further. */
const exitCheckTrees = 20
const exitLogit = -4

/** Moves the rows above `exitLogit` to the front and returns their number. */
function dropUnlikely(rows: Uint32Array, rowCount: number, logits: Float32Array): number {
  let kept = 0
  for (let index = 0; index < rowCount; index++) {
    const row = rows[index] as number
    if ((logits[row] as number) < exitLogit) continue
    rows[index] = rows[kept] as number
    rows[kept++] = row
  }
  return kept
}

/** Feature and threshold of every inner node, and value of every leaf. */
function unpack(stored: StoredModel) {
  const tests = new Uint16Array(toBytes(stored.nodes))
  const columns = new Uint16Array(toBytes(stored.columns))
  const thresholds = new Float32Array(toBytes(stored.thresholds))
  const steps = new Int16Array(toBytes(stored.leaves))
  return {
    columns: tests.map((test) => columns[test] ?? 0),
    thresholds: Float32Array.from(tests, (test) => thresholds[test] ?? 0),
    leaves: Float32Array.from(steps, (leaf) => leaf * leafStep),
  }
}

/** Minimum and maximum of each feature. */
function findRanges({ values, rowCount }: FeatureMatrix): {
  lows: Float32Array
  highs: Float32Array
} {
  const width = rowCount === 0 ? 0 : values.length / rowCount
  const [lows, highs] = [new Float32Array(width), new Float32Array(width)]
  for (let column = 0, at = 0; column < width; column++) {
    let low = Infinity
    let high = -Infinity
    for (const end = at + rowCount; at < end; at++) {
      const value = values[at] as number
      if (value < low) low = value
      if (value > high) high = value
    }
    lows[column] = low
    highs[column] = high
  }
  return { lows, highs }
}

function toBytes(text: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(text, 'base64')).buffer
}

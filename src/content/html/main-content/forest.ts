import type { Columns } from './columns.ts'

/**
 * Stored decision trees: base64 of little-endian numbers. Every tree is complete and in heap order;
 * inner nodes are tests ("is feature c above t?"), leaves are added to the logit.
 */
export interface StoredForest {
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
export function readForest(stored: StoredForest): (table: Columns) => Float32Array {
  const { columns, thresholds, leaves } = unpack(stored)
  const { depth } = stored
  const inner = 2 ** depth - 1

  return (table) => {
    const { values, count } = table
    const { lows, highs } = rangesOf(table)
    const logits = new Float32Array(count)
    const rows = new Uint32Array(count).map((_, row) => row)
    // Rows that pass the test of a node are processed after the others.
    const waiting = { nodes: new Uint16Array(depth), ends: new Uint32Array(depth) }
    let left = count
    for (let tree = 0, leaf = -inner; tree < columns.length; tree += inner, leaf += inner + 1) {
      if (tree > 0 && tree % (inner * treesBetween) === 0) left = keepHopeful(rows, left, logits)
      let node = 0
      let from = 0
      let to = left
      let waits = 0
      while (from < left) {
        // A test is evaluated for all rows of its node; on most pages most tests have one result.
        while (node < inner) {
          const column = columns[tree + node] as number
          const threshold = thresholds[tree + node] as number
          let right = from
          if ((highs[column] as number) <= threshold) right = to
          else if ((lows[column] as number) <= threshold) {
            const start = column * count
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
            waiting.nodes[waits] = node + 1
            waiting.ends[waits] = to
            waits++
            to = right
          }
        }
        const value = leaves[leaf + node] as number
        for (let index = from; index < to; index++) {
          const row = rows[index] as number
          logits[row] = (logits[row] as number) + value
        }
        from = to
        if (waits === 0) break
        waits--
        node = waiting.nodes[waits] as number
        to = waiting.ends[waits] as number
      }
    }
    return logits.map((logit) => 1 / (1 + Math.exp(-logit)))
  }
}

/** After so many trees, blocks that no others are going to save are given up: menus, footers. */
const treesBetween = 20
const hopelessLogit = -4

/** Moves the rows that still matter to the front and returns their number. */
function keepHopeful(rows: Uint32Array, count: number, logits: Float32Array): number {
  let kept = 0
  for (let index = 0; index < count; index++) {
    const row = rows[index] as number
    if ((logits[row] as number) < hopelessLogit) continue
    rows[index] = rows[kept] as number
    rows[kept++] = row
  }
  return kept
}

/** Feature and threshold of every inner node, and value of every leaf. */
function unpack(stored: StoredForest) {
  const questions = new Uint16Array(bytesOf(stored.nodes))
  const columnOf = new Uint16Array(bytesOf(stored.columns))
  const thresholdOf = new Float32Array(bytesOf(stored.thresholds))
  const steps = new Int16Array(bytesOf(stored.leaves))
  return {
    columns: questions.map((question) => columnOf[question] ?? 0),
    thresholds: Float32Array.from(questions, (question) => thresholdOf[question] ?? 0),
    leaves: Float32Array.from(steps, (leaf) => leaf * leafStep),
  }
}

/** Minimum and maximum of each feature. */
function rangesOf({ values, count }: Columns): { lows: Float32Array; highs: Float32Array } {
  const width = count === 0 ? 0 : values.length / count
  const [lows, highs] = [new Float32Array(width), new Float32Array(width)]
  for (let column = 0, at = 0; column < width; column++) {
    let low = Infinity
    let high = -Infinity
    for (const end = at + count; at < end; at++) {
      const value = values[at] as number
      if (value < low) low = value
      if (value > high) high = value
    }
    lows[column] = low
    highs[column] = high
  }
  return { lows, highs }
}

function bytesOf(text: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(text, 'base64')).buffer
}

import { leafStep, type StoredModel } from '#content/html/main-content/model.ts'
import type { Tree } from './boost.ts'

/** Encodes trees for the extractor. Each distinct test is stored once. */
export function storeModel(trees: readonly Tree[], edges: readonly Float32Array[]): StoredModel {
  const idOf = new Map<string, number>()
  const [columns, thresholds, nodes, leaves]: [number[], number[], number[], number[]] = [
    [],
    [],
    [],
    [],
  ]
  for (const tree of trees) {
    for (let node = 0; node < tree.bins.length; node++) {
      const column = tree.columns[node] ?? 0
      // A node that was not split sends every row to the left.
      const threshold = edges[column]?.[tree.bins[node] ?? 0] ?? Infinity
      const key = `${column} ${threshold}`
      const id = idOf.get(key) ?? idOf.size
      if (id === idOf.size) {
        idOf.set(key, id)
        columns.push(column)
        thresholds.push(threshold)
      }
      nodes.push(id)
    }
    for (const leaf of tree.leaves) leaves.push(Math.round(leaf / leafStep))
  }
  return {
    depth: Math.log2(trees[0]?.leaves.length ?? 1),
    columns: base64(Uint16Array.from(columns)),
    thresholds: base64(Float32Array.from(thresholds)),
    nodes: base64(Uint16Array.from(nodes)),
    leaves: base64(Int16Array.from(leaves)),
  }
}

const base64 = (numbers: Uint16Array | Int16Array | Float32Array): string =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64')

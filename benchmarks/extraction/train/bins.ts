import type { Columns } from '#content/html/main-content/columns.ts'
import { binsMax } from './boost.ts'

/** The limits between the bins of each column, from what values are common. Few digits, so that they store well. */
export function binEdges(table: Columns): Float32Array[] {
  const { count } = table
  const step = Math.max(1, Math.floor(count / sampledRows))
  return Array.from({ length: table.values.length / count }, (_, column) => {
    const values: number[] = []
    for (let row = 0; row < count; row += step) values.push(table.values[column * count + row] ?? 0)
    values.sort((a, b) => a - b)
    const edges = new Set<number>()
    for (let bin = 1; bin < binsMax; bin++) {
      const value = values[Math.floor((bin * values.length) / binsMax)] ?? 0
      const next = values.find((candidate) => candidate > value)
      if (next !== undefined) edges.add(Number(((value + next) / 2).toPrecision(5)))
    }
    return Float32Array.from([...edges].toSorted((a, b) => a - b))
  })
}

const sampledRows = 20_000

/** The columns of a table, each value replaced by the number of edges below it. */
export function toBins({ values, count }: Columns, edges: readonly Float32Array[]): Uint8Array[] {
  return edges.map((limits, column) => {
    const bins = new Uint8Array(count)
    for (let row = 0; row < count; row++) {
      bins[row] = binOf(limits, values[column * count + row] ?? 0)
    }
    return bins
  })
}

function binOf(limits: Float32Array, value: number): number {
  let [low, high] = [0, limits.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (value > (limits[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}

import type { FeatureMatrix } from '#content/html/main-content/feature-matrix.ts'
import { binsMax } from './boost.ts'

/** Upper edges of the quantile bins of each feature, rounded to five digits so that the stored model stays small. */
export function binEdges(matrix: FeatureMatrix): Float32Array[] {
  const { rowCount } = matrix
  const step = Math.max(1, Math.floor(rowCount / sampledRows))
  return Array.from({ length: matrix.values.length / rowCount }, (_, column) => {
    const values: number[] = []
    for (let row = 0; row < rowCount; row += step)
      values.push(matrix.values[column * rowCount + row] ?? 0)
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

/** The features of a matrix as bin numbers. */
export function toBins(
  { values, rowCount }: FeatureMatrix,
  edges: readonly Float32Array[],
): Uint8Array[] {
  return edges.map((limits, column) => {
    const bins = new Uint8Array(rowCount)
    for (let row = 0; row < rowCount; row++) {
      bins[row] = findBin(limits, values[column * rowCount + row] ?? 0)
    }
    return bins
  })
}

function findBin(limits: Float32Array, value: number): number {
  let [low, high] = [0, limits.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (value > (limits[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}

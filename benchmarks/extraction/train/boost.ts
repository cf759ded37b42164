import { createRandom } from './random.ts'

/** What trees are grown from: rows of numbers in columns, already divided into bins. */
export interface Sample {
  readonly columns: readonly Uint8Array[]
  readonly targets: Float32Array
  readonly weights: Float32Array
}

export interface GrowOptions {
  readonly trees: number
  readonly depth: number
  readonly rate: number
  /** Share of the rows and of the columns each tree sees. */
  readonly rowShare: number
  readonly columnShare: number
  /** Added to every leaf's weight: leaves with little evidence stay near zero. */
  readonly caution: number
  readonly leafWeightMin: number
  readonly seed: number
}

/** A complete binary tree in heap order: row goes right of node `n` when its bin in `columns[n]` exceeds `bins[n]`. */
export interface Tree {
  readonly columns: Uint16Array
  readonly bins: Uint8Array
  readonly leaves: Float32Array
}

export const binsMax = 64

/** Grows trees that together tell, on the logit scale, how much of a row's weight is content. */
export function growTrees(sample: Sample, options: GrowOptions): Tree[] {
  const rows = sample.targets.length
  const scores = new Float32Array(rows)
  const random = createRandom(options.seed)
  const trees: Tree[] = []
  for (let index = 0; index < options.trees; index++) {
    const tree = growTree(sample, options, { scores, random })
    addTree(tree, sample.columns, scores)
    trees.push(tree)
  }
  return trees
}

/** Adds what a tree says of each row to `scores`. */
function addTree(tree: Tree, columns: readonly Uint8Array[], scores: Float32Array): void {
  const inner = tree.bins.length
  for (let row = 0; row < scores.length; row++) {
    let node = 0
    while (node < inner) node = 2 * node + (binAt(tree, node, columns, row) ? 2 : 1)
    scores[row] = (scores[row] ?? 0) + (tree.leaves[node - inner] ?? 0)
  }
}

// oxlint-disable-next-line max-params
function binAt(tree: Tree, node: number, columns: readonly Uint8Array[], row: number): boolean {
  return (columns[tree.columns[node] ?? 0]?.[row] ?? 0) > (tree.bins[node] ?? 0)
}

interface State {
  readonly scores: Float32Array
  readonly random: () => number
}

/** The rows one tree is grown from, with the slope and curvature of the loss at each and the node it has reached. */
interface Grown {
  readonly rows: Int32Array
  readonly slopes: Float32Array
  readonly curves: Float32Array
  readonly nodes: Uint16Array
}

function growTree(sample: Sample, options: GrowOptions, state: State): Tree {
  const grown = drawRows(sample, options, state)
  const chosen = sample.columns.flatMap((_, column) =>
    state.random() < options.columnShare ? column : [],
  )
  const inner = 2 ** options.depth - 1
  const tree: Tree = {
    columns: new Uint16Array(inner),
    bins: new Uint8Array(inner).fill(255),
    leaves: new Float32Array(inner + 1),
  }
  for (let level = 0; level < options.depth; level++) {
    const first = 2 ** level - 1
    splitLevel(tree, { sample, grown, chosen, first, options })
    descend(tree, sample, { grown, first })
  }
  fillLeaves(tree, grown, options)
  return tree
}

function drawRows({ targets, weights }: Sample, options: GrowOptions, state: State): Grown {
  const drawn: number[] = []
  for (let row = 0; row < targets.length; row++) {
    if (state.random() < options.rowShare) drawn.push(row)
  }
  const rows = Int32Array.from(drawn)
  const slopes = new Float32Array(rows.length)
  const curves = new Float32Array(rows.length)
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] ?? 0
    const chance = 1 / (1 + Math.exp(-(state.scores[row] ?? 0)))
    const weight = weights[row] ?? 0
    slopes[index] = weight * (chance - (targets[row] ?? 0))
    curves[index] = weight * Math.max(1e-4, chance * (1 - chance))
  }
  return { rows, slopes, curves, nodes: new Uint16Array(rows.length) }
}

interface Level {
  readonly sample: Sample
  readonly grown: Grown
  readonly chosen: readonly number[]
  /** Heap index of the first node of the level. */
  readonly first: number
  readonly options: GrowOptions
}

function splitLevel(tree: Tree, level: Level): void {
  const nodeCount = level.first + 1
  const gains = new Float64Array(nodeCount).fill(1e-9)
  const sums = new Float64Array(nodeCount * binsMax * 2)
  for (const column of level.chosen) {
    sums.fill(0)
    addUpBins(sums, level.sample.columns[column] ?? new Uint8Array(), level.grown)
    for (let node = 0; node < nodeCount; node++) {
      const { gain, bin } = bestSplit(
        sums.subarray(node * binsMax * 2, (node + 1) * binsMax * 2),
        level.options,
      )
      if (gain <= (gains[node] ?? 0)) continue
      gains[node] = gain
      tree.columns[level.first + node] = column
      tree.bins[level.first + node] = bin
    }
  }
}

function addUpBins(sums: Float64Array, column: Uint8Array, grown: Grown): void {
  const { rows, slopes, curves, nodes } = grown
  for (let index = 0; index < rows.length; index++) {
    const at = ((nodes[index] as number) * binsMax + (column[rows[index] as number] as number)) * 2
    sums[at] = (sums[at] as number) + (slopes[index] as number)
    sums[at + 1] = (sums[at + 1] as number) + (curves[index] as number)
  }
}

function bestSplit(sums: Float64Array, options: GrowOptions): { gain: number; bin: number } {
  let [slope, curve] = [0, 0]
  for (let at = 0; at < sums.length; at += 2) {
    slope += sums[at] as number
    curve += sums[at + 1] as number
  }
  const { caution, leafWeightMin } = options
  const whole = slope ** 2 / (curve + caution)
  let best = { gain: 0, bin: 255 }
  let [left, leftCurve] = [0, 0]
  for (let bin = 0; bin < binsMax - 1; bin++) {
    left += sums[2 * bin] as number
    leftCurve += sums[2 * bin + 1] as number
    const [right, rightCurve] = [slope - left, curve - leftCurve]
    if (leftCurve < leafWeightMin) continue
    if (rightCurve < leafWeightMin) break
    const gain = left ** 2 / (leftCurve + caution) + right ** 2 / (rightCurve + caution) - whole
    if (gain > best.gain) best = { gain, bin }
  }
  return best
}

function descend(tree: Tree, { columns }: Sample, at: { grown: Grown; first: number }): void {
  const { rows, nodes } = at.grown
  for (let index = 0; index < rows.length; index++) {
    const node = nodes[index] as number
    const isRight = binAt(tree, at.first + node, columns, rows[index] as number)
    nodes[index] = 2 * node + (isRight ? 1 : 0)
  }
}

function fillLeaves(tree: Tree, grown: Grown, { caution, rate }: GrowOptions): void {
  const slopes = new Float64Array(tree.leaves.length)
  const curves = new Float64Array(tree.leaves.length)
  for (let index = 0; index < grown.rows.length; index++) {
    const leaf = grown.nodes[index] as number
    slopes[leaf] = (slopes[leaf] as number) + (grown.slopes[index] as number)
    curves[leaf] = (curves[leaf] as number) + (grown.curves[index] as number)
  }
  for (let leaf = 0; leaf < tree.leaves.length; leaf++) {
    tree.leaves[leaf] = (-rate * (slopes[leaf] as number)) / ((curves[leaf] as number) + caution)
  }
}

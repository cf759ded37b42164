import { createRandom } from './random.ts'

/** Training data: binned features in column order, targets and weights of the rows. */
export interface Sample {
  readonly columns: readonly Uint8Array[]
  readonly targets: Float32Array
  readonly weights: Float32Array
}

export interface GrowOptions {
  readonly trees: number
  readonly depth: number
  readonly learningRate: number
  /** Share of the rows and of the features that are sampled for each tree. */
  readonly rowSampling: number
  readonly featureSampling: number
  /** L2 regularisation of leaf values. */
  readonly regularisation: number
  readonly leafHessianMin: number
  readonly seed: number
}

/** A complete binary tree in heap order: row goes right of node `n` when its bin in `columns[n]` exceeds `bins[n]`. */
export interface Tree {
  readonly columns: Uint16Array
  readonly bins: Uint8Array
  readonly leaves: Float32Array
}

export const binsMax = 64

/** Fits boosted trees with logistic loss. The sum of their leaf values is the logit of a row. */
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

/** Adds the leaf values of a tree to the scores of all rows. */
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

/** The sampled rows of one tree, with gradient and hessian of the loss and the current node of each. */
interface SampledRows {
  readonly rows: Int32Array
  readonly gradients: Float32Array
  readonly hessians: Float32Array
  readonly nodes: Uint16Array
}

function growTree(sample: Sample, options: GrowOptions, state: State): Tree {
  const sampled = drawRows(sample, options, state)
  const sampledFeatures = sample.columns.flatMap((_, column) =>
    state.random() < options.featureSampling ? column : [],
  )
  const inner = 2 ** options.depth - 1
  const tree: Tree = {
    columns: new Uint16Array(inner),
    bins: new Uint8Array(inner).fill(255),
    leaves: new Float32Array(inner + 1),
  }
  for (let level = 0; level < options.depth; level++) {
    const first = 2 ** level - 1
    splitLevel(tree, { sample, sampled, sampledFeatures, first, options })
    descend(tree, sample, { sampled, first })
  }
  fillLeaves(tree, sampled, options)
  return tree
}

function drawRows({ targets, weights }: Sample, options: GrowOptions, state: State): SampledRows {
  const drawn: number[] = []
  for (let row = 0; row < targets.length; row++) {
    if (state.random() < options.rowSampling) drawn.push(row)
  }
  const rows = Int32Array.from(drawn)
  const gradients = new Float32Array(rows.length)
  const hessians = new Float32Array(rows.length)
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] ?? 0
    const probability = 1 / (1 + Math.exp(-(state.scores[row] ?? 0)))
    const weight = weights[row] ?? 0
    gradients[index] = weight * (probability - (targets[row] ?? 0))
    hessians[index] = weight * Math.max(1e-4, probability * (1 - probability))
  }
  return { rows, gradients, hessians, nodes: new Uint16Array(rows.length) }
}

interface Level {
  readonly sample: Sample
  readonly sampled: SampledRows
  readonly sampledFeatures: readonly number[]
  /** Heap index of the first node of the level. */
  readonly first: number
  readonly options: GrowOptions
}

function splitLevel(tree: Tree, level: Level): void {
  const nodeCount = level.first + 1
  const gains = new Float64Array(nodeCount).fill(1e-9)
  const sums = new Float64Array(nodeCount * binsMax * 2)
  for (const column of level.sampledFeatures) {
    sums.fill(0)
    addUpBins(sums, level.sample.columns[column] ?? new Uint8Array(), level.sampled)
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

function addUpBins(sums: Float64Array, column: Uint8Array, sampled: SampledRows): void {
  const { rows, gradients, hessians, nodes } = sampled
  for (let index = 0; index < rows.length; index++) {
    const at = ((nodes[index] as number) * binsMax + (column[rows[index] as number] as number)) * 2
    sums[at] = (sums[at] as number) + (gradients[index] as number)
    sums[at + 1] = (sums[at + 1] as number) + (hessians[index] as number)
  }
}

function bestSplit(sums: Float64Array, options: GrowOptions): { gain: number; bin: number } {
  let [gradient, hessian] = [0, 0]
  for (let at = 0; at < sums.length; at += 2) {
    gradient += sums[at] as number
    hessian += sums[at + 1] as number
  }
  const { regularisation, leafHessianMin } = options
  const whole = gradient ** 2 / (hessian + regularisation)
  let best = { gain: 0, bin: 255 }
  let [left, leftHessian] = [0, 0]
  for (let bin = 0; bin < binsMax - 1; bin++) {
    left += sums[2 * bin] as number
    leftHessian += sums[2 * bin + 1] as number
    const [right, rightHessian] = [gradient - left, hessian - leftHessian]
    if (leftHessian < leafHessianMin) continue
    if (rightHessian < leafHessianMin) break
    const gain =
      left ** 2 / (leftHessian + regularisation) +
      right ** 2 / (rightHessian + regularisation) -
      whole
    if (gain > best.gain) best = { gain, bin }
  }
  return best
}

function descend(
  tree: Tree,
  { columns }: Sample,
  at: { sampled: SampledRows; first: number },
): void {
  const { rows, nodes } = at.sampled
  for (let index = 0; index < rows.length; index++) {
    const node = nodes[index] as number
    const isRight = binAt(tree, at.first + node, columns, rows[index] as number)
    nodes[index] = 2 * node + (isRight ? 1 : 0)
  }
}

function fillLeaves(
  tree: Tree,
  sampled: SampledRows,
  { regularisation, learningRate }: GrowOptions,
): void {
  const gradients = new Float64Array(tree.leaves.length)
  const hessians = new Float64Array(tree.leaves.length)
  for (let index = 0; index < sampled.rows.length; index++) {
    const leaf = sampled.nodes[index] as number
    gradients[leaf] = (gradients[leaf] as number) + (sampled.gradients[index] as number)
    hessians[leaf] = (hessians[leaf] as number) + (sampled.hessians[index] as number)
  }
  for (let leaf = 0; leaf < tree.leaves.length; leaf++) {
    tree.leaves[leaf] =
      (-learningRate * (gradients[leaf] as number)) / ((hessians[leaf] as number) + regularisation)
  }
}

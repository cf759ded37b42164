import { createMatrix, type FeatureMatrix } from '#content/html/main-content/feature-matrix.ts'
import { featureCount } from '#content/html/main-content/features.ts'
import { loadModel, type StoredModel } from '#content/html/main-content/model.ts'
import { addScores, stackedFeatureCount } from '#content/html/main-content/stacked-features.ts'
import { isSingleText } from '#content/html/main-content/page-kind.ts'
import type { Scores } from '#content/html/main-content/score-blocks.ts'
import { binEdges, toBins } from './bins.ts'
import { growTrees, type GrowOptions } from './boost.ts'
import { storeModel } from './store-model.ts'
import { createRandom } from './random.ts'
import type { TrainingPage } from './training-page.ts'

/** The two stored models of the extractor. */
export interface Models {
  readonly first: StoredModel
  readonly second: StoredModel
}

const sharedOptions = {
  depth: 6,
  learningRate: 0.12,
  rowSampling: 0.3,
  featureSampling: 0.2,
  regularisation: 8,
  leafHessianMin: 3,
  seed: 1,
}
const firstOptions: GrowOptions = { ...sharedOptions, trees: 160 }
const secondOptions: GrowOptions = { ...sharedOptions, trees: 60 }

/** Folds for the out-of-fold scores of the first model, which are features of the second. */
const innerFolds = 3

/** Trains both models. */
export function trainModels(pages: readonly TrainingPage[]): Models {
  const scores = new Map<TrainingPage, Float32Array>()
  for (let fold = 0; fold < innerFolds; fold++) {
    const seen = pages.filter(({ site }) => chooseFold(site, innerFolds) !== fold)
    const score = loadModel(grow(seen, ({ matrix }) => matrix, firstOptions))
    for (const page of pages) {
      if (chooseFold(page.site, innerFolds) === fold) scores.set(page, score(page.matrix))
    }
  }
  const stackedMatrix = (page: TrainingPage) =>
    stackScores(page, scores.get(page) ?? new Float32Array())
  return {
    first: grow(pages, ({ matrix }) => matrix, firstOptions),
    second: grow(pages, stackedMatrix, secondOptions),
  }
}

/** Scores the blocks of a page like `scoreBlocks`. */
export function createScore(model: Models): (page: TrainingPage) => Scores {
  const [first, second] = [loadModel(model.first), loadModel(model.second)]
  return (page) => {
    const own = first(page.matrix)
    const isText = isSingleText(page.outline.blocks, own)
    return { isText, probabilities: isText ? own : second(stackScores(page, own)) }
  }
}

/** The features of both models, in a matrix of its own. */
function stackScores({ outline, matrix }: TrainingPage, scores: Float32Array): FeatureMatrix {
  const stacked = createMatrix(stackedFeatureCount, matrix.rowCount)
  stacked.values.set(matrix.values)
  addScores(outline, stacked, scores)
  return stacked
}

/** The fold of a site, the same in every run. */
export function chooseFold(site: string, folds: number): number {
  let hash = 7
  for (let index = 0; index < site.length; index++) {
    hash = (Math.imul(hash, 31) + site.charCodeAt(index)) >>> 0
  }
  return hash % folds
}

/** Maximum training rows of a page; larger pages are sampled. */
const rowsMax = 600

function grow(
  pages: readonly TrainingPage[],
  makeMatrix: (page: TrainingPage) => FeatureMatrix,
  options: GrowOptions,
): StoredModel {
  const width = options === firstOptions ? featureCount : stackedFeatureCount
  const chosen = pages.map(listRows)
  const count = chosen.reduce((total, rows) => total + rows.length, 0)
  const all = createMatrix(width, count)
  const [targets, weights] = [new Float32Array(count), new Float32Array(count)]
  let next = 0
  for (const [at, page] of pages.entries()) {
    const rows = chosen[at] ?? []
    copyRows(all, next, { matrix: makeMatrix(page), rows })
    const known = page.weights.filter((weight) => weight > 0).length
    for (const row of rows) {
      targets[next] = page.labels[row] ?? 0
      weights[next] = ((page.weights[row] ?? 0) * known) / rows.length
      next++
    }
  }
  const edges = binEdges(all)
  return storeModel(growTrees({ columns: toBins(all, edges), targets, weights }, options), edges)
}

function listRows({ weights }: TrainingPage): number[] {
  const known = weights.flatMap((weight, row) => (weight > 0 ? row : []))
  const random = createRandom(weights.length)
  return known.length <= rowsMax ? known : known.filter(() => random() < rowsMax / known.length)
}

interface Rows {
  readonly matrix: FeatureMatrix
  readonly rows: readonly number[]
}

function copyRows(all: FeatureMatrix, next: number, { matrix, rows }: Rows): void {
  const width = all.rowCount === 0 ? 0 : all.values.length / all.rowCount
  for (let column = 0; column < width; column++) {
    const [from, to] = [column * matrix.rowCount, column * all.rowCount + next]
    for (const [index, row] of rows.entries()) {
      all.values[to + index] = matrix.values[from + row] ?? 0
    }
  }
}

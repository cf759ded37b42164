import { emptyColumns, type Columns } from '#content/html/main-content/columns.ts'
import { featureCount } from '#content/html/main-content/features.ts'
import { readForest, type StoredForest } from '#content/html/main-content/forest.ts'
import { secondFeatureCount, withScores } from '#content/html/main-content/neighbourhood.ts'
import { binEdges, toBins } from './bins.ts'
import { growTrees, type GrowOptions } from './boost.ts'
import { storeForest } from './store-forest.ts'
import type { TrainingPage } from './training-page.ts'

/** The two models of the extractor, as they are stored. */
export interface Model {
  readonly first: StoredForest
  readonly second: StoredForest
}

const common = {
  depth: 6,
  rate: 0.12,
  rowShare: 0.3,
  columnShare: 0.2,
  caution: 8,
  leafWeightMin: 3,
  seed: 1,
}
const firstOptions: GrowOptions = { ...common, trees: 160 }
const secondOptions: GrowOptions = { ...common, trees: 60 }

/** Parts the pages are divided into, so that the second model learns from scores of pages the first has not seen. */
const innerFolds = 3

/** Learns both models from pages. */
export function trainModel(pages: readonly TrainingPage[]): Model {
  const scores = new Map<TrainingPage, Float32Array>()
  for (let fold = 0; fold < innerFolds; fold++) {
    const seen = pages.filter(({ site }) => foldOf(site, innerFolds) !== fold)
    const score = readForest(grow(seen, ({ table }) => table, firstOptions))
    for (const page of pages) {
      if (foldOf(page.site, innerFolds) === fold) scores.set(page, score(page.table))
    }
  }
  const secondTable = (page: TrainingPage) =>
    withScores(page.layout, page.table, scores.get(page) ?? new Float32Array())
  return {
    first: grow(pages, ({ table }) => table, firstOptions),
    second: grow(pages, secondTable, secondOptions),
  }
}

/** What a model says of the blocks of a page. */
export function createScore(model: Model): (page: TrainingPage) => Float32Array {
  const [first, second] = [readForest(model.first), readForest(model.second)]
  return ({ layout, table }) => second(withScores(layout, table, first(table)))
}

/** The part a site belongs to, the same in every run. */
export function foldOf(site: string, folds: number): number {
  let hash = 7
  for (let index = 0; index < site.length; index++) {
    hash = (Math.imul(hash, 31) + site.charCodeAt(index)) >>> 0
  }
  return hash % folds
}

function grow(
  pages: readonly TrainingPage[],
  tableOf: (page: TrainingPage) => Columns,
  options: GrowOptions,
): StoredForest {
  const width = options === firstOptions ? featureCount : secondFeatureCount
  const count = pages.reduce((total, { labels }) => total + labels.length, 0)
  const all = emptyColumns(width, count)
  const [targets, weights] = [new Float32Array(count), new Float32Array(count)]
  let row = 0
  for (const page of pages) {
    const { values, count: rows } = tableOf(page)
    for (let column = 0; column < width; column++) {
      all.values.set(values.subarray(column * rows, (column + 1) * rows), column * count + row)
    }
    targets.set(page.labels, row)
    weights.set(weightsOf(page), row)
    row += page.labels.length
  }
  const edges = binEdges(all)
  return storeForest(growTrees({ columns: toBins(all, edges), targets, weights }, options), edges)
}

/** Pages count about the same whatever their length, blocks by their words: as in the F1 of a page. */
function weightsOf({ words, truth }: TrainingPage): number[] {
  const sizes = words.map((block) => block.length)
  const [own, wanted] = [sum(sizes), sum([...truth.values()])]
  return sizes.map((size) => (100 * (size + 1)) / (wanted + own / 4 + 20))
}

function sum(numbers: readonly number[]): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}

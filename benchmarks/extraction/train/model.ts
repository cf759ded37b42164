import { emptyColumns, type Columns } from '#content/html/main-content/columns.ts'
import { featureCount } from '#content/html/main-content/features.ts'
import { readForest, type StoredForest } from '#content/html/main-content/forest.ts'
import { secondFeatureCount, withScores } from '#content/html/main-content/neighbourhood.ts'
import { isOneText } from '#content/html/main-content/page-kind.ts'
import type { Scores } from '#content/html/main-content/score-blocks.ts'
import { binEdges, toBins } from './bins.ts'
import { growTrees, type GrowOptions } from './boost.ts'
import { storeForest } from './store-forest.ts'
import { createRandom } from './random.ts'
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
    withScores(page.outline, page.table, scores.get(page) ?? new Float32Array())
  return {
    first: grow(pages, ({ table }) => table, firstOptions),
    second: grow(pages, secondTable, secondOptions),
  }
}

/** What a model says of the blocks of a page, as `scoreBlocks` does. */
export function createScore(model: Model): (page: TrainingPage) => Scores {
  const [first, second] = [readForest(model.first), readForest(model.second)]
  return ({ outline, table }) => {
    const own = first(table)
    const isText = isOneText(outline.blocks, own)
    return { isText, chances: isText ? own : second(withScores(outline, table, own)) }
  }
}

/** The part a site belongs to, the same in every run. */
export function foldOf(site: string, folds: number): number {
  let hash = 7
  for (let index = 0; index < site.length; index++) {
    hash = (Math.imul(hash, 31) + site.charCodeAt(index)) >>> 0
  }
  return hash % folds
}

/** Rows of one page that are learned from; a random choice of them stands for longer pages. */
const rowsMax = 600

function grow(
  pages: readonly TrainingPage[],
  tableOf: (page: TrainingPage) => Columns,
  options: GrowOptions,
): StoredForest {
  const width = options === firstOptions ? featureCount : secondFeatureCount
  const chosen = pages.map(rowsOf)
  const count = chosen.reduce((total, rows) => total + rows.length, 0)
  const all = emptyColumns(width, count)
  const [targets, weights] = [new Float32Array(count), new Float32Array(count)]
  let next = 0
  for (const [at, page] of pages.entries()) {
    const rows = chosen[at] ?? []
    copyRows(all, next, { table: tableOf(page), rows })
    const known = page.weights.filter((weight) => weight > 0).length
    for (const row of rows) {
      targets[next] = page.labels[row] ?? 0
      weights[next] = ((page.weights[row] ?? 0) * known) / rows.length
      next++
    }
  }
  const edges = binEdges(all)
  return storeForest(growTrees({ columns: toBins(all, edges), targets, weights }, options), edges)
}

function rowsOf({ weights }: TrainingPage): number[] {
  const known = weights.flatMap((weight, row) => (weight > 0 ? row : []))
  const random = createRandom(weights.length)
  return known.length <= rowsMax ? known : known.filter(() => random() < rowsMax / known.length)
}

interface Rows {
  readonly table: Columns
  readonly rows: readonly number[]
}

function copyRows(all: Columns, next: number, { table, rows }: Rows): void {
  const width = all.count === 0 ? 0 : all.values.length / all.count
  for (let column = 0; column < width; column++) {
    const [from, to] = [column * table.count, column * all.count + next]
    for (const [index, row] of rows.entries()) {
      all.values[to + index] = table.values[from + row] ?? 0
    }
  }
}

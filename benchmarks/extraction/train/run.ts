import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pageTypes, readDataset } from '#benchmarks/extraction/dataset.ts'
import { scoreBags, wordBag } from '#benchmarks/extraction/metric.ts'
import { chooseBlocks } from '#content/html/main-content/choose.ts'
import { keepHeadings } from '#content/html/main-content/keep-headings.ts'
import { createScore, foldOf, trainModel } from './model.ts'
import { readTrainingPage, type TrainingPage } from './training-page.ts'

/**
 * Trains the model of the main content and writes its weights; with `--folds 3` it only says how well models do on
 * sites they were not trained on.
 */
const { values } = parseArgs({
  options: {
    data: {
      type: 'string',
      default: resolve(import.meta.dirname, '../../../../shared/data/wcxb-dev'),
    },
    folds: { type: 'string', default: '0' },
  },
})

const weightsFile = resolve(
  import.meta.dirname,
  '../../../src/content/html/main-content/weights.json',
)

const pages = readDataset(values.data).map(readTrainingPage)
const folds = Number(values.folds)
if (folds > 0) crossValidate()
else writeFileSync(weightsFile, `${JSON.stringify(trainModel(pages), null, 2)}\n`)

function crossValidate(): void {
  const scores = new Map<TrainingPage, number>()
  for (let fold = 0; fold < folds; fold++) {
    const score = createScore(trainModel(pages.filter(({ site }) => foldOf(site, folds) !== fold)))
    for (const page of pages) {
      if (foldOf(page.site, folds) === fold) scores.set(page, f1Of(page, score(page)))
    }
  }
  for (const type of [...pageTypes, 'all'] as const) {
    const own = [...scores].flatMap(([page, f1]) =>
      type === 'all' || page.type === type ? f1 : [],
    )
    let total = 0
    for (const f1 of own) total += f1
    process.stdout.write(`${type.padEnd(14)} ${(total / own.length).toFixed(3)}\n`)
  }
}

function f1Of(page: TrainingPage, chances: Float32Array): number {
  const isKept = chooseBlocks(page.layout.blocks, chances)
  keepHeadings(page.layout.blocks, isKept)
  const words = page.words.flatMap((block, index) => (isKept[index] ? block : []))
  return scoreBags(wordBag(words), page.truth).f1
}

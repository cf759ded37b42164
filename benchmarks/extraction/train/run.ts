import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pageTypes, readDataset } from '#benchmarks/extraction/dataset.ts'
import { computeInterval, mean } from '#benchmarks/extraction/interval.ts'
import { scoreBags, wordBag, splitWords } from '#benchmarks/extraction/metric.ts'
import {
  countSegments,
  readSegments,
  scoreSegments,
  type SegmentCounts,
} from '#benchmarks/extraction/segments.ts'
import { selectBlocks } from '#content/html/main-content/main-content.ts'
import { createScore, chooseFold, trainModels } from './model.ts'
import { readLabelled, readSegmented, type TrainingPage } from './training-page.ts'

/**
 * Trains the main content models and writes their weights. With `--folds 3` it writes nothing and prints
 * cross-validation scores on sites that the models were not trained on.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(import.meta.dirname, '../../../../shared/data') },
    folds: { type: 'string', default: '0' },
  },
})

const weightsFile = resolve(
  import.meta.dirname,
  '../../../packages/content/src/html/main-content/weights.json',
)

const pages = [
  ...readDataset(resolve(values.data, 'wcxb-dev')).map(readLabelled),
  ...readSegments(resolve(values.data, 'segments-dev')).map(readSegmented),
]
const folds = Number(values.folds)
if (folds > 0) crossValidate()
else writeFileSync(weightsFile, `${JSON.stringify(trainModels(pages), null, 2)}\n`)

function crossValidate(): void {
  const texts = new Map<TrainingPage, string>()
  for (let fold = 0; fold < folds; fold++) {
    const score = createScore(
      trainModels(pages.filter(({ site }) => chooseFold(site, folds) !== fold)),
    )
    for (const page of pages) {
      if (chooseFold(page.site, folds) !== fold) continue
      const { blocks } = page.outline
      const isKept = page.byLandmarks ?? selectBlocks(page.outline, score(page))
      const kept = blocks.filter((_, index) => isKept[index])
      texts.set(page, kept.map(({ text }) => text).join('\n'))
    }
  }
  for (const type of [...pageTypes, 'all'] as const) reportType(type, texts)
  reportSegments(texts)
}

type Texts = ReadonlyMap<TrainingPage, string>

function reportType(type: TrainingPage['type'] | 'all', texts: Texts): void {
  const scores = [...texts].flatMap(([{ truth, type: own }, text]) =>
    truth.kind === 'text' && (type === 'all' || own === type)
      ? scoreBags(wordBag(splitWords(text)), truth.bag)
      : [],
  )
  const f1 = scores.map((score) => score.f1)
  const cells = [
    mean(f1),
    mean(scores.map(({ precision }) => precision)),
    mean(scores.map(({ recall }) => recall)),
  ].map((number) => number.toFixed(4))
  print([type.padEnd(14), ...cells, computeInterval(f1, mean)])
}

function reportSegments(texts: Texts): void {
  const counts = [...texts].flatMap(([{ truth }, text]): SegmentCounts[] =>
    truth.kind === 'segments' ? [countSegments(text, truth)] : [],
  )
  const { precision, recall, f1 } = scoreSegments(counts)
  const cells = [f1, precision, recall].map((number) => number.toFixed(4))
  print([
    'segments'.padEnd(14),
    ...cells,
    computeInterval(counts, (some) => scoreSegments(some).f1),
  ])
}

function print(cells: readonly string[]): void {
  process.stdout.write(`${cells.join('  ')}\n`)
}

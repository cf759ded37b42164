import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pageTypes, readDataset, type LabelledPage } from './dataset.ts'
import { extractors, type Extractor } from './extractors.ts'
import { scoreText, type Score } from './metric.ts'

const { values } = parseArgs({
  options: {
    data: {
      type: 'string',
      default: resolve(import.meta.dirname, '../../../shared/data/wcxb-dev'),
    },
    /** Peers are slow: they run on every n-th page, so that they see this many. */
    peers: { type: 'string', default: '0' },
  },
})

type Row = Score & { readonly page: LabelledPage; readonly ms: number }

const pages = readDataset(values.data)
const peerPages = Number(values.peers)
for (const extractor of extractors()) {
  const step = extractor.isPeer ? Math.max(1, Math.floor(pages.length / peerPages)) : 1
  report(
    extractor,
    run(
      extractor,
      pages.filter((_, index) => index % step === 0),
    ),
  )
}

function run(extractor: Extractor, sample: readonly LabelledPage[]): Row[] {
  return sample.map((page) => {
    const html = page.html()
    const start = performance.now()
    const text = extractor.extract(html)
    const ms = performance.now() - start
    return { ...scoreText(text, page), page, ms }
  })
}

function report(extractor: Extractor, rows: readonly Row[]): void {
  print(`\n### ${extractor.name} (${rows.length} pages)\n`)
  print('| type | pages | F1 | P | R | leaks | ms mean | ms p95 |')
  print('|---|--:|--:|--:|--:|--:|--:|--:|')
  for (const type of [...pageTypes, 'all'] as const) {
    const own = type === 'all' ? rows : rows.filter(({ page }) => page.type === type)
    if (own.length === 0) continue
    const means = [
      own.map((row) => row.f1),
      own.map((row) => row.precision),
      own.map((row) => row.recall),
    ]
    const snippets = sum(own.map(({ page }) => page.without.length))
    const leaks = sum(own.map((row) => row.leaks)) / (snippets || 1)
    const times = own.map((row) => row.ms).toSorted((a, b) => a - b)
    const p95 = times[Math.floor(times.length * 0.95)] ?? 0
    const cells = [
      ...means.map((column) => mean(column).toFixed(3)),
      `${(100 * leaks).toFixed(1)} %`,
    ]
    print(
      `| ${type} | ${own.length} | ${cells.join(' | ')} | ${mean(times).toFixed(1)} | ${p95.toFixed(1)} |`,
    )
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function mean(numbers: readonly number[]): number {
  return sum(numbers) / (numbers.length || 1)
}

function sum(numbers: readonly number[]): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}

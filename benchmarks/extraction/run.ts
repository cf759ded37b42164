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
    /** Compares with the installed peers on so many pages, in turns; without it ours reads all of them. */
    peers: { type: 'string', default: '0' },
  },
})

type Row = Score & { readonly page: LabelledPage; readonly ms: number }

const pages = readDataset(values.data)
const all = await extractors()
const sample = Number(values.peers)
if (sample > 0) await compare(sample)
else
  for (const extractor of all.filter(({ isPeer }) => !isPeer))
    report(extractor, await run(extractor, pages))

/** Everybody on the same pages, one page after the other, so that a busy machine slows all alike. */
async function compare(count: number): Promise<void> {
  const step = Math.max(1, Math.floor(pages.length / count))
  const chosen = pages.filter((_, index) => index % step === 0)
  const rows = all.map((): Row[] => [])
  for (const page of chosen) {
    for (const [index, extractor] of all.entries()) {
      rows[index]?.push(...(await run(extractor, [page])))
    }
  }
  for (const [index, extractor] of all.entries()) report(extractor, rows[index] ?? [])
}

async function run(extractor: Extractor, some: readonly LabelledPage[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const page of some) {
    const html = page.html()
    const start = performance.now()
    const text = await extracted(extractor, html)
    const ms = performance.now() - start
    rows.push({ ...scoreText(text, page), page, ms })
  }
  return rows
}

/** A peer that fails on a page has found nothing there. */
async function extracted(extractor: Extractor, html: string): Promise<string> {
  try {
    return await extractor.extract(html)
  } catch (error) {
    if (!extractor.isPeer) throw error
    return ''
  }
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

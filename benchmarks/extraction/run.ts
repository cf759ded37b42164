import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { aboutShares } from './about.ts'
import { pageTypes, readDataset, type LabelledPage, type PageType } from './dataset.ts'
import { extractors, type Extractor } from './extractors.ts'
import { computeInterval, mean } from './interval.ts'
import { scoreText, splitWords, type Score } from './metric.ts'
import { countSegments, readSegments, scoreSegments } from './segments.ts'

const { values } = parseArgs({
  options: {
    data: {
      type: 'string',
      default: resolve(import.meta.dirname, '../../../shared/data'),
    },
    /** Compares with the installed peers on this many pages; without it, Weir reads all of them. */
    peers: { type: 'string', default: '0' },
  },
})

type Row = Score & { readonly page: LabelledPage; readonly ms: number }

const shortWordsMax = 150
const pages = readDataset(resolve(values.data, 'wcxb-dev'))
const segmented = readSegments(resolve(values.data, 'segments-dev'))
const all = await extractors()
const sample = Number(values.peers)
if (sample > 0) await compare(sample)
else {
  for (const extractor of all.filter(({ isPeer }) => !isPeer)) {
    report(extractor, await run(extractor, pages))
    await reportSegments(extractor)
  }
  reportAbout(
    'articles of wcxb-dev',
    pages.filter(({ type }) => type === 'article'),
  )
  reportAbout('segments-dev', segmented)
}

for (const { end } of all) end?.()

/** All extractors read the same page in turn, so that other load affects all equally. */
async function compare(count: number): Promise<void> {
  const step = Math.max(1, Math.floor(pages.length / count))
  const chosen = pages.filter((_, index) => index % step === 0)
  const rows = all.map((): Row[] => [])
  for (const page of chosen) {
    for (const [index, extractor] of all.entries()) {
      rows[index]?.push(...(await run(extractor, [page])))
    }
  }
  for (const [index, extractor] of all.entries()) {
    report(extractor, rows[index] ?? [])
    await reportSegments(extractor)
  }
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

/** The result of a peer that fails is empty. */
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
  print('| type | pages | F1 | 95 % | P | R | leaks | ms mean | ms p95 | ms p99 |')
  print('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
  for (const type of [...pageTypes, 'short articles', 'all'] as const) {
    const own = rows.filter((row) => hasKind(type, row))
    if (own.length === 0) continue
    const f1 = own.map((row) => row.f1)
    const snippets = sum(own.map(({ page }) => page.without.length))
    const leaks = sum(own.map((row) => row.leaks)) / (snippets || 1)
    const times = own.map((row) => row.ms).toSorted((a, b) => a - b)
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
    const cells = [
      mean(f1).toFixed(3),
      computeInterval(f1, mean),
      mean(own.map((row) => row.precision)).toFixed(3),
      mean(own.map((row) => row.recall)).toFixed(3),
      `${(100 * leaks).toFixed(1)} %`,
      mean(times).toFixed(1),
      at(0.95),
      at(0.99),
    ]
    print(`| ${type} | ${own.length} | ${cells.join(' | ')} |`)
  }
}

function hasKind(type: PageType | 'short articles' | 'all', { page }: Row): boolean {
  if (type === 'all') return true
  if (type !== 'short articles') return page.type === type
  return page.type === 'article' && splitWords(page.truth).length < shortWordsMax
}

async function reportSegments(extractor: Extractor): Promise<void> {
  const counts = []
  for (const page of segmented) {
    counts.push(countSegments(await extracted(extractor, page.html()), page))
  }
  const { f1, precision, recall } = scoreSegments(counts)
  const cells = [f1, precision, recall].map((figure) => figure.toFixed(3))
  const interval = computeInterval(counts, (some) => scoreSegments(some).f1)
  print(
    `\nSegments, ${counts.length} pages: F ${cells[0]} (${interval}), P ${cells[1]}, R ${cells[2]}`,
  )
}

function reportAbout(name: string, some: Parameters<typeof aboutShares>[0]): void {
  const { title, author, date } = aboutShares(some)
  print(`\nMetadata, ${name}: title ${title}, author ${author}, date ${date}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function sum(numbers: readonly number[]): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Content, ContentRequest } from '#content/content.ts'
import { readPage } from '#content/pipeline.ts'
import { parsePage } from '#content/html/parse.ts'
import { readDataset } from './dataset.ts'

/**
 * CPU time for reading a page with metadata and the Markdown of its main content. With `--against <folder>`, compares with
 * another checkout, page by page in turns.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(import.meta.dirname, '../../../shared/data') },
    against: { type: 'string' },
    /** Every n-th page. */
    step: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '5' },
  },
})

type Read = (request: ContentRequest) => Content

interface Way {
  readonly name: string
  readonly run: (html: string, request: ContentRequest) => unknown
  /** The best time of each page, in milliseconds. */
  readonly best: number[]
}

const step = Number(values.step)
const pages = readDataset(resolve(values.data, 'wcxb-dev')).filter((_, at) => at % step === 0)
const ways = await listWays()
for (let round = 0; round <= Number(values.rounds); round++) {
  for (const [at, page] of pages.entries()) {
    const html = page.html()
    const request = requestOf(html, page.url)
    for (const { run, best } of round % 2 ? ways : ways.toReversed()) {
      const start = process.cpuUsage()
      run(html, request)
      const { user, system } = process.cpuUsage(start)
      // The first round warms up.
      if (round > 0) best[at] = Math.min(best[at] ?? Infinity, (user + system) / 1_000)
    }
  }
}
print('| way | pages | ms mean | p50 | p95 | p99 |')
print('|---|--:|--:|--:|--:|--:|')
for (const { name, best } of ways) {
  const sorted = best.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  let total = 0
  for (const time of best) total += time
  const cells = [total / best.length, at(0.5), at(0.95), at(0.99)].map((ms) => ms.toFixed(2))
  print(`| ${name} | ${best.length} | ${cells.join(' | ')} |`)
}

async function listWays(): Promise<Way[]> {
  const ways: Way[] = [
    { name: 'parsing alone', run: (html) => parsePage(html, 'html'), best: [] },
    { name: 'weir', run: (_, request) => readPage(request), best: [] },
  ]
  if (values.against === undefined) return ways
  const other = (await import(resolve(values.against, 'src/content/pipeline.ts'))) as {
    readonly readPage: Read
  }
  return [...ways, { name: values.against, run: (_, request) => other.readPage(request), best: [] }]
}

function requestOf(html: string, url: string): ContentRequest {
  return {
    url: URL.canParse(url) ? url : 'https://site.test/',
    body: Buffer.from(html),
    status: 200,
    contentType: 'text/html; charset=utf-8',
    formats: [{ type: 'markdown' }],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    readDocuments: true,
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

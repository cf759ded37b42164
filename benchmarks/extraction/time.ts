import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Content, ContentRequest } from '#content/content.ts'
import { readPage } from '#content/pipeline.ts'
import { parsePage } from '#content/html/parse.ts'
import { readDataset } from './dataset.ts'
import { mean } from './interval.ts'
import { markdownRequest } from './markdown-request.ts'

/**
 * CPU time for reading a page with metadata and the Markdown of its main content. With `--against <folder>`, which may be repeated,
 * compares with other checkouts, page by page in turns. A checkout needs dependencies of its own. The mean is that of all rounds, with
 * the memory management; the shares are of the median of each page.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(import.meta.dirname, '../../../shared/data') },
    against: { type: 'string', multiple: true, default: [] },
    /** Every n-th page. */
    step: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '5' },
  },
})

type Read = (request: ContentRequest) => Content

interface Way {
  readonly name: string
  readonly run: (html: string, request: ContentRequest) => unknown
  /** The times of each page, in milliseconds. */
  readonly times: number[][]
}

const step = Number(values.step)
const pages = readDataset(resolve(values.data, 'wcxb-dev')).filter((_, at) => at % step === 0)
const ways = await listWays()
for (let round = 0; round <= Number(values.rounds); round++) {
  for (const [at, page] of pages.entries()) {
    const html = page.html()
    const request = markdownRequest(html, page.url)
    for (const { run, times } of round % 2 ? ways : ways.toReversed()) {
      const start = process.cpuUsage()
      run(html, request)
      const { user, system } = process.cpuUsage(start)
      // The first round warms up.
      if (round > 0) (times[at] ??= []).push((user + system) / 1_000)
    }
  }
}
print('| way | pages | ms mean | p50 | p95 | p99 |')
print('|---|--:|--:|--:|--:|--:|')
for (const { name, times } of ways) {
  const medians = times.map(computeMedian).toSorted((a, b) => a - b)
  const at = (share: number) => medians[Math.floor(medians.length * share)] ?? 0
  const cells = [mean(times.flat()), at(0.5), at(0.95), at(0.99)].map((ms) => ms.toFixed(2))
  print(`| ${name} | ${times.length} | ${cells.join(' | ')} |`)
}

function computeMedian(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
}

async function listWays(): Promise<Way[]> {
  const ways: Way[] = [
    { name: 'parsing alone', run: (html) => parsePage(html, 'html'), times: [] },
    { name: 'weir', run: (_, request) => readPage(request), times: [] },
  ]
  for (const folder of values.against) {
    const other = (await import(resolve(folder, 'packages/content/src/pipeline.ts'))) as {
      readonly readPage: Read
    }
    ways.push({ name: folder, run: (_, request) => other.readPage(request), times: [] })
  }
  return ways
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

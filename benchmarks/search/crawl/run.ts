/**
 * How much slower a crawl is while its pages are indexed: crawls of the same pages by a service with the index and by one without,
 * in turn.
 *
 *     node benchmarks/search/crawl/run.ts [PAIRS]
 */
import { setTimeout } from 'node:timers/promises'
import { ask } from '#test/fixtures/ask.ts'
import { startSite } from '#test/fixtures/site.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'
import { generatedPages } from '#benchmarks/search/speed/generated-pages.ts'

const pairs = Number(process.argv[2] ?? '7')
const pageCount = 300
const pollMs = 25

const pages = [...generatedPages(pageCount, { teamId: '', seed: 7 })]
/** `/run/number`: each run has the same pages below a path of its own, so that none comes from the cache. */
await using site = await startSite((asked, response) => {
  const [, run = '', number = ''] = (asked.url ?? '').split('/')
  const page = pages[Number(number)]
  response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
  const links = number === '0' ? pages.map((_, at) => `<a href="/${run}/${at}">${at}</a>`) : []
  const paragraphs = (page?.text ?? '').match(/.{1,400}/g) ?? []
  response.end(
    `<html lang="en"><head><title>${page?.title ?? ''}</title></head><body><main><h1>${page?.title ?? ''}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}${links.join(' ')}</main></body></html>`,
  )
})
const env = { WEIR_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8', WEIR_SEARCH: 'local' }
await using indexing = await startWeir({ env })
await using plain = await startWeir({ env: { ...env, WEIR_SEARCH_INDEX: 'off' } })

interface Status {
  readonly status: string
  readonly completed: number
}

/** Milliseconds from the request to the last page. */
async function crawl(service: WeirProcess, run: string): Promise<number> {
  const begun = performance.now()
  const { id } = await ask<{ id: string }>(service, 'POST /v2/crawl', {
    url: `${site.url}/${run}/0`,
    limit: pageCount,
    sitemap: 'skip',
    crawlEntireDomain: true,
  })
  for (;;) {
    const path = `/v2/crawl/${id}?limit=1` as const
    const { status, completed } = await ask<Status>(service, `GET ${path}`)
    if (status === 'completed') {
      if (completed !== pageCount) throw new Error(`${completed} of ${pageCount} pages were read.`)
      return performance.now() - begun
    }
    await setTimeout(pollMs)
  }
}

await crawl(indexing, 'warm')
await crawl(plain, 'warm')
const ratios: number[] = []
for (let pair = 0; pair < pairs; pair++) {
  const order = pair % 2 === 0 ? ([indexing, plain] as const) : ([plain, indexing] as const)
  const times = new Map<WeirProcess, number>()
  for (const service of order) {
    times.set(service, await crawl(service, `run${pair}`))
    // The indexer has up to two seconds for the rest, which must not fall into the other crawl.
    await setTimeout(2_500)
  }
  const [withIndex = 0, without = 1] = [times.get(indexing), times.get(plain)]
  ratios.push(withIndex / without)
  print(`${withIndex.toFixed(0)} ms with the index, ${without.toFixed(0)} ms without`)
}
const sorted = ratios.toSorted((a, b) => a - b)
const median = sorted[Math.floor(sorted.length / 2)] ?? 0
print(`${pageCount} pages; median of ${pairs} ratios: ${((median - 1) * 100).toFixed(1)} % slower`)

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

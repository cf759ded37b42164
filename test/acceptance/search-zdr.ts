/**
 * Searches and pages under zero data retention leave no mark in the data folder with its database and write-ahead log, nor in the
 * log: not by the query, not by the results, not by pages that are scraped for them. The control does the same without it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { ask } from '#test/fixtures/ask.ts'
import { startSite } from '#test/fixtures/site.ts'
import { filesWith } from '#test/fixtures/search-files.ts'
import { weir } from '#test/fixtures/terminal.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const rounds = 100
/** Longer than team settings are cached, and than the indexer waits. */
const seenMs = 2_000
const makeMark = (name: string) => `mark${name}${crypto.randomUUID().replaceAll('-', '')}`

/** A site whose pages hold their path, and a search server that finds the page of each query. */
await using site = await startSite((incoming, response) => {
  const url = new URL(incoming.url ?? '/', 'http://site')
  if (url.pathname !== '/search') {
    response.writeHead(200, { 'content-type': 'text/html' })
    const text = `<p>${url.pathname} ${'It says little, in whole sentences. '.repeat(8)}</p>`
    return response.end(`<title>${url.pathname}</title><main><h1>x</h1>${text}</main>`)
  }
  const query = url.searchParams.get('q') ?? ''
  const found = { url: `http://${incoming.headers.host}/${query}`, title: query, content: query }
  response.writeHead(200, { 'content-type': 'application/json' })
  return response.end(JSON.stringify({ query, results: [found] }))
})

interface Results {
  readonly id?: string
  readonly data?: { readonly web?: readonly object[] }
}

/** Searches with and without scraping, scrapes, and rates; returns how many searches had their result. */
async function work(service: WeirProcess, mark: string, options: object): Promise<number> {
  let found = 0
  for (let round = 0; round < rounds; round++) {
    const query = `${mark}${round}`
    const scrapes = round % 2 === 0 && { scrapeOptions: { formats: ['markdown'] } }
    const search = { query, ...scrapes, ...options }
    const { id, data } = await ask<Results>(service, 'POST /v2/search', search)
    found += data?.web?.length ?? 0
    await ask(service, 'POST /v2/scrape', { url: `${site.url}/page-${query}`, maxAge: 0 })
    const rating = { rating: 'bad', querySuggestions: query }
    await ask(service, `POST /v2/search/${id}/feedback`, rating)
  }
  return found
}

const sinceMs = Date.now()
const env = {
  WEIR_LOG_LEVEL: 'debug',
  WEIR_SEARCH: 'web',
  WEIR_SEARXNG_URL: site.url,
  WEIR_SEARCH_PROVIDERS: 'searxng',
  WEIR_SEARCH_NO_RETENTION: 'searxng',
}
const [held, plain] = [makeMark('held'), makeMark('plain')]
await using service = await startWeir({ env })
const { out } = await weir(['teams', 'list', '--json'], { env: service.env })
const [{ name }] = JSON.parse(out) as [{ name: string }]
const retention = async (mode: string) => {
  await weir(['teams', 'set', name, '--zero-data-retention', mode], { env: service.env })
  await sleep(seenMs)
}

const foundPlain = await work(service, plain, {})
await retention('forced')
const foundHeld = await work(service, held, {})
await sleep(seenMs)
await service.kill()

const kept = await filesWith(held, service.dataDir, sinceMs)
const logged = service.output().includes(held)
const control = await filesWith(plain, service.dataDir, sinceMs)
report(
  'search-zdr',
  kept.length === 0 &&
    !logged &&
    foundHeld === rounds &&
    foundPlain === rounds &&
    control.length > 0,
  `${kept.length} files and ${logged ? 1 : 0} log with marks of ${rounds} searches and ${rounds} pages, ${foundHeld} of them found; control ${control.length} files`,
)

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, send } from '#test/fixtures/ask.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { startSite } from '#test/fixtures/site.ts'
import type { WeirProcess } from '#test/fixtures/weir-process.ts'

export interface Workload {
  readonly name: string
  /** Number of pages or files that are measured. */
  readonly count: number
  /** Fewer rounds than asked for, for long workloads. */
  readonly roundsMax?: number
  /** Does the work once. The measurement starts with the call, or anew with `begin`. */
  readonly run: (weir: WeirProcess, begin: () => Promise<void>) => Promise<void>
}

const scrapes = 100
const crawledPages = 300
const grownPages = 6_000
const mappedPages = 50_000
const pollMs = 20
const documentFolder = join(import.meta.dirname, '../../packages/fixtures/documents')
const documents = globSync('*.{pdf,doc,docx,odt,rtf,xls,xlsx,ods,ppt,pptx,odp,epub}', {
  cwd: documentFolder,
}).toSorted()

/** Starts the sites that the workloads read. */
export async function startWorkloads(): Promise<
  AsyncDisposable & { readonly workloads: readonly Workload[] }
> {
  await using sites = new AsyncDisposableStack()
  const article = fork(join(import.meta.dirname, '../scrape/site.ts'))
  sites.defer(() => void article.kill())
  const [page] = (await once(article, 'message')) as [string]
  const linked = sites.use(await startPageSite(crawledPages))
  const large = sites.use(await startPageSite(grownPages))
  const listed = sites.use(await startListedSite())
  const workloads: readonly Workload[] = [
    { name: 'scrape', count: scrapes, run: (weir) => scrapeAll(weir, page, 1) },
    { name: 'scrape-parallel', count: scrapes, run: (weir) => scrapeAll(weir, page, 16) },
    {
      name: 'crawl',
      count: crawledPages,
      async run(weir) {
        const id = await startCrawl(weir, linked.url, crawledPages)
        await untilCompleted(weir, id, crawledPages)
      },
    },
    {
      name: 'growth',
      count: grownPages / 2,
      roundsMax: 3,
      async run(weir, begin) {
        const id = await startCrawl(weir, large.url, grownPages)
        await untilCompleted(weir, id, grownPages / 2)
        await begin()
        await untilCompleted(weir, id, grownPages)
      },
    },
    { name: 'map', count: 1, run: (weir) => mapAll(weir, listed.url) },
    { name: 'documents', count: documents.length, run: parseAll },
  ]
  const started = sites.move()
  return { workloads, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

/** Scrapes one page of 40 KB many times. */
async function scrapeAll(weir: WeirProcess, url: string, atOnce: number): Promise<void> {
  const body = { url, formats: ['markdown'], maxAge: 0, storeInCache: false }
  let left = scrapes
  const work = async () => {
    while (left-- > 0) await post(weir, '/v2/scrape', body)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

async function startCrawl(weir: WeirProcess, url: string, limit: number): Promise<string> {
  const { id } = await post(weir, '/v2/crawl', { url: `${url}/p/`, limit, sitemap: 'skip' })
  return String(id)
}

async function untilCompleted(weir: WeirProcess, id: string, count: number): Promise<void> {
  type Status = { readonly status: string; readonly completed: number }
  for (;;) {
    const { status, completed } = await ask<Status>(weir, `GET /v2/crawl/${id}?limit=1`)
    if (completed >= count) return
    if (status !== 'scraping') throw new Error(`The crawl is ${status} after ${completed} pages.`)
    await sleep(pollMs)
  }
}

async function mapAll(weir: WeirProcess, url: string): Promise<void> {
  const { links } = await post(weir, '/v2/map', { url, limit: mappedPages, ignoreCache: true })
  if (!Array.isArray(links) || links.length < mappedPages) throw new Error('Pages are missing.')
}

async function parseAll(weir: WeirProcess): Promise<void> {
  for (const name of documents) {
    const form = new FormData()
    form.set('file', new Blob([readFileSync(join(documentFolder, name))]), name)
    const { status } = await fetch(`${weir.url}/v2/parse`, {
      method: 'POST',
      headers: { authorization: `Bearer ${weir.key}` },
      body: form,
    })
    if (status !== 200) throw new Error(`${name} was answered with ${status}.`)
  }
}

/** A site whose sitemap lists many pages. */
async function startListedSite() {
  const site = await startSite(({ url }, response) => {
    response.setHeader('content-type', url === '/' ? 'text/html' : 'application/xml')
    if (url === '/sitemap.xml') response.end(sitemap)
    else if (url === '/') response.end('<title>Home</title><main>A site of many pages.</main>')
    else response.writeHead(404).end()
  })
  const rows = Array.from(
    { length: mappedPages },
    (_, n) => `<url><loc>${site.url}/town/bridge/page-${n}</loc></url>`,
  )
  const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${rows.join('')}</urlset>`
  return site
}

async function post(weir: WeirProcess, path: `/${string}`, sent: object) {
  const answer = await send<Readonly<Record<string, unknown>>>(weir, `POST ${path}`, { body: sent })
  if (answer.status === 200) return answer.body
  throw new Error(`${path} was answered with ${answer.status}: ${answer.text.slice(0, 500)}`)
}

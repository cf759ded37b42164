/**
 * Maps a site with many pages in its sitemaps: duration compared with fetching the same files and extracting the URLs with one
 * regular expression, number of URLs, and memory. node benchmarks/map/run.ts
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import { request } from 'undici'
import { readPostmaster, watchMemory } from '#benchmarks/crawl/tree-memory.ts'
import { ask } from '#test/fixtures/ask.ts'
import { startSite } from '#test/fixtures/site.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const pages = 100_000
const perFile = 25_000
const rounds = 3

const files = new Map<string, Buffer>()
await using site = await startSite((message, response) => {
  const body = files.get(message.url ?? '')
  if (body) response.end(body)
  else if (message.url === '/')
    response.end('<title>Home</title><main>A site of many pages.</main>')
  else response.writeHead(404).end()
})
const names = Array.from({ length: pages / perFile }, (_, n) => `/pages-${n}.xml.gz`)
for (const [n, name] of names.entries()) files.set(name, gzipSync(sitemap(n * perFile)))
const index = names.map((name) => `<sitemap><loc>${site.url}${name}</loc></sitemap>`).join('')
files.set('/sitemap.xml', Buffer.from(`<sitemapindex>${index}</sitemapindex>`))
files.set('/robots.txt', Buffer.from(`Sitemap: ${site.url}/sitemap.xml`))

await using weir = await startWeir()
const memory = watchMemory(async () => [
  weir.child.pid ?? 0,
  ...(await readPostmaster(weir.dataDir)),
])
process.stdout.write(`${pages} pages in ${names.length} packed sitemaps\n`)
for (const search of [undefined, 'river delta']) {
  for (let round = 0; round < rounds; round++) {
    const bareMs = await timed(fetchAll)
    let found = 0
    const ms = await timed(async () => {
      found = await map(search)
    })
    const what = search === undefined ? 'all' : `ranked by "${search}"`
    process.stdout.write(
      `${what}: ${found} links in ${ms.toFixed(0)} ms, bare ${bareMs.toFixed(0)} ms\n`,
    )
  }
}
process.stdout.write(`peak memory with the database: ${await memory.mostMb()} MB\n`)

async function map(search: string | undefined): Promise<number> {
  const body = { url: site.url, limit: pages, search, ignoreCache: true, timeout: 120_000 }
  const { links } = await ask<{ links: unknown[] }>(weir, 'POST /v2/map', body)
  return links.length
}

async function fetchAll(): Promise<void> {
  for (const name of names) {
    const answer = await request(`${site.url}${name}`)
    const text = gunzipSync(Buffer.from(await answer.body.arrayBuffer())).toString()
    const found = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => new URL(url ?? ''))
    if (found.length !== perFile) throw new Error(`${found.length} of ${perFile} addresses`)
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function sitemap(first: number): string {
  const rows = Array.from({ length: perFile }, (_, n) => {
    const place = `${['river', 'sea', 'hill', 'town'][n % 4]}/${['delta', 'spring', 'bridge'][n % 3]}`
    return `<url><loc>${site.url}/${place}/page-${first + n}</loc><lastmod>2026-11-01</lastmod></url>`
  })
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${rows.join('')}</urlset>`
}

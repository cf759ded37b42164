import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runJob } from '#test/fixtures/run-job.ts'
import { article, startPages, type Pages } from '#test/fixtures/pages.ts'
import { startService } from '#test/service.ts'

const waitSeconds = 4
const waitMs = waitSeconds * 1_000
const limited = { status: 429, headers: { 'retry-after': String(waitSeconds) }, body: 'Slow down' }
const names = Array.from({ length: 6 }, (_, index) => `/mills/${index}`)
const links = [...names, '/mills/closed'].map((path) => `<a href="${path}">${path}</a>`).join(' ')

let service: Awaited<ReturnType<typeof startService>>
let site: Pages
/** When the site began to ask for a pause; it does so for the first request, and again after four pages. */
const pauses: number[] = []
let pages = 0
let early = 0

/** A response to one request at a time; requests within a pause get another refusal. */
function paced(answer: string | { readonly headers: Record<string, string>; body: string }) {
  const now = performance.now()
  const last = pauses.at(-1)
  if (last !== undefined && now < last + waitMs) {
    early += 1
    return limited
  }
  const isDue = pauses.length === 0 || (pauses.length === 1 && pages === 4)
  if (isDue) {
    pauses.push(now)
    return limited
  }
  if (typeof answer === 'string') pages += 1
  return answer
}

before(async () => {
  service = await startService()
  const robots = {
    headers: { 'content-type': 'text/plain' },
    body: 'User-agent: *\nDisallow: /mills/closed',
  }
  const shown = [...names, '/mills/closed'].map(
    (path) => [path, () => paced(article(path))] as const,
  )
  const map = { headers: { 'content-type': 'application/xml' }, body: '' }
  site = await startPages({
    '/robots.txt': () => paced(robots),
    '/mills/': () => paced(`${article('Mills')}${links}`),
    '/sitemap.xml': () => {
      const url = `<url><loc>${site.url}/mills/unlinked</loc></url>`
      return paced({ ...map, body: `<urlset>${url}</urlset>` })
    },
    '/mills/unlinked': () => paced(article('Unlinked')),
    '/always': { status: 429, headers: { 'retry-after': '2' }, body: 'Slow down' },
    ...Object.fromEntries(shown),
  })
})
after(async () => {
  await site[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

test('a crawl waits for a site that asks to be requested later, and gets all of its pages', async () => {
  const crawl = await runJob(service, '/v2/crawl', {
    url: `${site.url}/mills/`,
    maxConcurrency: 1,
    // Too short for waiting within the scrape of a page.
    scrapeOptions: { timeout: waitMs * 1.9, maxAge: 0, proxy: 'basic', fastMode: true },
  })
  const { status, completed, total, warning } = crawl
  assert.deepEqual([status, completed, total], ['completed', 8, 8])
  assert.match(warning, /^robots\.txt of the site disallows some pages/)
  assert.equal(pauses.length, 2)
  // Sitemaps are read beside the pages.
  assert.ok(early <= 8, `${early} requests within a pause`)
  const asked = site.requests.map(({ url }) => url)
  assert.ok(!asked.includes('/mills/closed'))
})

test('a page whose site always asks to wait is returned as a refusal after four requests', async () => {
  const batch = await runJob(service, '/v2/batch/scrape', {
    urls: [`${site.url}/always`],
    timeout: 3_800,
    maxAge: 0,
    proxy: 'basic',
    fastMode: true,
  })
  assert.equal(batch.completed, 1)
  assert.match(batch.warning, /did not return/)
  assert.equal(site.requests.filter(({ url }) => url === '/always').length, 4)
})

/** Ways inside that were disclosed in other services of this kind, tried here through the API. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { request } from 'undici'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { runCheck, runJob } from '#test/fixtures/run-job.ts'
import { startService } from '#test/service.ts'

const secret = 'what only the inside knows'

/** A server on an address that the service may not reach, unlike the site's. */
async function startInside() {
  const asked: string[] = []
  const server = createServer((message, response) => {
    asked.push(message.url ?? '')
    response.setHeader('content-type', 'text/html').end(article(secret))
  }).listen(0, '127.0.0.2')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    asked,
    host: `127.0.0.2:${port}`,
    url: `http://127.0.0.2:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const redirectCodes = [301, 302, 303, 307, 308]
const service = await startService({ env: { WEIR_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32' } })
const inside = await startInside()
const site = await startPages({
  '/': article('A page'),
  [`/@${inside.host}/`]: article('A page with an odd name'),
  ...Object.fromEntries(
    redirectCodes.map((status) => [
      `/to-${status}`,
      { status, headers: { location: `${inside.url}/` } },
    ]),
  ),
  '/home': { status: 302, headers: { location: '/' } },
})
/** A site whose every answer leads inside. */
const leading = await startPages({
  '/': `${article('Start')}<a href="${inside.url}/linked">next</a>`,
  '/robots.txt': {
    headers: { 'content-type': 'text/plain' },
    body: `Sitemap: ${inside.url}/named.xml`,
  },
  '/sitemap.xml': { status: 302, headers: { location: `${inside.url}/sitemap.xml` } },
  '/sitemap_index.xml': `<sitemapindex><sitemap><loc>${inside.url}/index.xml</loc></sitemap></sitemapindex>`,
})
disposeAfterTests(service, inside, site, leading)
beforeEach(() => {
  inside.asked.length = 0
})

const post = (path: string, body: object) => service.ask('POST', path, { body })
const scrape = (url: string, options: object = {}) =>
  post('/v2/scrape', { url, maxAge: 0, ...options })

test('the internal server answers callers inside (control)', async () => {
  const { body } = await request(inside.url)
  assert.match(await body.text(), new RegExp(secret))
  assert.equal((await scrape(`${site.url}/home`)).status, 200)
})

test('a redirect to a private address is refused', async () => {
  for (const code of redirectCodes) {
    const { body } = await scrape(`${site.url}/to-${code}`)
    assert.equal(body.code, 'SCRAPE_DNS_RESOLUTION_ERROR', String(code))
  }
  assert.deepEqual(inside.asked, [])
})

test('every endpoint refuses private addresses', async () => {
  const target = `${inside.url}/`
  assert.equal((await scrape(target)).body.code, 'SCRAPE_DNS_RESOLUTION_ERROR')
  assert.notEqual((await post('/v2/map', { url: target })).status, 200)
  await runJob(service, '/v2/crawl', { url: target, limit: 2 })
  await runJob(service, '/v2/batch/scrape', { urls: [target] })
  assert.deepEqual(inside.asked, [])
})

test('URLs from links, robots.txt, sitemaps and redirects are checked like those of callers', async () => {
  const links = await post('/v2/map', { url: `${leading.url}/`, ignoreCache: true })
  const job = await runJob(service, '/v2/crawl', {
    url: `${leading.url}/`,
    limit: 5,
    allowExternalLinks: true,
  })
  assert.equal(links.status, 200)
  assert.equal(job?.status, 'completed')
  assert.deepEqual(inside.asked, [])
})

test('a monitor cannot reach a private page', async () => {
  const urls = [`${inside.url}/`, `${site.url}/to-302`]
  const targets = [
    { type: 'scrape', urls },
    { type: 'crawl', url: `${inside.url}/` },
  ]
  const check = await runCheck(service, { name: 'Test', schedule: { text: 'daily' }, targets })
  assert.doesNotMatch(JSON.stringify(check), new RegExp(secret))
  assert.deepEqual(inside.asked, [])
})

test('a webhook redirected to a private address is not followed', async () => {
  await runJob(service, '/v2/batch/scrape', {
    urls: [`${site.url}/`],
    webhook: `${site.url}/to-307`,
  })
  const attempted = 'select status from deliveries where attempts > 0 and status is not null'
  while ((await service.database.query(attempted)).length === 0) await setTimeout(20)
  const rows = await service.database.query<{ status: number }>(attempted)
  assert.deepEqual(new Set(rows.map(({ status }) => status)), new Set([307]))
  assert.deepEqual(inside.asked, [])
})

test('the checked host is the contacted host for every spelling of a URL', async () => {
  const outward = [
    `http://${new URL(site.url).host}\\@${inside.host}/`,
    `http://${new URL(site.url).host}#@${inside.host}/`,
    `http://${inside.host}@${new URL(site.url).host}/`,
  ]
  const inward = [
    `http://${inside.host}\\@${new URL(site.url).host}/`,
    `http://${inside.host}#@${new URL(site.url).host}/`,
    `http://${new URL(site.url).host}@${inside.host}/`,
  ]
  for (const url of outward) assert.equal((await scrape(url)).status, 200, url)
  for (const url of inward) {
    assert.equal((await scrape(url)).body.code, 'SCRAPE_DNS_RESOLUTION_ERROR', url)
  }
  assert.deepEqual(inside.asked, [])
})

test('references in a JSON Schema are not fetched', async () => {
  const schema = { type: 'object', properties: { a: { $ref: `${inside.url}/schema.json` } } }
  const answer = await scrape(`${site.url}/`, { formats: [{ type: 'json', schema }] })
  assert.notEqual(answer.status, 200)
  const other = { $schema: `${inside.url}/dialect.json`, type: 'object', properties: { a: {} } }
  await scrape(`${site.url}/`, { formats: [{ type: 'json', schema: other }] })
  assert.deepEqual(inside.asked, [])
})

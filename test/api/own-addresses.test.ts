import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { article } from '#test/fixtures/pages.ts'
import { startSite, type Site } from '#test/fixtures/site.ts'
import { startService } from '#test/service.ts'

const endpoints = ['WEIR_BROWSER_URL', 'WEIR_SMTP_URL', 'WEIR_S3_ENDPOINT', 'WEIR_PROXY_ENHANCED']
const schemes = { WEIR_BROWSER_URL: 'ws', WEIR_SMTP_URL: 'smtp' }

let service: Awaited<ReturnType<typeof startService>>
let site: Site
const used: Site[] = []
/** Paths that were asked for at endpoints of settings. */
const touched: string[] = []
before(async () => {
  const env: Record<string, string> = {
    WEIR_S3_ACCESS_KEY: 'key',
    WEIR_S3_SECRET_KEY: 'secret',
    WEIR_ALLOWED_PRIVATE_HOSTS: 'localhost',
  }
  for (const name of endpoints) {
    const endpoint = await startSite(({ url = '' }, response) => {
      if (url.includes('target')) touched.push(`${name} ${url}`)
      response.end()
    })
    used.push(endpoint)
    const scheme = name in schemes ? schemes[name as keyof typeof schemes] : 'http'
    env[name] = endpoint.url.replace('http', scheme)
  }
  service = await startService({ env })
  site = await startSite((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(article('A site'))
  })
})
after(async () => {
  await site[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  for (const endpoint of used) await endpoint[Symbol.asyncDispose]()
})

const isScraped = async (url: string): Promise<boolean> =>
  (await service.ask('POST', '/v2/scrape', { body: { url, maxAge: 0 } })).body.success

test('with loopback allowed, the ports of the service and its database stay blocked', async () => {
  const api = new URL(await service.listen())
  for (const host of ['127.0.0.1', 'localhost', '127.9.9.9']) {
    for (const port of [api.port, ...used.map((endpoint) => endpoint.port)]) {
      assert.equal(await isScraped(`http://${host}:${port}/target`), false, `${host}:${port}`)
    }
  }
  assert.equal(await isScraped(site.url), true)
  assert.equal(await isScraped(site.url.replace('127.0.0.1', 'localhost')), true)
  assert.deepEqual(touched, [])
})

test('redirects and webhooks to these ports are blocked too', async () => {
  const [endpoint] = used
  await using redirecting = await startSite((_request, response) => {
    response.writeHead(302, { location: `${endpoint?.url}/target` }).end()
  })
  assert.equal(await isScraped(redirecting.url), false)
  const body = { urls: [site.url], webhook: `${endpoint?.url}/target` }
  assert.equal((await service.ask('POST', '/v2/batch/scrape', { body })).status, 400)
  assert.deepEqual(touched, [])
})

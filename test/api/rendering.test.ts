import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startLocalBrowser } from '#test/fixtures/local-browser.ts'
import { article, startPages, type Pages } from '#test/fixtures/pages.ts'
import { startService } from '#test/service.ts'

let service: Awaited<ReturnType<typeof startService>>
let site: Pages
let browsers: Awaited<ReturnType<typeof startLocalBrowser>>

const app = (script: string) =>
  `<!doctype html><title>App</title><div id="root"></div><script>${script}</script>`
const filled = 'root.innerHTML = "<main><h1>Filled</h1><p>By a script of the page.</p></main>"'

before(async () => {
  browsers = await startLocalBrowser()
  service = await startService({ browsers })
  site = await startPages({
    '/static': article('Weirs'),
    '/late': app(`setTimeout(() => { ${filled} }, 1500)`),
  })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await browsers[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

async function scrape(path: string, options: object = {}) {
  const { body } = await service.ask('POST', '/v2/scrape', {
    body: { url: `${site.url}${path}`, maxAge: 0, ...options },
  })
  return body
}

test('a page that scripts fill is scraped as a reader sees it', async () => {
  const { data } = await scrape('/late')
  assert.match(data.markdown, /# Filled\n\nBy a script/)
  assert.equal(data.warning, undefined)
})

test('a static page is not', async () => {
  const { data } = await scrape('/static')
  assert.match(data.markdown, /# Weirs/)
})

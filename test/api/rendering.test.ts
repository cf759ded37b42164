import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browsers } from '#browser/browsers.ts'
import { startBrowsers } from '#test/fixtures/browsers.ts'
import { article, startPages, type Pages } from '#test/fixtures/pages.ts'
import { reedsShown, shells, startShells } from '#test/fixtures/shells.ts'
import type { Site } from '#test/fixtures/site.ts'
import { startService } from '#test/service.ts'

let service: Awaited<ReturnType<typeof startService>>
let site: Pages
let applications: Site & { readonly requests: readonly string[] }
let browsers: Browsers
let rendered = 0

const app = (script: string) =>
  `<!doctype html><title>App</title><div id="root"></div><script>${script}</script>`

before(async () => {
  browsers = await startBrowsers()
  const counted: Browsers = {
    ...browsers,
    withPage(...args) {
      rendered += 1
      return browsers.withPage(...args)
    },
  }
  service = await startService({ browsers: counted })
  applications = await startShells()
  site = await startPages({
    '/': article('Weirs'),
    '/short':
      '<h1>Closed</h1><p>We are back on Monday.</p><script src="https://stats.example/s.js">',
    '/data': { headers: { 'content-type': 'application/json' }, body: '{"a":1}' },
    '/missing': { status: 404, body: '<h1>Not here</h1>' },
    '/loop': app('while (true);'),
  })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await browsers[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  await applications[Symbol.asyncDispose]()
})

async function scrape(url: string, options: object = {}) {
  return service.ask('POST', '/v2/scrape', { body: { url, maxAge: 0, ...options } })
}

for (const path of Object.keys(shells)) {
  test(`the content of ${path} is what a reader sees`, async () => {
    const { body } = await scrape(`${applications.url}${path}`)
    const shown = path === '/moved' ? [/Reed of the kind bulrush/] : reedsShown
    for (const text of path === '/router' ? reedsShown : shown)
      assert.match(body.data.markdown, text)
    assert.equal(body.data.warning, undefined)
    assert.equal(body.data.metadata.statusCode, 200)
  })
}

test('an application draws the page of its path', async () => {
  const { body } = await scrape(`${applications.url}/router/kinds/sweet-flag`)
  assert.match(body.data.markdown, /# Reed of the kind sweet-flag/)
  const moved = await scrape(`${applications.url}/router/old`)
  assert.equal(moved.body.data.metadata.url, `${applications.url}/router/kinds/bulrush`)
})

test('pages that need no browser never start one', async () => {
  const before = rendered
  for (const path of ['/', '/short', '/data', '/missing', '/']) {
    const { status } = await scrape(`${site.url}${path}`, { formats: ['markdown', 'links'] })
    assert.equal(status, 200)
  }
  await using own = await startShells()
  const { body } = await scrape(`${own.url}/hydrated`)
  assert.match(body.data.markdown, reedsShown[0] ?? /never/)
  assert.equal(rendered, before)
})

test('fast mode takes the shell and says what it is', async () => {
  const before = rendered
  const { body } = await scrape(`${applications.url}/react`, { fastMode: true })
  assert.match(body.data.warning, /^Scripts fill this page in a browser \(the element/)
  assert.equal(rendered, before)
})

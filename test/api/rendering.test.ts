import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Browsers } from '#browser/browsers.ts'
import { startBrowsers } from '#test/fixtures/browsers.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { film } from '#test/fixtures/media-programs.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import {
  reedsShown,
  clientRenderedPages,
  startClientRenderedSite,
} from '#test/fixtures/client-rendered-site.ts'
import { startScriptedModel } from '#test/scripted-model.ts'
import { startService } from '#test/service.ts'

let rendered = 0
let modelAnswer: object = {}

const brandDocs = readFileSync(new URL('../../docs/branding.md', import.meta.url), 'utf8')

const app = (script: string) =>
  `<!doctype html><title>App</title><div id="root"></div><script>${script}</script>`

const browsers = await startBrowsers()
const counted: Browsers = {
  ...browsers,
  withPage(...args) {
    rendered += 1
    return browsers.withPage(...args)
  },
}
const model = await startScriptedModel(() => ({ text: JSON.stringify(modelAnswer) }))
const service = await startService({
  browsers: counted,
  env: {
    WEIR_LLM_PROVIDER: 'compatible',
    WEIR_LLM_MODEL: 'scripted',
    WEIR_LLM_URL: model.urls.compatible,
  },
})
const applications = await startClientRenderedSite()
const site = await startPages({
  '/': article('Weirs'),
  '/short': '<h1>Closed</h1><p>We are back on Monday.</p><script src="https://stats.example/s.js">',
  '/data': { headers: { 'content-type': 'application/json' }, body: '{"a":1}' },
  '/routed': app(`const pages = {
    '': '<a href="#/boats">Boats</a> <a href="#!fares">Fares</a> <a href="#root">Top</a> <a href="#/">Home</a>',
    '#/boats': '<h1>Boats</h1><p>Nordstern lies at pier one.</p><a href="#/boats/7">Seven</a>',
    '#!fares': '<h1>Fares</h1><p>Children pay six.</p>',
    '#/boats/7': '<h1>Seven</h1><p>It sails on Sundays.</p>',
  }
  root.innerHTML = pages[location.hash]`),
  '/own': (request) =>
    app(`root.innerHTML = '<h1>Hello ${String(request.headers['x-name'])}</h1>'`),
  '/nothing': app(''),
  '/refreshed': '<meta http-equiv="refresh" content="1; url=/">',
  '/cyrillic': {
    headers: { 'content-type': 'text/html' },
    body: Buffer.from('PHA+z/Do4uXyLCDs6PA=', 'base64'),
  },
  '/missing': { status: 404, body: '<h1>Not here</h1>' },
  '/loop': app('setTimeout(() => { while (true); }, 200)'),
  '/timed': `${article('Weirs')}<script>setTimeout(() => document.querySelector('h1').textContent = 'Weirs and reeds', 300)</script>`,
  '/file.pdf': { headers: { 'content-type': 'text/plain' }, body: 'plain words' },
  '/slow': app(`fetch('/wait').then(() => root.innerHTML = '<p>It took a while.</p>')`),
  '/documented-brand': /```html\n(.*?)```/s.exec(brandDocs)?.[1] ?? '',
  '/brand': `${article('Weirs')}<style>.cta{background:#0055ff;color:#fff;padding:12px 24px}</style><button class="cta">Get started</button>`,
})
disposeAfterTests(browsers, model, service, applications, site)

async function scrape(url: string, options: object = {}) {
  return service.ask('POST', '/v2/scrape', {
    body: { url, maxAge: 0, onlyMainContent: false, ...options },
  })
}

test('branding is read from the page as the browser shows it', async () => {
  const personality = { tone: 'modern', energy: 'low', targetAudience: 'Fishermen' }
  modelAnswer = { voice: 'calm and plain', ...personality }
  const { status, body } = await scrape(`${site.url}/brand`, { formats: ['branding'] })
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.data.branding.colorScheme, 'light')
  assert.equal(body.data.branding.colors.primary, '#0055FF')
  assert.deepEqual(body.data.branding.tone, { voice: 'calm and plain', emojiUsage: 'none' })
  assert.deepEqual(body.data.branding.personality, personality)
  assert.equal(body.data.metadata.creditsUsed, 1)
  modelAnswer = { voice: 'calm', ...personality, tone: 'like a pirate' }
  const other = await scrape(`${site.url}/brand?2`, { formats: ['branding'] })
  assert.deepEqual(other.body.data.branding.tone, { emojiUsage: 'none' })
  assert.equal(other.body.data.branding.personality, undefined)
  assert.match(other.body.data.warning, /no usable description of the voice/)
})

test('the page in docs/branding.md has the brand that is printed below it', async () => {
  const [, printed = '{}'] = /```json\n(.*?)```/s.exec(brandDocs) ?? []
  modelAnswer = {}
  const { body } = await scrape(`${site.url}/documented-brand`, { formats: ['branding'] })
  const brand = JSON.stringify(body.data.branding).replaceAll(site.url, 'https://acme.example')
  assert.partialDeepStrictEqual(JSON.parse(brand), JSON.parse(printed))
})

test('a film that only a script has requested is copied', async () => {
  // A host of its own, because later pages of a host with a client-rendered page are rendered, too.
  await using films = await startPages({
    '/player': app(
      `root.innerHTML = '<p>Play the film of the mill.</p>'; const player = document.createElement('video'); player.preload = 'auto'; player.src = '/fi' + 'lm'`,
    ),
    '/film': { headers: { 'content-type': 'video/mp4' }, body: film },
  })
  const { body } = await scrape(`${films.url}/player`, { formats: ['video'] })
  assert.equal(body.success, true, JSON.stringify(body))
  const { pathname, search } = new URL(body.data.video)
  const { rawPayload } = await service.server.inject({ method: 'GET', url: pathname + search })
  assert.deepEqual(rawPayload, film)
})

test('a file has no branding', async () => {
  const { body } = await scrape(`${site.url}/file.pdf`, { formats: ['branding'] })
  assert.equal(body.success, false)
  assert.equal(body.code, 'SCRAPE_BRANDING_NOT_SUPPORTED')
})

for (const path of Object.keys(clientRenderedPages)) {
  test(`the content of ${path} is what a reader sees`, async () => {
    const { body } = await scrape(`${applications.url}${path}`)
    const shown = path === '/moved' ? [/Reed of the kind bulrush/] : reedsShown
    for (const text of path === '/router' ? reedsShown : shown)
      assert.match(body.data.markdown, text)
    assert.equal(body.data.warning, undefined)
    assert.equal(body.data.metadata.statusCode, 200)
  })
}

test('a client-rendered application is rendered for its path', async () => {
  const { body } = await scrape(`${applications.url}/router/kinds/sweet-flag`)
  assert.match(body.data.markdown, /# Reed of the kind sweet-flag/)
  const moved = await scrape(`${applications.url}/router/old`)
  assert.equal(moved.body.data.metadata.url, `${applications.url}/router/kinds/bulrush`)
})

test('a page that is empty in a browser too has a warning', async () => {
  const { body } = await scrape(`${site.url}/nothing`, { waitFor: 1 })
  assert.equal(body.data.markdown, '')
  assert.equal(body.data.warning, 'The result is empty: no text was found here.')
})

test('pages that need no browser never start one', async () => {
  const before = rendered
  for (const path of ['/', '/short', '/data', '/missing', '/']) {
    const { status } = await scrape(`${site.url}${path}`, { formats: ['markdown', 'links'] })
    assert.equal(status, 200)
  }
  await using own = await startClientRenderedSite()
  const { body } = await scrape(`${own.url}/hydrated`)
  for (const text of reedsShown) assert.match(body.data.markdown, text)
  const streamed = await scrape(`${own.url}/streamed`)
  for (const text of reedsShown) assert.match(streamed.body.data.markdown, text)
  assert.doesNotMatch(streamed.body.data.markdown, /Loading/)
  assert.equal(rendered, before)
})

test('fast mode returns a client-rendered page with a warning', async () => {
  const before = rendered
  const { body } = await scrape(`${applications.url}/react`, { fastMode: true })
  assert.match(body.data.warning, /^Scripts render this page in a browser \(it shows nothing/)
  assert.equal(rendered, before)
})

test('waitFor uses the browser directly and waits', async () => {
  const before = rendered
  const { body } = await scrape(`${site.url}/timed`, { waitFor: 700 })
  assert.match(body.data.markdown, /^# Weirs and reeds/m)
  assert.equal(rendered, before + 1)
})

test("the caller's headers are sent by the browser too", async () => {
  const headers = { 'x-name': 'Reed' }
  const { body } = await scrape(`${site.url}/own`, { headers, waitFor: 1 })
  assert.match(body.data.markdown, /# Hello Reed/)
})

test('when the browser times out, the plain HTTP page is returned with a warning', async () => {
  await using own = await startPages({ '/': app('while (true);') })
  // A tenth of it is left for the plain HTTP page. After ten seconds the page would be ended for giving no answer.
  const { body } = await scrape(`${own.url}/`, { timeout: 9_000 })
  assert.equal(body.success, true, JSON.stringify(body))
  assert.match(body.data.warning, /^Scripts render this page in a browser .*There was no time left/)
  const asked = await scrape(`${own.url}/`, { timeout: 2_000, waitFor: 1 })
  assert.deepEqual([asked.status, asked.body.code], [408, 'SCRAPE_TIMEOUT'])
})

test('content that a browser downloads instead of showing is fetched without it', async () => {
  const { body } = await scrape(`${site.url}/file.pdf`, { waitFor: 1 })
  assert.match(body.data.markdown, /plain words/)
  const actions = [{ type: 'wait', milliseconds: 1 }]
  const acted = await scrape(`${site.url}/file.pdf`, { actions })
  assert.deepEqual([acted.status, acted.body.code], [400, 'SCRAPE_ACTIONS_NOT_SUPPORTED'])
})

test('pages without declared encoding and redirecting pages read the same with both engines', async () => {
  for (const waitFor of [0, 1]) {
    const undeclared = await scrape(`${site.url}/cyrillic`, { waitFor })
    assert.match(undeclared.body.data.markdown, /^Привет, мир/, `waitFor ${waitFor}`)
    const sent = await scrape(`${site.url}/refreshed`, { waitFor })
    assert.match(sent.body.data.markdown, /# Weirs/, `waitFor ${waitFor}`)
    assert.equal(sent.body.data.metadata.url, `${site.url}/`)
  }
})

test('private and unknown hosts give the same error as plain HTTP', async () => {
  const answers = new Set<string>()
  for (const url of ['http://10.0.0.1/', 'http://missing.invalid/', 'https://10.0.0.1/']) {
    for (const waitFor of [0, 1]) {
      const { status, body } = await scrape(url, { waitFor })
      answers.add(JSON.stringify([status, body.success, body.code, body.error]))
    }
  }
  assert.equal(answers.size, 1)
  assert.match([...answers].join(), /200,false,"SCRAPE_DNS_RESOLUTION_ERROR"/)
})

test('a rendered page is cached', async () => {
  await using own = await startClientRenderedSite()
  const url = `${own.url}/react`
  assert.equal((await scrape(url)).body.data.metadata.cacheState, undefined)
  const asked = own.requests.length
  const { body } = await scrape(url, { maxAge: 60_000 })
  assert.equal(body.data.metadata.cacheState, 'hit')
  assert.match(body.data.markdown, /Bulrush: 12/)
  assert.equal(own.requests.length, asked)
})

test('a crawl reads the pages of a router in the fragment', async () => {
  const { body } = await service.ask('POST', '/v2/crawl', { body: { url: `${site.url}/routed` } })
  const { data } = await finishedJob(service, `/v2/crawl/${body.id}`)
  const texts = (data as { markdown: string }[]).map(({ markdown }) => markdown).join()
  assert.equal(data.length, 4, texts)
  for (const text of ['pier one', 'pay six', 'on Sundays']) assert.match(texts, new RegExp(text))
})

test('waiting for a browser counts as waiting for a slot', async () => {
  await using one = await startBrowsers({ pagesMax: 1 })
  await using narrow = await startService({ browsers: one })
  const both = await Promise.all(
    [1, 2].map(async (waitFor) => {
      const body = { url: `${site.url}/timed`, waitFor: 2_000 + waitFor, maxAge: 0 }
      const answer = await narrow.ask('POST', '/v2/scrape', { body })
      return answer.body.data.metadata
    }),
  )
  const limited = both.filter(({ concurrencyLimited }) => concurrencyLimited)
  assert.equal(limited.length, 1)
  assert.ok(limited[0].concurrencyQueueDurationMs >= 300)
})

test('without a browser, requests that need one are refused and client-rendered pages returned as they are', async () => {
  await using plain = await startService()
  const url = `${applications.url}/react`
  const clientRendered = await plain.ask('POST', '/v2/scrape', { body: { url, maxAge: 0 } })
  assert.match(clientRendered.body.data.warning, /Scripts render this page .* none is installed\./)
  const body = { url: `${site.url}/#/reeds`, maxAge: 0 }
  const route = await plain.ask('POST', '/v2/scrape', { body })
  assert.match(route.body.data.markdown, /^# Weirs/)
  assert.match(route.body.data.warning, /names a page that scripts show in a browser/)
  const needing = await plain.ask('POST', '/v2/scrape', { body: { url, waitFor: 1 } })
  assert.equal(needing.status, 503)
  assert.match(needing.body.error, /needs a browser \(waitFor\).*weir doctor/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowsers } from '#test/fixtures/browsers.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startService } from '#test/service.ts'

const sentence = 'The reeds stand in the water of the weir, and the water runs over the weir.'

const browsers = await startBrowsers()
const service = await startService({ browsers })
const other = await startPages({ '/abroad': '<p>Abroad.</p>' })
const site = await startPages({
  '/': `${article('Weirs')}<iframe src="/parts/inner"></iframe>
    <iframe src="/parts/tiny" width="1" height="1"></iframe><iframe src="/parts/absent"></iframe>
    <iframe src="/parts/leaving"></iframe><iframe src="/parts/refusing"></iframe>
    <iframe src="/parts/data"></iframe><iframe src="${other.url}/abroad"></iframe>
    <iframe srcdoc="<p>Written <a href='reeds'>here</a>.</p>">Get a browser.</iframe>`,
  '/parts/inner': `<title>Inner</title><base href="/parts/below/"><h2>Inside of a frame</h2>
    <p>${sentence.repeat(6)} <a href="next">Next</a></p><iframe src="/parts/deep"></iframe>`,
  '/parts/deep': '<p>Deep inside.</p><iframe src="/parts/deeper"></iframe>',
  '/parts/menu': '<a href="inner">Menu</a>',
  '/parts/deeper': '<p>Too deep.</p>',
  '/parts/tiny': '<p>A counter.</p>',
  '/parts/absent': { status: 404, body: '<p>Absent.</p>' },
  '/parts/leaving': { status: 302, headers: { location: `${other.url}/abroad` } },
  '/parts/refusing': { headers: { 'x-frame-options': 'DENY' }, body: '<p>Refusing.</p>' },
  '/parts/data': { headers: { 'content-type': 'text/plain' }, body: 'Plain text.' },
  '/only': `<title>Weirs</title><iframe src="/parts/inner"></iframe>`,
  '/frameset': `<title>Weirs</title><frameset cols="20%,80%"><frame src="/parts/menu"><frame src="/parts/inner">
    <noframes>Get a browser.</noframes></frameset>`,
  '/late': `${article('Weirs')}<script>setTimeout(() => {
    const frame = document.createElement('iframe'); frame.src = '/parts/deep'; document.body.append(frame) }, 100)</script>`,
  '/robots.txt': {
    headers: { 'content-type': 'text/plain' },
    body: 'User-agent: *\nDisallow: /parts/deep$',
  },
  '/broken': `${article('Weirs')}<iframe src="/parts/broken"></iframe>`,
  '/parts/broken': { status: 302, headers: { location: 'http://missing.invalid/' } },
})
disposeAfterTests(browsers, service, other, site)

async function scrape(path: string, options: object = {}) {
  const { body } = await service.ask('POST', '/v2/scrape', {
    body: { url: `${site.url}${path}`, maxAge: 0, onlyMainContent: false, ...options },
  })
  assert.equal(body.success, true, JSON.stringify(body))
  return body.data
}

/** Each browser page is loaded without a wait for more. */
const engines = [{}, { waitFor: 1 }]

test('frames of the same origin are part of the page, the same with both engines', async () => {
  for (const path of ['/', '/only', '/frameset']) {
    assert.match((await scrape(path, { timeout: 15_001 })).markdown, /Inside/)
    const [plain, rendered] = await Promise.all(
      engines.map((engine) => scrape(path, { ...engine, formats: ['markdown', 'links'] })),
    )
    assert.equal(rendered.markdown, plain.markdown)
    assert.deepEqual(rendered.links, plain.links)
    assert.match(plain.markdown, /## Inside of a frame[^]*Deep inside\./)
    assert.match(plain.markdown, new RegExp(`\\[Next\\]\\(${site.url}/parts/below/next\\)`))
    assert.doesNotMatch(
      plain.markdown,
      /Too deep|counter|Absent|Abroad|Refusing|Plain text|a browser/,
    )
    assert.ok(plain.links.includes(`${site.url}/parts/below/next`))
    assert.equal(plain.metadata.title, 'Weirs')
    assert.equal(plain.warning, undefined)
  }
  const { markdown } = await scrape('/')
  assert.match(markdown, new RegExp(`Written \\[here\\]\\(${site.url}/reeds\\)`))
})

test('a page whose main content is a frame is not taken for an empty one', async () => {
  const { markdown, metadata } = await scrape('/only', { onlyMainContent: true })
  assert.match(markdown, /The reeds stand in the water/)
  assert.equal(metadata.creditsUsed, 1)
})

test('excludeTags leave frames out, and over HTTP they are not fetched', async () => {
  const before = site.requests.length
  for (const engine of engines) {
    const { markdown } = await scrape('/', { ...engine, excludeTags: ['iframe'] })
    assert.doesNotMatch(markdown, /Inside|Written/)
    if (engine.waitFor === undefined) assert.equal(site.requests.length, before + 1)
  }
})

test('includeTags select frames, and attributes still name them', async () => {
  for (const path of ['/', '/late']) {
    const { markdown } = await scrape(path, { includeTags: ['iframe'] })
    assert.match(markdown, /Deep inside\./)
    assert.doesNotMatch(markdown, /whole sentences/)
  }
  const attributes = { type: 'attributes', selectors: [{ selector: 'iframe', attribute: 'src' }] }
  const { attributes: found } = await scrape('/only', { formats: ['markdown', attributes] })
  assert.deepEqual(found[0].values, [
    '/parts/inner',
    `${site.url}/parts/deep`,
    `${site.url}/parts/deeper`,
  ])
})

test('frames are kept in the cache with their page, and none is fetched under lockdown', async () => {
  const first = await scrape('/', { maxAge: 60_000 })
  const before = site.requests.length
  const cached = await scrape('/', { maxAge: 60_000 })
  assert.equal(cached.markdown, first.markdown)
  const locked = await scrape('/', { maxAge: 60_000, lockdown: true })
  assert.match(locked.markdown, /Inside of a frame/)
  assert.deepEqual(
    site.requests.slice(before).map(({ url }) => url),
    ['/parts/absent'],
  )
})

test('a frame that cannot be loaded is left out with a warning', async () => {
  for (const engine of engines) {
    const { markdown, warning } = await scrape('/broken', engine)
    assert.match(markdown, /# Weirs/)
    assert.match(warning, /A frame of this page could not be loaded: content may be missing\./)
  }
})

test('a crawl does not fetch frames that robots.txt disallows', async () => {
  const before = site.requests.length
  const scrapeOptions = { onlyMainContent: false }
  const { body: job } = await service.ask('POST', '/v2/crawl', {
    body: { url: `${site.url}/only`, limit: 1, scrapeOptions },
  })
  const body = await finishedJob(service, `/v2/crawl/${job.id}`)
  assert.match(body.data[0].markdown, /Inside of a frame/)
  assert.doesNotMatch(body.data[0].markdown, /Deep inside/)
  assert.ok(!site.requests.slice(before).some(({ url }) => url === '/parts/deep'))
})

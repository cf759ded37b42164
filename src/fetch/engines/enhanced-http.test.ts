import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contextSetting } from '#browser/context-setting.ts'
import type { Browsers } from '#browser/browsers.ts'
import { createReceive } from '#browser/receive.ts'
import { createRender } from '#browser/render.ts'
import type { PageRequest } from '#fetch/page.ts'
import { browsersUnderTest, startBrowsers } from '#test/fixtures/browsers.ts'
import { loopbackGuard } from '#test/fixtures/client.ts'
import { pageRequest, startFetchPage } from '#test/fixtures/fetch-page.ts'
import { startPages, type Pages } from '#test/fixtures/pages.ts'
import { callerUntil } from '#test/fixtures/caller.ts'
import { browserEngine } from './browser.ts'

const browser = Object.values(browsersUnderTest).findLast(({ isLikeWindow }) => isLikeWindow)
const denied = { status: 403, body: '<title>Access denied</title><h1>Access denied</h1>' }
const isOfBrowser = (userAgent = '') => /Chrome\//.test(userAgent)

let browsers: Browsers
let site: Pages

before(async () => {
  browsers = await startBrowsers(browser)
  site = await startPages({
    '/page': '<h1>Page</h1>',
    '/refresh': '<meta http-equiv="refresh" content="0;url=/page">',
    '/guarded': ({ headers }) => (isOfBrowser(headers['user-agent']) ? '<h1>Page</h1>' : denied),
    '/gone': { status: 403, body: '' },
    '/known': ({ headers }) => (headers['if-none-match'] ? { status: 304 } : 'new'),
  })
})
after(async () => {
  await browsers[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

/** Fetches a page, and tells which requests were sent by the browser. */
async function fetched(path: string, changes: Partial<PageRequest>, facts = {}) {
  const receive = createReceive({ browsers, contextSetting })
  await using fixture = startFetchPage({ guard: loopbackGuard(), receive })
  const earlier = site.requests.length
  const request = pageRequest(site.url + path, { fastMode: true, ...changes })
  const { url, status, engine, proxy, body, attempts } = await fixture.fetchPage(
    request,
    callerUntil(AbortSignal.timeout(60_000)),
    facts,
  )
  const sent = site.requests.slice(earlier)
  const byBrowser = sent.map(({ headers }) => isOfBrowser(headers['user-agent']))
  return { url, status, engine, proxy, text: Buffer.from(body).toString(), attempts, byBrowser }
}

test('requests of enhanced that need no rendering use the network stack of the browser', async () => {
  const page = { url: `${site.url}/page`, status: 200, engine: 'http', text: '<h1>Page</h1>' }
  const enhanced = { ...page, proxy: 'enhanced', attempts: undefined }
  assert.deepEqual(await fetched('/page', { proxy: 'enhanced' }), {
    ...enhanced,
    byBrowser: [true],
  })
  assert.deepEqual(await fetched('/refresh', { proxy: 'enhanced' }), {
    ...enhanced,
    byBrowser: [true, true],
  })
  for (const proxy of ['basic', 'auto'] as const)
    assert.deepEqual((await fetched('/page', { proxy })).byBrowser, [false])
})

test('a stored copy is revalidated with it', async () => {
  const revalidate = { etag: '"v1"' }
  const { status, byBrowser } = await fetched('/known', { proxy: 'enhanced' }, { revalidate })
  assert.deepEqual([status, byBrowser], [304, [true]])
})

test('auto with fastMode gets a page that refuses other clients', async () => {
  const got = await fetched('/guarded', { proxy: 'auto' })
  assert.deepEqual([got.status, got.text, got.proxy], [200, '<h1>Page</h1>', 'enhanced'])
  assert.deepEqual([got.engine, got.attempts, got.byBrowser], ['http', 2, [false, true]])
  assert.equal((await fetched('/guarded', { proxy: 'basic' })).status, 403)
})

test('a refusal without a body is left to the engine that needs no rendering', async () => {
  const render = createRender({ browsers })
  const engine = browserEngine({ render, hasEnhanced: true, bodyBytesMax: 1024 ** 2 })
  const { profile: _none, ...asked } = pageRequest(`${site.url}/gone`)
  const request = { ...asked, proxy: 'enhanced' as const }
  const page = await engine.fetch(request, callerUntil(AbortSignal.timeout(60_000)))
  // Full browsers show a page of their own instead, which is not the site's; a headless shell shows an empty page.
  assert.equal(page?.status, browser ? undefined : 403)
  assert.equal((await fetched('/gone', { proxy: 'enhanced' })).status, 403)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServiceError } from '#kernel/errors.ts'
import { createRoutes } from '#net/routes.ts'
import { pageRequest } from '#test/fixtures/fetch-page.ts'
import type { Engine } from './engine.ts'
import { createFetchPage } from './fetch-page.ts'
import type { EngineName, Page, Rendering } from './page.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const clientRendered = { reason: 'it is empty', textLength: 10 }
const url = 'https://shop.example/'

function page(engine: EngineName, rendering?: Partial<Rendering>): Page {
  return {
    url,
    status: 200,
    headers: {},
    body: Buffer.from(engine),
    engine,
    proxy: 'basic',
    fetchedAt: new Date(),
    ...(rendering && { rendering: { queuedMs: 0, textLength: 500, ...rendering } }),
  }
}

/** Two engines with fixed results, which record their calls. */
function start(browse: () => Promise<Page | undefined> = async () => page('browser', {})) {
  const asked: EngineName[] = []
  const engine = (name: EngineName, answer: () => Promise<Page | undefined>): Engine => ({
    name,
    abilities: new Set(name === 'browser' ? ['scripts', 'actions', 'screenshot', 'profile'] : []),
    hasEnhanced: false,
    fetch() {
      asked.push(name)
      return answer()
    },
  })
  const engines = [engine('http', async () => page('http')), engine('browser', browse)]
  const fetchPage = createFetchPage({
    engines,
    routes: createRoutes({ basic: [], enhanced: [] }),
    log: silent,
  })
  const signal = AbortSignal.timeout(60_000)
  return {
    asked,
    get: (changes = {}, facts = {}) =>
      fetchPage(pageRequest(url, changes), { ...callerUntil(signal), ...facts }, facts),
    /** Name of the engine that fetches another page of the site. */
    next: async (teamId?: string) => {
      asked.length = 0
      await fetchPage(pageRequest(`${url}next`), callerUntil(signal, teamId))
      return asked[0]
    },
  }
}

test('a site with a client-rendered page uses the browser at once', async () => {
  const { get, next } = start()
  assert.equal(await next(), 'http')
  await get({}, { clientRendered })
  assert.equal(await next(), 'browser')
})

test('the pages of a team do not affect the engines of another', async () => {
  const { get, next } = start()
  await get({}, { clientRendered })
  assert.equal(await next('another team'), 'http')
  assert.equal(await next(), 'browser')
})

test('a browser that adds no text to plain HTTP changes nothing', async () => {
  const { get, next } = start(async () => page('browser', { textLength: 20 }))
  await get({}, { clientRendered })
  assert.equal(await next(), 'http')
})

test('a site is no longer client-rendered when a page had its text without a browser', async () => {
  let hadText = false
  const { get, next } = start(async () => page('browser', { hadText }))
  await get({}, { clientRendered })
  assert.equal(await next(), 'browser')
  hadText = true
  assert.equal(await next(), 'browser')
  assert.equal(await next(), 'http')
})

test('under zero data retention, sites are not remembered', async () => {
  const { get, next } = start()
  await get({}, { clientRendered, zeroDataRetention: true })
  assert.equal(await next(), 'http')
})

test('a failed browser that no option requires falls back to plain HTTP', async () => {
  let isBroken = false
  const { asked, get, next } = start(async () => {
    if (isBroken) throw new ServiceError('SCRAPE_SITE_ERROR')
    return page('browser', {})
  })
  await get({}, { clientRendered })
  isBroken = true
  assert.equal(await next(), 'browser')
  assert.deepEqual(asked, ['browser', 'http'])
  await assert.rejects(get({ waitFor: 100 }), { code: 'SCRAPE_SITE_ERROR' })
  await assert.rejects(get({}, { clientRendered }), { code: 'SCRAPE_SITE_ERROR' })
})

test('fast mode uses no browser unless an option requires one', async () => {
  const { asked, get } = start()
  await get({}, { clientRendered })
  asked.length = 0
  await get({ fastMode: true })
  await get({ fastMode: true, waitFor: 1 })
  assert.deepEqual(asked, ['http', 'browser'])
})

test('files are fetched over HTTP, and actions on them fail', async () => {
  const { asked, get } = start(async () => undefined)
  assert.equal((await get({ waitFor: 1 })).engine, 'http')
  assert.deepEqual(asked, ['browser', 'http'])
  const pictured = await get({ screenshot: { fullPage: false } })
  assert.match(pictured.warnings?.join() ?? '', /screenshot can only be made of a web page/)
  await assert.rejects(get({ actions: [{ type: 'scrape' }] }), {
    code: 'SCRAPE_ACTIONS_NOT_SUPPORTED',
  })
})

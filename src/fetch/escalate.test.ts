import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServiceError } from '#kernel/errors.ts'
import { createRoutes, type ProxyPools } from '#net/routes.ts'
import { pageRequest } from '#test/fixtures/fetch-page.ts'
import { callerUntil } from '#test/fixtures/caller.ts'
import type { Engine, FetchAttempt } from './engine.ts'
import { createFetchPage } from './fetch-page.ts'
import type { EngineName, Page } from './page.ts'

const url = 'https://shop.example/'
const silent = { debug() {}, info() {}, warn() {}, error() {} }
const content = '<h1>River mills</h1><p>The mill was built beside the weir.</p>'

type Answer = { readonly status?: number; readonly body?: string; readonly retryAfter?: string }

interface Start {
  readonly pools?: ProxyPools
  readonly hasEnhanced?: boolean
  /** The response to an engine, proxy and route; content without. */
  readonly answer: (request: FetchAttempt, engine: EngineName) => Answer | undefined
}

/** Engines with fixed results, which record their calls as `engine proxy route`. */
function start({ pools = { basic: [], enhanced: [] }, hasEnhanced = true, answer }: Start) {
  const asked: string[] = []
  const time = { ms: 0 }
  const engine = (name: EngineName): Engine => ({
    name,
    abilities: new Set(name === 'browser' ? ['scripts', 'screenshot'] : []),
    hasEnhanced: name === 'browser' ? hasEnhanced : pools.enhanced.length > 0,
    async fetch(request) {
      asked.push(`${name} ${request.proxy} ${request.route}`)
      const { status = 200, body = content, retryAfter } = answer(request, name) ?? {}
      const page: Page = {
        url,
        status,
        headers: { 'content-type': 'text/html', ...(retryAfter && { 'retry-after': retryAfter }) },
        body: Buffer.from(body),
        engine: name,
        proxy: request.proxy,
        fetchedAt: new Date(),
        ...(name === 'browser' && { rendering: { queuedMs: 0, textLength: body.length } }),
      }
      return page
    },
  })
  const clock = { now: () => new Date(time.ms) }
  const fetchPage = createFetchPage({
    engines: [engine('http'), engine('browser')],
    routes: createRoutes(pools, clock),
    clock,
    log: silent,
  })
  return {
    asked,
    time,
    get: async (changes = {}, facts = {}, teamId = 'team') => {
      asked.length = 0
      const signal = AbortSignal.timeout(60_000)
      return fetchPage(
        pageRequest(url, changes),
        { ...callerUntil(signal, teamId), ...facts },
        facts,
      )
    },
  }
}

const blocked = { status: 403, body: '<h1>403 Forbidden</h1>' }
const challenged = { status: 403, body: '<title>Just a moment...</title>' }
const proxies = (count: number) =>
  Array.from({ length: count }, (_, at) => `http://127.0.0.1:${at + 1}`)

test('auto changes its route, then its engine, then its identity, in at most four attempts', async () => {
  const { get, asked } = start({
    pools: { basic: proxies(3), enhanced: proxies(1) },
    answer: ({ proxy }, engine) =>
      engine === 'browser' && proxy === 'enhanced' ? undefined : blocked,
  })
  const page = await get()
  assert.deepEqual([page.status, page.attempts, page.refusal], [200, 4, undefined])
  assert.deepEqual(
    asked.map((line) => line.replace(/-\d$/, '')),
    ['http basic basic', 'http basic basic', 'browser basic basic', 'browser enhanced enhanced'],
  )
  assert.equal(new Set(asked.map((line) => line.split(' ').at(-1))).size, 4)
})

test('a step that cannot change what was met is left out', async () => {
  const pools = { basic: proxies(2), enhanced: [] }
  const only = (answer: Answer) => start({ pools, hasEnhanced: false, answer: () => answer })
  const challenge = only(challenged)
  assert.equal((await challenge.get()).refusal?.kind, 'challenge')
  assert.deepEqual(
    challenge.asked.map((line) => line.split(' ')[0]),
    ['http', 'browser'],
  )
  const login = only({ status: 401 })
  assert.equal((await login.get()).refusal?.kind, 'login_wall')
  assert.equal(login.asked.length, 1)
  const missing = only({ status: 404 })
  assert.equal((await missing.get()).refusal, undefined)
  assert.equal(missing.asked.length, 1)
  const broken = only({ status: 502 })
  assert.equal((await broken.get()).status, 502)
  assert.deepEqual(
    broken.asked.map((line) => line.split(' ')[0]),
    ['http', 'http'],
  )
})

test('the next page begins with the step that got the last one, for an hour and for the team', async () => {
  const { get, asked, time } = start({
    answer: (_request, engine) => (engine === 'browser' ? undefined : challenged),
  })
  await get()
  assert.equal(asked.length, 2)
  await get()
  assert.deepEqual(asked, ['browser basic direct'])
  await get({}, {}, 'another team')
  assert.equal(asked.length, 2)
  time.ms = 3_600_001
  await get()
  assert.equal(asked.length, 2)
})

test('under zero data retention no step is remembered', async () => {
  const { get, asked } = start({
    answer: (_request, engine) => (engine === 'browser' ? undefined : challenged),
  })
  await get({}, { zeroDataRetention: true })
  await get()
  assert.equal(asked.length, 2)
})

test('basic loads only checks for robots in a browser, and enhanced begins with its own step', async () => {
  const check = start({ answer: () => challenged })
  assert.equal((await check.get({ proxy: 'basic' })).refusal?.kind, 'challenge')
  assert.deepEqual(check.asked, ['http basic direct', 'browser basic direct'])
  const denial = start({ answer: () => blocked })
  await denial.get({ proxy: 'basic' })
  assert.deepEqual(denial.asked, ['http basic direct'])
  await denial.get({ proxy: 'enhanced' })
  assert.deepEqual(denial.asked, ['browser enhanced direct'])
  await denial.get({ proxy: 'enhanced', fastMode: true })
  assert.deepEqual(denial.asked, ['http basic direct'])
})

test('Retry-After is obeyed, and the first response is returned if there is no time for it', async () => {
  let count = 0
  const retryAfter = (seconds: string) => () => {
    count += 1
    return count % 2 === 1 ? { status: 429, retryAfter: seconds } : undefined
  }
  const short = start({ pools: { basic: proxies(2), enhanced: [] }, answer: retryAfter('0') })
  assert.equal((await short.get()).status, 200)
  const [first, second] = short.asked
  assert.equal(short.asked.length, 2)
  assert.ok(first && second)
  count = 0
  const long = start({ pools: { basic: proxies(2), enhanced: [] }, answer: retryAfter('3600') })
  const page = await long.get()
  assert.deepEqual([page.status, page.refusal?.kind, long.asked.length], [429, 'rate_limit', 1])
})

test('a failure of a later step returns the first response', async () => {
  const { get } = start({
    answer(_request, engine) {
      if (engine === 'browser') throw new ServiceError('SCRAPE_ALL_ENGINES_FAILED')
      return blocked
    },
  })
  const page = await get()
  assert.deepEqual([page.status, page.engine, page.refusal?.kind], [403, 'http', 'block'])
})

test('a page that is rendered later counts its earlier attempts', async () => {
  const { get, asked } = start({ answer: () => blocked })
  const clientRendered = { reason: 'it is empty', textLength: 0 }
  await get({}, { clientRendered, attempts: 3 })
  assert.equal(asked.length, 1)
})

test('steps that did not help against a refusal are not repeated for the next pages of a team', async () => {
  const { get, asked, time } = start({ answer: () => challenged })
  const requests = async (teamId = 'team', changes = {}) => {
    assert.equal((await get(changes, {}, teamId)).refusal?.kind, 'challenge')
    return asked.length
  }
  assert.deepEqual([await requests(), await requests(), await requests()], [3, 1, 1])
  assert.equal(await requests('another team'), 3)
  assert.equal(await requests('team', { proxy: 'enhanced' }), 1)
  time.ms = 60_001
  assert.deepEqual([await requests(), await requests()], [3, 1])
  time.ms += 60_001
  assert.equal(await requests(), 1)
  time.ms += 60_000
  assert.equal(await requests(), 3)
})

test('an exhausted host escalates for another kind of refusal, and its content is found by the first step', async () => {
  let answer: Answer | undefined = challenged
  const { get, asked } = start({
    answer: (_request, engine) => (engine === 'http' || answer === challenged ? answer : undefined),
  })
  await get()
  assert.equal(asked.length, 3)
  answer = blocked
  assert.equal((await get()).engine, 'browser')
  answer = undefined
  assert.equal((await get()).refusal, undefined)
})

test('while a site asks to wait, its pages are not requested, unless there is another route', async () => {
  const limited = { status: 429, retryAfter: '120' }
  const direct = start({ answer: () => limited })
  const facts = { deadlineAt: new Date(10_000) }
  assert.equal((await direct.get({}, facts)).status, 429)
  await assert.rejects(direct.get({}, facts), /asked to wait until 1970-01-01T00:02:00/)
  assert.equal(direct.asked.length, 0)
  assert.equal((await direct.get({}, facts, 'another team')).status, 429)
  direct.time.ms = 120_000
  assert.equal((await direct.get({}, { deadlineAt: new Date(130_000) })).status, 429)
  const proxied = start({ pools: { basic: proxies(2), enhanced: [] }, answer: () => limited })
  await proxied.get({}, facts)
  assert.equal((await proxied.get({}, facts)).status, 429)
})

test('the time to wait is reported until the site has asked four times in a row without a page in between', async () => {
  let answer: Answer | undefined = { status: 429, retryAfter: '60' }
  const { get, asked, time } = start({ hasEnhanced: false, answer: () => answer })
  const facts = () => ({ deadlineAt: new Date(time.ms + 10_000) })
  const waits: unknown[] = []
  async function round() {
    const { retryAt } = await get({}, facts())
    const refused = await get({}, facts()).catch((error: unknown) => error)
    assert.ok(refused instanceof ServiceError)
    assert.equal(asked.length, 0)
    waits.push([retryAt?.getTime(), refused.retryAfterSeconds])
    time.ms += 60_000
  }
  for (let times = 0; times < 5; times += 1) await round()
  answer = undefined
  assert.equal((await get({}, facts())).retryAt, undefined)
  answer = { status: 429, retryAfter: '60' }
  await round()
  const none = [undefined, undefined]
  const times = [60_000, 120_000, 180_000, 240_000].map((at) => [at, 60])
  assert.deepEqual(waits, [...times, none, [360_000, 60]])
})

const clientRendered = {
  body: '<title>Mills</title><div id="root"><div class="login-wall"><p>Hej igen</p></div></div><script src="/app.js"></script>',
}

test('a page whose scripts may replace a wall is rendered before it is called one', async () => {
  const application = start({
    hasEnhanced: false,
    answer: (_request, engine) => (engine === 'browser' ? undefined : clientRendered),
  })
  for (const proxy of ['basic', 'auto'] as const) {
    const page = await application.get({ proxy })
    assert.deepEqual([page.engine, page.refusal], ['browser', undefined])
  }
  const wall = start({ hasEnhanced: false, answer: () => clientRendered })
  const walled = await wall.get({ proxy: 'basic' })
  assert.deepEqual([walled.engine, walled.refusal?.kind], ['browser', 'login_wall'])
  assert.deepEqual(wall.asked, ['http basic direct', 'browser basic direct'])
  assert.equal((await wall.get({ proxy: 'basic' })).engine, 'browser', 'it is rendered each time')
})

test('a wall without scripts, or with `fastMode`, is not rendered', async () => {
  const body = '<title>Mills</title><div class="login-wall"><p>Hej igen</p></div>'
  const plain = start({ answer: () => ({ body }) })
  assert.equal((await plain.get({ proxy: 'basic' })).refusal?.kind, 'login_wall')
  assert.equal(plain.asked.length, 1)
  const fast = start({ answer: () => clientRendered })
  assert.equal((await fast.get({ proxy: 'basic', fastMode: true })).refusal?.kind, 'login_wall')
  assert.equal(fast.asked.length, 1)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages, type Pages } from '#test/fixtures/pages.ts'
import { startProxy } from '#test/fixtures/proxy-server.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { finishedCheck, finishedJob } from '#test/fixtures/finished-job.ts'
import { startService } from '#test/service.ts'

const enhanced = await startProxy()
// Refused pages, so that `auto` also uses an enhanced proxy. They have a server of their own, because what one test has started
// uses that proxy for the other one until it has ended.
const refusing = await startPages({
  '/': () => ({ status: 403, body: '<h1>Access denied</h1>' }),
})
const site: Pages = await startPages({
  '/': article('Public'),
  '/search': () => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'rivers',
      unresponsive_engines: [],
      results: [{ url: refusing.url, title: 'Rivers', content: 'About rivers.' }],
    }),
  }),
})
const service = await startService({
  env: {
    WEIR_PROXY_ENHANCED: enhanced.url,
    WEIR_SEARCH: 'web',
    WEIR_SEARXNG_URL: site.url,
    WEIR_SEARCH_PROVIDERS: 'searxng',
  },
})
disposeAfterTests(enhanced, refusing, site, service)

async function addKey(safeMode: boolean): Promise<string> {
  const { teamId, key } = await addTeam(service.database)
  await service.database.query('update teams set safe_mode = $2 where id = $1', [teamId, safeMode])
  return key
}

const refusedOptions: readonly (readonly [options: object, named: string])[] = [
  [{ proxy: 'enhanced' }, 'the proxy "enhanced"'],
  [{ proxy: 'stealth' }, 'the proxy "enhanced"'],
  [{ profile: { name: 'me' } }, 'profiles'],
  [{ actions: [{ type: 'write', text: 'x' }] }, 'the action "write"'],
  [{ actions: [{ type: 'press', key: 'Enter' }] }, 'the action "press"'],
  [{ actions: [{ type: 'executeJavascript', script: '1' }] }, 'the action "executeJavascript"'],
  [{ headers: { Authorization: 'Bearer x' } }, 'the header "Authorization"'],
  [{ headers: { cookie: 'a=b' } }, 'the header "cookie"'],
  [{ headers: { 'Proxy-Authorization': 'Basic x' } }, 'the header "Proxy-Authorization"'],
]

/** Requests with scrape options, by endpoint. */
const requests: Readonly<Record<string, (options: object) => object>> = {
  scrape: (options) => ({ url: site.url, ...options }),
  'batch/scrape': (options) => ({ urls: [site.url], ...options }),
  crawl: (options) => ({ url: site.url, scrapeOptions: options }),
  search: (options) => ({ query: 'rivers', scrapeOptions: { formats: ['markdown'], ...options } }),
  monitor: (options) => ({
    name: 'Test',
    schedule: { text: 'daily' },
    targets: [{ type: 'scrape', urls: [site.url], scrapeOptions: options }],
  }),
}

test('safe mode refuses what acts in the name of a person, at every endpoint', async () => {
  const [safe, plain] = [await addKey(true), await addKey(false)]
  for (const [endpoint, makeBody] of Object.entries(requests)) {
    for (const [options, named] of refusedOptions) {
      const ask = (key: string) =>
        service.ask('POST', `/v2/${endpoint}`, { key, body: makeBody(options) })
      const { status, body } = await ask(safe)
      assert.deepEqual([status, body.code], [403, 'SAFE_MODE_BLOCKED'], `${endpoint} ${named}`)
      assert.ok(body.error.includes(`which refuses ${named}.`), body.error)
      assert.notEqual((await ask(plain)).body.code, 'SAFE_MODE_BLOCKED')
    }
  }
})

test('safe mode refuses the options of crawls and maps, URLs with a password, and browser sessions', async () => {
  const key = await addKey(true)
  const withPassword = site.url.replace('//', '//user:secret@')
  for (const [path, body] of [
    ['/v2/crawl', { url: site.url, ignoreRobotsTxt: true }],
    ['/v2/map', { url: site.url, ignoreRobotsTxt: true }],
    ['/v2/map', { url: site.url, headers: { Cookie: 'a=b' } }],
    ['/v2/scrape', { url: withPassword }],
    ['/v2/interact', {}],
    ['/v2/browser', {}],
  ] as const) {
    const { status, body: answer } = await service.ask('POST', path, { key, body })
    assert.deepEqual([status, answer.code], [403, 'SAFE_MODE_BLOCKED'], path)
    assert.ok(!answer.error.includes('secret'))
  }
})

async function runJob(key: string, path: string, body: object): Promise<void> {
  const started = await service.ask('POST', path, { key, body })
  assert.equal(started.status, 200, JSON.stringify(started.body))
  await finishedJob(service, `${path}/${started.body.id}`, key)
}

const search = (key: string, more: object) => {
  const scrapeOptions = { formats: ['markdown'], proxy: 'auto' }
  return service.ask('POST', '/v2/search', {
    key,
    body: { query: 'rivers', scrapeOptions, ...more },
  })
}

test('in safe mode enhanced proxies are not used, whatever reads the page', async () => {
  const { url } = refusing
  const countAsked = () => enhanced.asked.filter((host) => host === new URL(url).host).length
  const reads: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
    scrape: (key) => service.ask('POST', '/v2/scrape', { key, body: { url, proxy: 'auto' } }),
    search: (key) => search(key, {}),
    'search in the background': async (key) => {
      const { body } = await search(key, { asyncScraping: true })
      const path = `/v2/scrape/${body.scrapeIds.web[0]}`
      await eventually(
        async () => (await service.ask('GET', path, { key })).status,
        (status) => status === 200,
      )
    },
    batch: (key) => runJob(key, '/v2/batch/scrape', { urls: [url], proxy: 'auto' }),
    crawl: (key) =>
      runJob(key, '/v2/crawl', { url, sitemap: 'skip', scrapeOptions: { proxy: 'auto' } }),
    monitor: async (key) => {
      const targets = [{ type: 'scrape', urls: [url], scrapeOptions: { proxy: 'auto' } }]
      const monitor = { name: 'Test', schedule: { text: 'daily' }, targets }
      const { body } = await service.ask('POST', '/v2/monitor', { key, body: monitor })
      await finishedCheck(service, body.data.id, key)
    },
  }
  for (const [name, read] of Object.entries(reads)) {
    for (const isSafe of [true, false]) {
      const before = countAsked()
      await read(await addKey(isSafe))
      assert.equal(countAsked() > before, !isSafe, `${name}, safe mode ${isSafe}`)
    }
  }
})

test('a job that was started before safe mode is refused what safe mode refuses', async () => {
  const { teamId, key } = await addTeam(service.database)
  const targets = [
    { type: 'scrape', urls: [site.url], scrapeOptions: { headers: { cookie: 'a=b' } } },
  ]
  const monitor = { name: 'Test', schedule: { text: 'daily' }, targets }
  const { body } = await service.ask('POST', '/v2/monitor', { key, body: monitor })
  await service.database.query('update teams set safe_mode = true where id = $1', [teamId])
  const check = await finishedCheck(service, body.data.id, key)
  assert.match(JSON.stringify(check), /safe mode, which refuses the header/)
})

test('in safe mode public pages are read', async () => {
  const key = await addKey(true)
  const body = { url: site.url, safeMode: true, headers: { 'Accept-Language': 'de' } }
  const { status, body: answer } = await service.ask('POST', '/v2/scrape', { key, body })
  assert.equal(status, 200)
  assert.match(answer.data.markdown, /Public/)
})

test('a request neither switches safe mode off nor on', async () => {
  for (const [isOn, safeMode, text] of [
    [true, false, /disable Safe Mode/],
    [false, true, /not enabled/],
  ] as const) {
    const key = await addKey(isOn)
    const body = { url: site.url, safeMode }
    const { status, body: refused } = await service.ask('POST', '/v2/scrape', { key, body })
    assert.deepEqual([status, refused.code], [403, 'SAFE_MODE_BLOCKED'])
    assert.match(refused.error, text)
    const same = await service.ask('POST', '/v2/scrape', { key, body: { ...body, safeMode: isOn } })
    assert.equal(same.status, 200)
  }
})

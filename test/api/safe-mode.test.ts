import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { article, startPages, type Pages } from '#test/fixtures/pages.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

let service: Awaited<ReturnType<typeof startService>>
let site: Pages
before(async () => {
  service = await startService()
  site = await startPages({ '/': article('Public') })
})
after(async () => {
  await site[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

async function keyOf(safeMode: boolean): Promise<string> {
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
    schedule: { text: 'every 30 minutes' },
    targets: [{ type: 'scrape', urls: [site.url], scrapeOptions: options }],
  }),
}

test('safe mode refuses what acts in the name of a person, at every endpoint', async () => {
  const [safe, plain] = [await keyOf(true), await keyOf(false)]
  for (const [endpoint, bodyOf] of Object.entries(requests)) {
    for (const [options, named] of refusedOptions) {
      const ask = (key: string) =>
        service.ask('POST', `/v2/${endpoint}`, { key, body: bodyOf(options) })
      const { status, body } = await ask(safe)
      assert.deepEqual([status, body.code], [403, 'SAFE_MODE_BLOCKED'], `${endpoint} ${named}`)
      assert.ok(body.error.includes(`which refuses ${named}.`), body.error)
      assert.notEqual((await ask(plain)).body.code, 'SAFE_MODE_BLOCKED')
    }
  }
})

test('safe mode refuses the options of crawls and maps, URLs with a password, and browser sessions', async () => {
  const key = await keyOf(true)
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

test('in safe mode public pages are read', async () => {
  const key = await keyOf(true)
  const body = { url: site.url, safeMode: true, headers: { 'Accept-Language': 'de' } }
  const { status, body: answer } = await service.ask('POST', '/v2/scrape', { key, body })
  assert.equal(status, 200)
  assert.match(answer.data.markdown, /Public/)
  const unsafe = { url: site.url, safeMode: false, headers: { cookie: 'a=b' } }
  assert.equal((await service.ask('POST', '/v2/scrape', { key, body: unsafe })).status, 403)
})

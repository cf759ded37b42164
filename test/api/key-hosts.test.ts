import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { missingForSessions } from '#test/fixtures/boxed-session.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { addKey, addTeam } from '#test/fixtures/team-key.ts'
import { startThreatService } from '#test/fixtures/threat-service.ts'

const missing = await missingForSessions()
const skip = missing === undefined ? false : `skipped: ${missing}`

let started: Awaited<ReturnType<typeof startThreatService>>
before(async () => {
  started = await startThreatService({
    WEIR_BROWSER_PAGES_MAX: '1',
    WEIR_INTERACT_SESSIONS_MAX: '2',
  })
})
after(async () => started[Symbol.asyncDispose]())

const ask = (...request: Parameters<typeof started.service.ask>) => started.service.ask(...request)
const [own, foreign] = ['127.0.0.1', '127.0.0.2']
let made = 0
const at = (host: string) => started.urlAt(host, `/page-${(made += 1)}`)
const leading = (path: string, target: string) =>
  started.urlAt(own, `${path}?url=${encodeURIComponent(target)}`)

/** A key for one host, and another of the same team for all. */
async function makeKeys(allowedHosts: readonly string[] = [own]) {
  const { database } = started.service
  const { teamId, key: free } = await addTeam(database, { credits: 100_000 })
  return { free, key: await addKey(database, teamId, { allowedHosts }) }
}

interface Reply {
  readonly status: number
  readonly body: { readonly code?: string; readonly error?: string }
}

function assertRefused({ status, body }: Reply, place: string) {
  assert.deepEqual([status, body.code], [403, 'KEY_HOST_NOT_ALLOWED'], `${place}: ${body.error}`)
}

const scrapeTarget = (urls: readonly string[]) => ({
  name: 'Test',
  schedule: { text: 'daily' },
  targets: [{ type: 'scrape', urls }],
})

/** Each endpoint that takes URLs: path and body. */
const entries: Readonly<Record<string, (url: string) => readonly [string, object]>> = {
  scrape: (url) => ['/v2/scrape', { url }],
  'scrape in a browser': (url) => ['/v2/scrape', { url, waitFor: 10 }],
  'scrape that waives threat protection': (url) => [
    '/v2/scrape',
    { url, threatProtection: { mode: 'manual-only', whitelist: [foreign] } },
  ],
  'scrape of another spelling': (url) => [
    '/v2/scrape',
    { url: url.replace(foreign, `${own}@2130706434`) },
  ],
  batch: (url) => ['/v2/batch/scrape', { urls: [at(own), url], ignoreInvalidURLs: false }],
  crawl: (url) => ['/v2/crawl', { url, limit: 1 }],
  map: (url) => ['/v2/map', { url, sitemap: 'skip' }],
  extract: (url) => ['/v2/extract', { urls: [url], prompt: 'The title.' }],
  agent: (url) => ['/v2/agent', { urls: [url], prompt: 'The title.' }],
  monitor: (url) => ['/v2/monitor', scrapeTarget([at(own), url])],
  'monitor of a site': (url) => [
    '/v2/monitor',
    { ...scrapeTarget([]), targets: [{ type: 'crawl', url }] },
  ],
  'v1 scrape': (url) => ['/v1/scrape', { url }],
  'v1 crawl': (url) => ['/v1/crawl', { url }],
  'v1 batch': (url) => ['/v1/batch/scrape', { urls: [url] }],
}

test('a key for one host is refused for other hosts wherever URLs are taken, and nothing is asked for', async () => {
  const { key } = await makeKeys()
  const before = started.reached.length
  for (const [place, make] of Object.entries(entries)) {
    const [path, body] = make(at(foreign))
    assertRefused(await ask('POST', path, { key, body }), place)
  }
  assert.deepEqual(
    started.reached.slice(before).filter((url) => new URL(url).hostname !== own),
    [],
  )
  const { status } = await ask('POST', '/v2/scrape', { key, body: { url: at(own) } })
  assert.equal(status, 200)
})

test('a page of the host does not lead to others: redirects, scripts, refreshes, requests of its scripts', async () => {
  const { key, free } = await makeKeys()
  const target = at(foreign)
  const redirected = { url: leading('/to', target), maxAge: 0 }
  assertRefused(await ask('POST', '/v2/scrape', { key, body: redirected }), 'redirect')
  for (const path of ['/move', '/refresh', '/fetch']) {
    const body = { url: leading(path, target), waitFor: 300, maxAge: 0 }
    const reply = await ask('POST', '/v2/scrape', { key, body })
    assert.ok(!JSON.stringify(reply.body).includes(`Secret of ${foreign}`), path)
  }
  const script = `const asked = new XMLHttpRequest(); asked.open('GET', ${JSON.stringify(target)}, false); try { asked.send() } catch {}; return asked.responseText`
  const actions = [{ type: 'executeJavascript', script }]
  const scripted = await ask('POST', '/v2/scrape', { key, body: { url: at(own), actions } })
  assert.ok(!JSON.stringify(scripted.body).includes(`Secret of ${foreign}`))
  assert.ok(started.reached.every((url) => url !== target))
  // The same ways lead there with a key for all hosts.
  const body = { url: leading('/fetch', target), waitFor: 300, maxAge: 0 }
  await ask('POST', '/v2/scrape', { key: free, body })
  assert.ok(started.reached.includes(target))
})

test(
  'a browser session reaches the host alone, and is not used by keys for other hosts',
  { skip },
  async () => {
    const { key, free } = await makeKeys()
    const [allowed, target] = [at(own), at(foreign)]
    const create = async (by: string) => {
      const { status, body } = await ask('POST', '/v2/interact', { key: by, body: {} })
      assert.equal(status, 200, JSON.stringify(body))
      return String(body.id)
    }
    const visit = async (id: string, url: string, by: string) => {
      const code = `await page.goto(${JSON.stringify(url)}); await page.textContent('main')`
      return ask('POST', `/v2/interact/${id}/execute`, { key: by, body: { code } })
    }
    const mine = await create(key)
    assert.match((await visit(mine, allowed, key)).body.result, new RegExp(`Secret of ${own}`))
    const refused = await visit(mine, target, key)
    assert.ok(!String(refused.body.result).includes('Secret'), JSON.stringify(refused.body))
    const theirs = await create(free)
    assertRefused(await visit(theirs, target, key), 'execute')
    assertRefused(await ask('GET', `/v2/interact/${theirs}`, { key }), 'session')
    assertRefused(await ask('DELETE', `/v2/interact/${theirs}`, { key }), 'end')
    const listed = await ask('GET', '/v2/interact', { key })
    assert.deepEqual(
      listed.body.sessions.map(({ id }: { id: string }) => id),
      [mine],
    )
    assert.ok(started.reached.every((url) => url !== target))
    await ask('DELETE', `/v2/interact/${mine}`, { key })
    await ask('DELETE', `/v2/interact/${theirs}`, { key: free })
  },
)

test('jobs keep the hosts of the key that started them: crawls, batches, monitors', async () => {
  const { key } = await makeKeys()
  const link = at(foreign)
  const start = leading('/links', link)
  const { body: crawl } = await ask('POST', '/v2/crawl', {
    key,
    body: { url: start, limit: 5, allowExternalLinks: true, sitemap: 'skip' },
  })
  await finishedJob(started.service, `/v2/crawl/${crawl.id}`, key)
  const { body: errors } = await ask('GET', `/v2/crawl/${crawl.id}/errors`, { key })
  assert.deepEqual(
    errors.errors.map(({ url, code }: { url: string; code: string }) => [url, code]),
    [[link, 'KEY_HOST_NOT_ALLOWED']],
  )
  const { body: batch } = await ask('POST', '/v2/batch/scrape', {
    key,
    body: { urls: [leading('/to', link), at(own)] },
  })
  await finishedJob(started.service, `/v2/batch/scrape/${batch.id}`, key)
  const { body: refused } = await ask('GET', `/v2/batch/scrape/${batch.id}/errors`, { key })
  assert.deepEqual(
    refused.errors.map(({ code }: { code: string }) => code),
    ['KEY_HOST_NOT_ALLOWED'],
  )
  assert.ok(started.reached.every((url) => url !== link))
})

test('a search shows and scrapes results of the host only; a map lists no others', async () => {
  const { key } = await makeKeys()
  const [shown, hidden] = [at(own), at(foreign)]
  started.hits.urls = [hidden, shown]
  const body = { query: 'rivers and lakes', scrapeOptions: { formats: ['markdown'] } }
  const found = await ask('POST', '/v2/search', { key, body })
  assert.deepEqual(
    found.body.data.web.map(({ url }: { url: string }) => url),
    [shown],
  )
  const mapped = await ask('POST', '/v2/map', {
    key,
    body: { url: leading('/links', hidden), allowExternalLinks: true, sitemap: 'skip' },
  })
  assert.equal(mapped.status, 200)
  assert.ok(mapped.body.links.every(({ url }: { url: string }) => url !== hidden))
  assert.ok(started.reached.every((url) => url !== hidden))
})

test('work of other keys, which may have reached other hosts, is refused and not listed', async () => {
  const { key, free } = await makeKeys()
  const url = at(foreign)
  const { body: scraped } = await ask('POST', '/v2/scrape', { key: free, body: { url } })
  const { body: batch } = await ask('POST', '/v2/batch/scrape', {
    key: free,
    body: { urls: [url] },
  })
  await finishedJob(started.service, `/v2/batch/scrape/${batch.id}`, free)
  const { body: monitor } = await ask('POST', '/v2/monitor', {
    key: free,
    body: scrapeTarget([url]),
  })
  const { body: agent } = await ask('POST', '/v2/agent', {
    key: free,
    body: { prompt: 'The title.', urls: [url] },
  })
  const places = [
    ['GET', `/v2/scrape/${scraped.data.metadata.scrapeId}`],
    ['GET', `/v2/batch/scrape/${batch.id}`],
    ['GET', `/v2/batch/scrape/${batch.id}/errors`],
    ['GET', `/v2/batch/scrape/${batch.id}/export?format=jsonl`],
    ['DELETE', `/v2/batch/scrape/${batch.id}`],
    ['GET', `/v2/monitor/${monitor.data.id}`],
    ['PATCH', `/v2/monitor/${monitor.data.id}`],
    ['DELETE', `/v2/monitor/${monitor.data.id}`],
    ['POST', `/v2/monitor/${monitor.data.id}/run`],
    ['GET', `/v2/monitor/${monitor.data.id}/checks`],
    ['GET', '/v2/monitor-feeds'],
    ['GET', `/v2/agent/${agent.id}`],
    ['DELETE', `/v2/agent/${agent.id}`],
  ] as const
  for (const [method, path] of places) {
    const change = method === 'PATCH' && { body: { name: 'Mine' } }
    const started = method === 'POST' && { body: {} }
    assertRefused(await ask(method, path, { key, ...change, ...started }), `${method} ${path}`)
  }
  const searched = { query: 'page', jobId: batch.id }
  assertRefused(await ask('POST', '/v2/search', { key, body: searched }), 'search of a job')
  const added = { urls: [at(own)], appendToId: batch.id }
  assertRefused(await ask('POST', '/v2/batch/scrape', { key, body: added }), 'added to a batch')
  assert.deepEqual((await ask('GET', '/v2/monitor', { key })).body.data, [])
  const { status } = await ask('GET', `/v2/monitor/${monitor.data.id}`, { key: free })
  assert.equal(status, 200)
})

test('a cached page of another host is not returned', async () => {
  const { key, free } = await makeKeys()
  const url = at(foreign)
  await ask('POST', '/v2/scrape', { key: free, body: { url } })
  const body = { url, maxAge: 3_600_000 }
  assertRefused(await ask('POST', '/v2/scrape', { key, body }), 'cached')
})

test('a domain does not mean its subdomains; a pattern means them alone', async () => {
  const { key } = await makeKeys(['shop.example', '*.manual.example', 'bücher.example'])
  const isRefused = async (url: string) =>
    (await ask('POST', '/v2/scrape', { key, body: { url } })).body.code === 'KEY_HOST_NOT_ALLOWED'
  for (const url of [
    'http://SHOP.example.:8080/',
    'http://a.b.manual.example/',
    'http://xn--bcher-kva.example/',
  ])
    assert.equal(await isRefused(url), false, url)
  for (const url of [
    'http://www.shop.example/',
    'http://manual.example/',
    'http://shop.example.evil.example/',
    'http://evilshop.example/',
    'http://shop.example@evil.example/',
    'http://evil.example/shop.example',
    'http://evil.example#shop.example',
    'http://evil.example\\shop.example',
  ])
    assert.equal(await isRefused(url), true, url)
})

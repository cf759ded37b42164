import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { request } from 'undici'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import {
  httpClients,
  publicServer,
  stdioClient,
  type McpClient,
} from '#test/fixtures/mcp-clients.ts'
import { article } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const service = await startService()
const url = await service.listen()
const waiting = new EventTarget()
const links = Array.from({ length: 5 }, (_, index) => `<a href="/${index}">${index}</a>`).join('')
const site = await startSite((asked, response) => {
  // These requests are never answered; their end is an event.
  if (asked.url?.startsWith('/hangs')) {
    waiting.dispatchEvent(new Event('open'))
    response.on('close', () => waiting.dispatchEvent(new Event('closed')))
    return
  }
  response.writeHead(asked.url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' })
  const sentences = asked.url === '/long' ? 'A sentence. '.repeat(3_000) : undefined
  response.end(article(`Page ${asked.url}`, sentences).replace('</main>', `${links}</main>`))
})
const clients: Record<string, McpClient> = {}
for (const [name, connect] of Object.entries(httpClients))
  clients[name] = await connect(`${url}/mcp`)
const theirs = await publicServer(url)
disposeAfterTests(service, site, ...Object.values(clients), theirs)

const client = () => clients['sdk 2, 2026-07-28'] as McpClient

test('each version of the protocol lists the tools, calls them and reports progress', async () => {
  for (const [name, { list, call, version }] of Object.entries(clients)) {
    if (version !== undefined) assert.ok(name.endsWith(version), `${name}: ${version}`)
    assert.ok((await list()).length > 20)
    const { texts } = await call('firecrawl_scrape', { url: `${site.url}/a` })
    assert.match(JSON.parse(texts[0] ?? '').markdown, /^# Page \/a/)
    const seen: number[] = []
    const onprogress = ({ progress }: { progress: number }) => void seen.push(progress)
    const crawled = await call('firecrawl_crawl', { url: site.url, limit: 3 }, { onprogress })
    assert.equal(JSON.parse(crawled.texts[0] ?? '').data.length, 3)
    assertProgress(seen, 3)
  }
})

/** The library of the client drops progress that arrives together with the result, so the last figure is not certain. */
function assertProgress(seen: readonly number[], total: number): void {
  assert.ok(seen.length > 0)
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  )
  assert.ok(seen.every((progress) => progress <= total))
}

test('a call that is cancelled ends its work, in each version', async () => {
  for (const each of Object.values(clients)) await cancelScrape(each)
})

async function cancelScrape({ call }: McpClient): Promise<void> {
  const controller = new AbortController()
  const [open, closed] = [once(waiting, 'open'), once(waiting, 'closed')]
  const args = { url: `${site.url}/hangs`, maxAge: 0 }
  const called = call('firecrawl_scrape', args, { signal: controller.signal })
  await open
  controller.abort()
  await assert.rejects(called)
  await closed
}

test('a crawl whose call is cancelled is cancelled too, in each version', async () => {
  for (const { call } of Object.values(clients)) {
    const controller = new AbortController()
    const args = { url: `${site.url}/slow`, limit: 50, delay: 5 }
    const onprogress = () => controller.abort()
    const { signal } = controller
    await assert.rejects(call('firecrawl_crawl', args, { signal, onprogress }))
    const active = () => service.ask('GET', '/v2/crawl/active')
    const { body } = await eventually(active, ({ body }) => body.crawls.length === 0)
    assert.deepEqual(body.crawls, [])
  }
})

/** Offered by the public server alone, and why. */
const missing: Readonly<Record<string, string>> = {
  firecrawl_find_tools: 'no data provider is configured',
  firecrawl_research_search_github: 'it only says that it is deprecated',
  firecrawl_agent: 'no language model is configured',
}
/** The public server reads files itself, which a service cannot; `weir mcp` does. */
const requiredHere: Readonly<Record<string, readonly string[]>> = { firecrawl_parse: [] }

test('tools have the names and the required parameters of the public server', async () => {
  const ours = await client().list()
  assert.ok(JSON.stringify(ours).length <= 30_000, `${JSON.stringify(ours).length} characters`)
  for (const { name, inputSchema, outputSchema } of ours) {
    assert.ok(Object.keys(outputSchema?.properties ?? {}).length > 0, name)
    for (const [field, schema] of Object.entries(inputSchema.properties ?? {}))
      assert.ok((schema as { description?: string }).description, `${name}.${field}`)
  }
  const expected = Object.entries(listRequirements(await theirs.list())).filter(
    ([name]) => !Object.hasOwn(missing, name),
  )
  assert.deepEqual(listRequirements(ours), { ...Object.fromEntries(expected), ...requiredHere })
})

/** The required parameters of each tool. */
const listRequirements = (tools: Awaited<ReturnType<McpClient['list']>>) =>
  Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema.required ?? []]))

/** What differs between two equal calls. */
const comparable = (text = '') =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/"(remainingCredits|queuedMs|duration)": ?[\d.]+/g, '"$1": 0')

test('the public server returns the same texts', async () => {
  const page = `${site.url}/a`
  await client().call('firecrawl_scrape', { url: page })
  await searchable()
  const calls: readonly (readonly [string, Record<string, unknown>])[] = [
    ['firecrawl_scrape', { url: page }],
    ['firecrawl_scrape', { url: page, formats: ['links', 'html'], onlyMainContent: false }],
    [
      'firecrawl_scrape',
      { url: page, formats: ['json'], jsonOptions: { schema: { properties: { title: {} } } } },
    ],
    ['firecrawl_map', { url: site.url, limit: 3 }],
    ['firecrawl_search', { query: 'page', limit: 2, sources: ['web'], domainTools: false }],
    ['firecrawl_crawl', { url: page, limit: 1 }],
    ['firecrawl_monitor_list', {}],
    ['firecrawl_developer_search', { query: 'page', k: 2 }],
    ['firecrawl_credit_usage', {}],
  ]
  for (const [name, args] of calls) {
    const [mine, its] = [await client().call(name, args), await theirs.call(name, args)]
    assert.equal(comparable(mine.texts[0]), comparable(its.texts[0]), name)
    assert.equal(mine.isError, its.isError, name)
  }
})

/** Waits until a page is indexed: before that there is nothing to search, which is an error. */
const searchable = () =>
  eventually(
    () => client().call('firecrawl_search', { query: 'page' }),
    ({ isError }) => !isError,
  )

test('a long result is cut where a paragraph ends, and its parts make the whole', async () => {
  const { call } = client()
  const args = { url: `${site.url}/long`, maxAge: 0 }
  const [whole = ''] = (await call('firecrawl_scrape', { ...args, maxCharacters: 1_000_000 })).texts
  const cut = await call('firecrawl_scrape', { ...args, maxCharacters: 20_000 })
  assert.deepEqual(cut.data, { part: cut.texts[0], notes: cut.texts[1]?.split('\n') })
  let joined = ''
  let parts = 0
  let [text = '', note = ''] = (await call('firecrawl_scrape', { ...args, maxCharacters: 20_000 }))
    .texts
  for (; ; parts += 1) {
    assert.ok(text.length <= 20_000)
    joined += text
    const next = /call (\w+) with (\{.*\})\./.exec(note)
    if (!next) break
    const again = { ...JSON.parse(next[2] ?? ''), maxCharacters: 20_000 }
    ;[text = '', note = ''] = (await call(next[1] ?? '', again)).texts
  }
  assert.ok(parts >= 5)
  assert.equal(comparable(joined), comparable(whole))
})

test('a crawl lists the pages that do not fit, and returns them by index', async () => {
  const { call } = client()
  const crawl = { url: site.url, limit: 4, maxCharacters: 5_500 }
  const { texts } = await call('firecrawl_crawl', crawl)
  const { id, data } = JSON.parse(texts[0] ?? '')
  assert.ok(data.length < 4)
  assert.match(texts[1] ?? '', new RegExp(`\\b${data.length}: ${site.url}/\\w+ "Page /\\w+"`))
  const args = { id, page: data.length }
  const rest = await call('firecrawl_check_crawl_status', args)
  assert.equal(JSON.parse(rest.texts[0] ?? '').data.length, 4 - data.length)
})

test('errors are results with the sentence of the service', async () => {
  const { call } = client()
  const failures = [
    ['firecrawl_scrape', {}, /A URL is required/],
    ['firecrawl_scrape', { url: 'http://10.0.0.1/' }, /private|public address/],
    ['firecrawl_scrape', { url: site.url, waitFor: -1 }, /waitFor: /],
    ['firecrawl_check_crawl_status', { id: crypto.randomUUID() }, /Job not found/],
    ['firecrawl_monitor_get', { id: 'x' }, /Invalid|not found/],
    ['firecrawl_interact', {}, /Give either url or scrapeId/],
    ['firecrawl_none', {}, /There is no tool firecrawl_none/],
  ] as const
  for (const [name, args, expected] of failures) {
    const { texts, isError } = await call(name, args)
    assert.equal(isError, true, name)
    assert.match(texts[0] ?? '', expected)
  }
})

test('a key sees and uses the tools that it may use', async () => {
  const { key } = await addTeam(service.database, { allowedEndpoints: ['map'] })
  await using restricted = await httpClients['sdk 2, 2026-07-28'](`${url}/mcp`, key)
  const names = (await restricted.list()).map(({ name }) => name)
  assert.deepEqual(names, ['firecrawl_map', 'firecrawl_feedback', 'firecrawl_credit_usage'])
  const { isError } = await restricted.call('firecrawl_scrape', { url: site.url })
  assert.equal(isError, true)
  await using named = await httpClients['sdk 1, 2025-11-25'](`${url}/mcp?tools=scrape,search`)
  assert.deepEqual(
    (await named.list()).map(({ name }) => name),
    ['firecrawl_scrape', 'firecrawl_search'],
  )
})

test('requests without a key, of other sites and of unknown hosts are refused', async () => {
  const send = async (headers: Record<string, string>, body: unknown = ping) => {
    const answer = await request(`${url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${firstKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(body),
    })
    await answer.body.dump()
    return answer.statusCode
  }
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  assert.equal(await send({}), 200)
  assert.equal(await send({ authorization: '' }), 401)
  assert.equal(await send({ origin: 'https://other.example' }), 403)
  assert.equal(await send({ host: 'other.example', origin: 'http://other.example' }), 403)
  assert.equal(await send({ host: 'other.example' }), 403)
  assert.equal(await send({ origin: url }), 200)
  const many = Array.from({ length: 100 }, () => ping)
  assert.equal(await send({}, many), 400)
  assert.equal((await request(`${url}/mcp`, { headers: { authorization: 'x' } })).statusCode, 405)
})

test('weir mcp serves the same tools over standard input, and reads files', async () => {
  const program = join(import.meta.dirname, '../../scripts/weir.mjs')
  const env = { WEIR_URL: url, WEIR_KEY: firstKey, HOME: process.env['HOME'] ?? '' }
  await using stdio = await stdioClient(process.execPath, [program, 'mcp'], env)
  const required = listRequirements(await stdio.list())
  const expected = listRequirements(await theirs.list())
  assert.deepEqual(required['firecrawl_parse'], expected['firecrawl_parse'])
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-mcp-'))
  const filePath = join(folder.path, 'file.html')
  await writeFile(filePath, article('A file'))
  const { texts } = await stdio.call('firecrawl_parse', { filePath })
  assert.match(JSON.parse(texts[0] ?? '').data.markdown, /^# A file/)
  const seen: number[] = []
  const onprogress = ({ progress }: { progress: number }) => void seen.push(progress)
  await stdio.call('firecrawl_crawl', { url: site.url, limit: 2 }, { onprogress })
  assertProgress(seen, 2)
  const absent = await stdio.call('firecrawl_parse', { filePath: '/none/file.html' })
  assert.match(absent.texts[0] ?? '', /cannot be read/)
  await cancelScrape(stdio)
})

test('each tool performs its operation', async () => {
  const { call } = client()
  const json = async (name: string, args: Record<string, unknown>) => {
    const { texts, data, isError } = await call(name, args)
    assert.equal(isError, false, `${name}: ${texts.join(' ')}`)
    const value = JSON.parse(texts[0] ?? '')
    // The libraries of the clients compare it with the schema of the tool.
    assert.deepEqual(data, texts.length === 1 ? value : { ...value, notes: texts[1]?.split('\n') })
    return value
  }
  const page = `${site.url}/b`
  const scraped = await json('firecrawl_scrape', { url: page, actions: [], formats: null })
  const { scrapeId } = scraped.metadata
  assert.deepEqual(await json('firecrawl_scrape', { scrapeId }), scraped)
  const rating = { endpoint: 'scrape', jobId: scrapeId, rating: 'good', note: 'Useful.' }
  assert.equal((await json('firecrawl_feedback', rating)).success, true)
  await searchable()
  const found = await json('firecrawl_search', { query: 'page' })
  const valuableSources = [{ url: page }]
  const rated = { searchId: found.id, rating: 'good', valuableSources }
  assert.equal((await json('firecrawl_search_feedback', rated)).success, true)
  const schema = { type: 'object', properties: { title: { type: 'string' } } }
  const extracted = await json('firecrawl_extract', { urls: [page], schema })
  assert.equal(extracted.status, 'completed')
  const { upload, nextToolCall } = await json('firecrawl_parse', { filePath: '/x/file.html' })
  assert.match(upload.command, /^curl -X PUT .*'\/x\/file.html'/)
  await request(upload.uploadUrl, { method: 'PUT', headers: upload.headers, body: article('Sent') })
  const parsed = await json(nextToolCall.name, nextToolCall.arguments)
  assert.match(parsed.data.markdown, /^# Sent/)
  const made = await json('firecrawl_monitor_create', { page, goal: 'Any change' })
  const { id } = made.data
  const run = await json('firecrawl_monitor_run', { id })
  assert.equal((await json('firecrawl_monitor_list', { limit: 5 })).data.length, 1)
  assert.equal((await json('firecrawl_monitor_checks', { id })).data[0].id, run.id)
  assert.equal((await json('firecrawl_monitor_check', { id, checkId: run.id })).data.id, run.id)
  await json('firecrawl_monitor_update', { id, body: { name: 'Renamed' } })
  assert.equal((await json('firecrawl_monitor_get', { id })).data.name, 'Renamed')
  await json('firecrawl_monitor_delete', { id })
  assert.ok((await json('firecrawl_credit_usage', {})).remainingCredits > 0)
  assert.ok((await json('firecrawl_credit_usage', { byApiKey: true })).periods)
})

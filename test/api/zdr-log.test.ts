import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { scrub } from '#kernel/scrub.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { createParseClient } from '#test/fixtures/parse-client.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const lines: string[] = []
/** What the log would print. */
const note = (fields: object, message: string) =>
  void lines.push(`${message} ${JSON.stringify(scrub(fields))}`)

const service = await startService({ log: { debug: note, info: note, warn: note, error: note } })
const api = createParseClient(await service.listen())
const site = await startSite(({ url = '', headers }, response) => {
  const text = `${url} ${String(headers['x-canary'])}`
  if (url.includes('closed')) return void response.destroy()
  if (url.includes('hangs')) return undefined
  if (url.includes('moved')) {
    return void response.writeHead(302, { location: url.replace('moved', 'found') }).end()
  }
  const type = url.includes('file') ? 'application/octet-stream' : 'text/html'
  response.writeHead(url.includes('missing') ? 404 : 200, { 'content-type': type })
  return void response.end(`<title>${text}</title><p>${text}</p><a href="${url}/1">${text}</a>`)
})
disposeAfterTests(service, site)

/** Every operation, succeeding and failing, with the canary wherever a caller or a site can put it. */
async function doEverything(canary: string, key: string): Promise<void> {
  const page = (path: string) => `${site.url}/${canary}/${path}?q=${canary}`
  const urls = [
    ...['found', 'moved', 'missing', 'closed', 'file'].map(page),
    `http://${canary}.invalid/${canary}`,
    `http://127.0.0.1:1/${canary}`,
    `http://127.0.0.1:11111/${canary}`,
    `http://10.0.0.1/${canary}`,
  ]
  const headers = { 'x-canary': canary }
  const webhook = { url: `http://${canary}.invalid/`, headers, metadata: { canary } }
  const ask = async (path: string, body: object) =>
    (await service.ask('POST', path, { body, key })).body
  for (const url of urls) {
    await ask('/v2/scrape', { url, headers, maxAge: 0 })
    await ask('/v2/map', { url, headers })
  }
  await ask('/v2/scrape', { url: page('hangs'), timeout: 1_000, maxAge: 0 })
  await ask('/v2/map', { url: page('hangs'), timeout: 1_000 })
  await ask('/v2/scrape', { url: page('found'), includeTags: [`${canary}[[`], maxAge: 0 })
  await ask('/v2/scrape', { url: page('found'), formats: [canary] })
  await ask('/v2/scrape', { url: page('found'), actions: [{ type: 'write', text: canary }] })
  const targets = [{ type: 'scrape', urls: [page('found')] }]
  await ask('/v2/monitor', { name: canary, schedule: { text: 'daily' }, targets, webhook })
  await ask('/v2/scrape', { url: page('found'), formats: [{ type: 'json', prompt: canary }] })
  await ask('/v2/scrape', { url: page('found'), formats: [{ type: 'query', prompt: canary }] })
  const scrapeOptions = { formats: ['markdown'] }
  await ask('/v2/search', { query: canary })
  await ask('/v2/search', { query: `${canary} site:${canary}.invalid`, scrapeOptions })
  await ask('/v2/agent', { prompt: canary, urls: [page('found')] })
  await ask('/v2/extract', { prompt: canary, urls: [page('found'), page('missing')] })
  await ask('/v2/support/ask', { question: canary })
  await ask('/v2/interact', { name: canary, profile: { name: canary } })
  await ask('/v2/support/docs-search', { question: canary, query: canary })
  await ask('/v2/crawl/params-preview', { url: page('found'), prompt: canary })
  const get = (path: string) => service.ask('GET', path, { key })
  await get(`/v2/search/research/papers?query=${canary}`)
  await get(`/v2/search/research/papers/${canary}`)
  await get(`/v2/search/research/papers/${canary}/similar`)
  await get(`/v2/search/developer?query=${canary}`)
  for (const name of ['firecrawl_scrape', 'firecrawl_search']) {
    const args = { url: page('closed'), query: canary }
    const params = { name, arguments: args }
    await ask('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  }
  const jobs = [
    ['/v2/batch/scrape', { urls, headers, webhook }],
    ['/v2/crawl', { url: page('found'), scrapeOptions: { headers }, webhook, limit: 5 }],
    ['/v2/crawl', { url: `http://${canary}.invalid/`, webhook }],
  ] as const
  for (const [path, body] of jobs) {
    const { id } = await ask(path, body)
    await finishedJob(service, `${path}/${id}`, key)
  }
  for (const name of [`${canary}.csv`, `${canary}.docx`, `${canary}.exe`, `${canary}.pdf`]) {
    await api.parse({ name, bytes: `${canary},${canary}\n`.repeat(20), key })
  }
  await setTimeout(200)
}

/** URLs without a server, beside the canary. */
const linesWith = (canary: string) =>
  lines.filter((line) => [canary, '127.0.0.1:1', '10.0.0.1'].some((text) => line.includes(text)))

test('under forced zero data retention no operation logs content', async () => {
  const { key } = await addTeam(service.database, { zeroDataRetention: 'forced' })
  const canary = `canary${crypto.randomUUID().slice(0, 8)}`
  await doEverything(canary, key)
  assert.deepEqual(linesWith(canary), [])
  assert.ok(
    lines.some((line) => line.startsWith('request')),
    'the log is written',
  )
})

test('without it, the log names the failure and the URL (control)', async () => {
  const { key } = await addTeam(service.database)
  const canary = `canary${crypto.randomUUID().slice(0, 8)}`
  await doEverything(canary, key)
  assert.ok(linesWith(canary).length > 0)
})

/**
 * The SIEM of a team gets one event for each URL that an operation requests, for every operation: what the sites served is compared
 * with the events. Parts of pages (pictures, requests of scripts) have none.
 * Control: without the events of robots.txt, of sitemaps and of browsers that the caller or a model drives, URLs are missing.
 */
import { setTimeout } from 'node:timers/promises'
import type { SiemEvent } from '#delivery/siem/siem-event.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { call } from '#test/fixtures/agent-runs.ts'
import { missingForSessions } from '#test/fixtures/boxed-session.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { startSiemReceiver } from '#test/fixtures/siem-receiver.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { until } from '#test/fixtures/until.ts'
import { startScriptedModel, type Script, type Step } from '#test/scripted-model.ts'
import { startService } from '#test/service.ts'

const missing = await missingForSessions()
if (missing !== undefined) process.stderr.write(`without browser sessions: ${missing}\n`)

/** Each operation has a site of its own, so that nothing comes from a cache and every request has its operation. */
const served = new Map<string, string[]>()
const makePage = (host: string, path: string) =>
  `<!doctype html><title>Page ${path}</title><main><h1>Rivers ${path}</h1>${'<p>A paragraph about rivers and their banks, with enough words to be content.</p>'.repeat(8)}
   <a href="http://${host}/a">A</a> <a href="http://${host}/b">B</a><img src="/parts/picture.png"><script>fetch('/parts/data')</script></main>`
await using site = await startSite(
  (request, response) => {
    const host = request.headers.host ?? ''
    const path = request.url ?? ''
    if (!path.startsWith('/parts/') && path !== '/favicon.ico')
      served.set(host, [...(served.get(host) ?? []), `http://${host}${path}`])
    if (path === '/robots.txt') return response.end(`Sitemap: http://${host}/sitemap.xml\n`)
    if (path === '/sitemap.xml')
      return response.end(
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://${host}/c</loc></url></urlset>`,
      )
    if (path.endsWith('.xml') || path === '/gone') response.statusCode = 404
    return response.setHeader('content-type', 'text/html').end(makePage(host, path))
  },
  { host: '0.0.0.0' },
)
const hits: { urls: string[] } = { urls: [] }
await using engine = await startPages({
  '/search': () => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'rivers',
      unresponsive_engines: [],
      results: hits.urls.map((url) => ({ url, title: 'Rivers', content: 'About rivers.' })),
    }),
  }),
})
/** The run maps and scrapes, a reader of it opens pages in a browser. */
let agentUrl = ''
const steps: Readonly<Record<'run' | 'reader', readonly (() => Step)[]>> = {
  run: [
    () => call('map', { url: `${agentUrl}/` }),
    () => call('scrape', { url: `${agentUrl}/a` }),
    () => call('delegate', { tasks: [{ goal: 'Use the browser.' }] }),
    () => call('finish', { answer: 'Done.', sources: [] }),
  ],
  reader: [
    () => call('open', { url: `${agentUrl}/b` }),
    () => call('open', { url: `${agentUrl}/c` }),
    () => call('report', { text: 'Done.' }),
  ],
}
const script: Script = ({ tools, results }) => {
  const own = steps[tools.includes('report') ? 'reader' : 'run']
  return tools.length === 0
    ? { text: '{}' }
    : (own[Math.min(results.length, own.length - 1)]?.() ?? {})
}
await using model = await startScriptedModel(script)
await using receiver = await startSiemReceiver()
await using service = await startService({
  env: {
    WEIR_LLM_PROVIDER: 'compatible',
    WEIR_LLM_MODEL: 'scripted',
    WEIR_LLM_URL: model.urls.compatible,
    WEIR_LLM_CONTEXT: '32768',
    WEIR_SEARCH: 'web',
    WEIR_SEARXNG_URL: engine.url,
    WEIR_SEARCH_PROVIDERS: 'searxng',
    WEIR_BROWSER_PAGES_MAX: '2',
    WEIR_INTERACT_SESSIONS_MAX: '2',
  },
})
const { teamId, key } = await addTeam(service.database, { credits: 100_000 })
const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const answer = await service.ask(method, path, { key, ...(body && { body }) })
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
await ask('PUT', '/v2/team/siem', {
  enabled: true,
  destination: { type: 'http', url: receiver.url },
})

async function job(path: string, body: object): Promise<void> {
  const { id } = await ask('POST', path, body)
  await until(async () =>
    ['completed', 'failed'].includes((await ask('GET', `${path}/${id}`)).status as string),
  )
}

async function monitor(target: object): Promise<void> {
  const { data } = await ask('POST', '/v2/monitor', {
    name: 'Rivers',
    schedule: { text: 'every 30 minutes' },
    targets: [target],
  })
  const run = await ask('POST', `/v2/monitor/${data.id}/run`)
  await until(async () => {
    const check = await ask('GET', `/v2/monitor/${data.id}/checks/${run.id}`)
    return !['queued', 'running'].includes(check.data.status as string)
  })
}

async function search(url: string, more: object = {}) {
  hits.urls = [`${url}/a`, `${url}/b`]
  const scrapeOptions = { formats: ['markdown'], maxAge: 0 }
  return ask('POST', '/v2/search', { query: 'rivers', scrapeOptions, ...more })
}

const runCode = (path: string, code: string) =>
  ask('POST', path, { code, language: 'node', timeout: 60 })

const fresh = { maxAge: 0, formats: ['markdown'] }
/** Every operation that requests URLs. */
const operations: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  scrape: (url) => ask('POST', '/v2/scrape', { url: `${url}/`, ...fresh }),
  'scrape of a missing page': (url) => ask('POST', '/v2/scrape', { url: `${url}/gone`, ...fresh }),
  'scrape in a browser': (url) =>
    ask('POST', '/v2/scrape', { url: `${url}/`, ...fresh, waitFor: 100 }),
  batch: (url) => job('/v2/batch/scrape', { urls: [`${url}/`, `${url}/a`], ...fresh }),
  crawl: (url) => job('/v2/crawl', { url: `${url}/`, scrapeOptions: fresh }),
  map: (url) => ask('POST', '/v2/map', { url: `${url}/` }),
  'map of the sitemap': (url) => ask('POST', '/v2/map', { url: `${url}/`, sitemap: 'only' }),
  search: (url) => search(url),
  'search in the background': async (url) => {
    const { scrapeIds } = await search(url, { asyncScraping: true })
    for (const id of scrapeIds.web as string[])
      await until(
        async () => (await service.ask('GET', `/v2/scrape/${id}`, { key })).status === 200,
      )
  },
  extract: (url) => job('/v2/extract', { urls: [`${url}/*`], prompt: 'The rivers.' }),
  monitor: (url) => monitor({ type: 'scrape', urls: [`${url}/`] }),
  'monitor of a site': (url) => monitor({ type: 'crawl', url: `${url}/` }),
  ...(missing === undefined && {
    agent: (url: string) => {
      agentUrl = url
      return job('/v2/agent', { prompt: 'Rivers?' })
    },
    interact: async (url: string) => {
      const { id } = await ask('POST', '/v2/interact', {})
      const code = `await page.goto('${url}/'); await page.click('a'); await page.waitForURL('**/a')
        const opened = page.waitForEvent('popup'); await page.evaluate(() => void window.open('/b'))
        await (await opened).waitForLoadState(); const other = await page.context().browser().newContext()
        await (await other.newPage()).goto('${url}/c')`
      await runCode(`/v2/interact/${id}/execute`, code)
      await ask('DELETE', `/v2/interact/${id}`)
    },
    'interact with a scrape': async (url: string) => {
      const { data } = await ask('POST', '/v2/scrape', { url: `${url}/`, ...fresh })
      const path = `/v2/scrape/${data.metadata.scrapeId}/interact`
      await runCode(path, `await page.goto('${url}/b')`)
      await ask('DELETE', path)
    },
  }),
}

const readHost = (index: number) => `127.0.1.${index + 1}:${site.port}`
const failed: string[] = []
for (const [index, [name, run]] of Object.entries(operations).entries()) {
  await run(`http://${readHost(index)}`).catch((err: unknown) =>
    failed.push(`${name}: ${String(err)}`),
  )
}
let received = -1
await until(async () => {
  const before = received
  received = receiver.events.length
  await setTimeout(3_000)
  const state = await ask('GET', '/v2/team/siem')
  return received === before && state.data.delivery.waiting === 0
})

const count = (urls: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const url of urls) counts.set(url, (counts.get(url) ?? 0) + 1)
  return counts
}
/** URLs that were served more often than they have events, and the other way round. */
function compare(events: readonly SiemEvent[]) {
  const problems: string[] = []
  let [absent, doubled] = [0, 0]
  for (const [index, name] of Object.keys(operations).entries()) {
    const host = readHost(index)
    const asked = count(served.get(host) ?? [])
    const logged = count(events.flatMap(({ url }) => (url.includes(`//${host}/`) ? [url] : [])))
    for (const url of new Set([...asked.keys(), ...logged.keys()])) {
      const difference = (asked.get(url) ?? 0) - (logged.get(url) ?? 0)
      if (difference > 0) absent += difference
      if (difference < 0) doubled -= difference
      if (difference !== 0) problems.push(`${name} ${new URL(url).pathname} ${difference}`)
    }
  }
  return { absent, doubled, problems }
}

const events = receiver.events.filter(({ team_id: id }) => id === teamId)
const all = compare(events)
const isOther = ({ url, operation, endpoint }: SiemEvent) =>
  /robots\.txt$|\.xml$/.test(url) || operation === 'interact' || endpoint === 'agent'
const control = compare(events.filter((event) => !isOther(event)))
const total = [...served.values()].flat().length
for (const line of [...failed, ...all.problems]) process.stderr.write(`${line}\n`)
report(
  'siem-operations',
  all.absent === 0 && all.doubled === 0 && failed.length === 0 && control.absent > 0,
  `${total} URLs served to ${Object.keys(operations).length} operations, ${events.length} events: ${all.absent} missing, ${all.doubled} doubled; control: ${control.absent} missing`,
)

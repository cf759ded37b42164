/**
 * Searches with eight providers of which one is well: the others limit, fail, are slow, cut the answer, answer with malformed JSON, with
 * unrelated pages, or redirect. No search fails, and the redirect is not followed. The control asks without a circuit breaker.
 */
import { setTimeout } from 'node:timers/promises'
import { createAskOne } from '#web-search/ask-one.ts'
import { createAskProviders } from '#web-search/ask.ts'
import { createHealth, type ProviderHealth } from '#web-search/health.ts'
import { searxng } from '#web-search/providers/searxng.ts'
import type { Hit, SearchProvider } from '#web-search/providers/provider.ts'
import { parseQuery } from '#web-search/query.ts'
import { createSend } from '#web-search/send.ts'
import type { Wanted } from '#web-search/wanted.ts'
import { createApiClient } from '#net/api-client.ts'
import { createGuard } from '#net/guard.ts'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { startSearxng } from '#test/fixtures/search/searxng-server.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { startSite } from '#test/fixtures/site.ts'

const searches = 1_000
const hedgeMs = 20
/** The clock of the breaker goes this much faster than the searches. */
const stepMs = 500
const headers = { 'content-type': 'application/json' }

await using well = await startSearxng()
await using target = await startPages({ '/metadata': { headers, body: '{"results":[]}' } })
const unrelated = Array.from({ length: 10 }, (_, at) => ({
  url: `https://other.example/${at}`,
  title: 'Cheap flights',
  content: 'Book now',
}))
await using limiting = await startPages({
  '/search': { status: 429, headers: { 'retry-after': '30' } },
})
await using failing = await startPages({ '/search': { status: 500, body: 'oops' } })
await using malformed = await startPages({ '/search': { headers, body: '{"results":7' } })
await using offTopic = await startPages({
  '/search': { headers, body: JSON.stringify({ results: unrelated }) },
})
await using redirecting = await startPages({
  '/search': { status: 302, headers: { location: `${target.url}/metadata` } },
})
let slowCalls = 0
await using slow = await startSite((_request, response) => {
  slowCalls++
  void setTimeout(5_000, undefined, { ref: false }).then(() => response.end('{"results":[]}'))
})
let cutCalls = 0
await using cutting = await startSite((_request, response) => {
  cutCalls++
  response.writeHead(200, { ...headers, 'content-length': '1000' })
  response.write('{"results":[')
  void setTimeout(5).then(() => response.destroy())
})
const sick = { limiting, failing, slow, cutting, malformed, offTopic, redirecting }
const named = (name: string, url: string): SearchProvider => ({ ...searxng(url), name })
const providers = [
  ...Object.entries(sick).map(([name, { url }]) => named(name, url)),
  named('well', well.url),
]

const wanted: Wanted = {
  source: 'web',
  query: parseQuery('rivers'),
  sites: [],
  notSites: [],
  fileTypes: [],
  anyOf: { sites: [], fileTypes: [] },
  time: { range: undefined, sortsByDate: false, unknown: [] },
  tbs: undefined,
  filter: undefined,
  language: 'en',
  country: undefined,
  location: undefined,
  safe: undefined,
  limit: 10,
}

const urls = [...Object.values(sick), well].map(({ url }) => url)
await using client = createApiClient({
  guard: createGuard({ allowedHosts: [] }),
  configuredUrls: urls,
})
await using database = await testDatabase()
const { clock, pass } = await stopTime(database)

/** Searches that found nothing, and calls to the provider that always fails. */
async function run(health: ProviderHealth, rounds: number) {
  const before = failing.requests.length
  const send = createSend({ callApi: client.callApi, health, now: () => clock.now() })
  const ask = createAskProviders<SearchProvider, Wanted, Hit>({
    askOne: createAskOne({ send, health, log: silentLog }),
    hedgesPaid: false,
    hedgeMs,
  })
  let failed = 0
  for (let round = 0; round < rounds; round++) {
    const { hits } = await ask(providers, wanted, {
      teamId: 'team',
      signal: AbortSignal.timeout(60_000),
    })
    if (hits.length === 0) failed++
    await pass(stepMs)
  }
  return { failed, calls: failing.requests.length - before }
}

const ours = await run(createHealth({ database }), searches)
const careless: ProviderHealth = {
  take: async () => ({ status: 'taken' }),
  succeeded: async () => {},
  failed: async () => {},
}
const controlRounds = Math.min(searches, 100)
const control = await run(careless, controlRounds)

report(
  'search-failover',
  ours.failed === 0 &&
    target.requests.length === 0 &&
    ours.calls < searches / 10 &&
    Math.min(slowCalls, cutCalls) > 0 &&
    control.calls > controlRounds * 0.9,
  `${ours.failed} of ${searches} failed, ${target.requests.length} redirects followed, ${ours.calls} calls to a provider that fails; control without breaker ${control.calls} calls in ${controlRounds}`,
)

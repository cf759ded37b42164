import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Firecrawl } from 'firecrawl'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startChangingEngine } from '#test/fixtures/search/changing-engine.ts'
import { paperServers } from '#test/fixtures/search/paper-servers.ts'
import { repositoryServers } from '#test/fixtures/search/repository-servers.ts'
import { startProtocolServer } from '#test/fixtures/search/start-protocol-server.ts'
import { firstKey, startService } from '#test/service.ts'

const engine = await startChangingEngine()
const site = await startPages({ '/ibis': article('The ibis', 'An ibis wades in the marsh.') })
const indexes = await startProtocolServer((asked) => {
  const name = asked.path.startsWith('/works') ? 'openalex' : 'github'
  return { ...paperServers, ...repositoryServers }[name]?.(asked) ?? { status: 404, body: '' }
})
const service = await startService({
  env: {
    WEIR_SEARCH: 'web',
    WEIR_SEARXNG_URL: engine.url,
    WEIR_SEARCH_PROVIDERS: 'searxng',
    WEIR_OPENALEX_KEY: 'test-key',
    WEIR_OPENALEX_URL: indexes.url,
    WEIR_GITHUB_TOKEN: 'test-key',
    WEIR_GITHUB_URL: indexes.url,
  },
})
const sdk = new Firecrawl({ apiKey: firstKey, apiUrl: await service.listen() })
engine.results.set('ibis filetype:pdf', ['https://birds.example/ibis.pdf'])
engine.results.set('ibis', [`${site.url}/ibis`, 'https://birds.example/ibis.pdf'])
disposeAfterTests(engine, site, indexes, service)

test('the public SDK searches, and takes scraped results for documents', async () => {
  const found = await sdk.search('ibis', { limit: 2, sources: ['web', 'news'] })
  assert.deepEqual(
    found.web?.map((item) => ('url' in item ? item.url : '')),
    [`${site.url}/ibis`, 'https://birds.example/ibis.pdf'],
  )
  assert.equal(found.news?.length, 2)
  const scraped = await sdk.search('ibis', {
    limit: 1,
    scrapeOptions: { formats: ['markdown', 'links'] },
  })
  const [document] = scraped.web ?? []
  assert.ok(document && 'markdown' in document)
  assert.match(document.markdown ?? '', /^# The ibis/m)
  const pdf = await sdk.search('ibis', { categories: ['pdf'] })
  assert.equal(pdf.web?.length, 1)
})

test('the public SDK reads papers and the developer index', async () => {
  const { results } = await sdk.research.searchPapers('bridges', { k: 2, from: '2020-01-01' })
  assert.deepEqual(
    results.map(({ title }) => title),
    ['A study of stone bridges', 'A study of river bridges'],
  )
  const id = results[0]?.paperId ?? ''
  assert.equal((await sdk.research.getPaper(id)).paper.title, 'A study of stone bridges')
  const read = await sdk.research.getPaper(id, { query: 'winter', k: 1 })
  assert.deepEqual(
    read.passages.map(({ text }) => text),
    ['Every method failed in winter.'],
  )
  const citers = await sdk.research.similarPapers(id, { intent: 'mills', mode: 'citers', k: 1 })
  assert.equal(citers.results[0]?.title, 'A study of river mills')
  const developer = await sdk.developerSearch('gate', { types: ['readme'], k: 1 })
  assert.equal(developer.results[0]?.url, 'https://github.com/waterworks/sluice')
})

test('the public SDK creates a monitor with a search target', async () => {
  const monitor = await sdk.createMonitor({
    name: 'News',
    schedule: { text: 'daily' },
    goal: 'News of the ibis',
    targets: [{ type: 'search', queries: ['ibis'], searchWindow: '24h', maxResults: 5 }],
  })
  assert.equal(monitor.targets[0]?.type, 'search')
  assert.equal(monitor.judgeEnabled, true)
})

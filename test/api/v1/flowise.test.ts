import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { compileFunction } from 'node:vm'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { unpackPackage } from '#test/fixtures/published-package.ts'
import { startChangingEngine } from '#test/fixtures/search/changing-engine.ts'
import { firstKey, startService } from '#test/service.ts'

const file = 'dist/nodes/documentloaders/FireCrawl/FireCrawl.js'

/** The published loader; undefined without the registry. */
async function readLoader(): Promise<string | undefined> {
  const members = [`package/${file}`]
  const folder = await unpackPackage({ name: 'flowise-components@3.1.4', members })
  return folder && readFileSync(join(folder, file), 'utf8')
}

interface Loaded {
  readonly pageContent: string
  readonly metadata: Readonly<Record<string, unknown>>
}
type Loader = new (given: object) => { load(): Promise<Loaded[]> }

const axios = createRequire(createRequire(import.meta.url).resolve('firecrawl-v1'))('axios') as {
  request: (given: object) => Promise<object>
}

/** What the loader imports: classes without behaviour, and its HTTP client. */
const imported: Readonly<Record<string, object>> = {
  '@langchain/core/documents': {
    Document: function (this: object, given: object) {
      Object.assign(this, given)
    },
  },
  '@langchain/classic/document_loaders/base': { BaseDocumentLoader: Object },
  '../../../src/httpSecurity': { secureAxiosRequest: (given: object) => axios.request(given) },
  '../../../src/utils': {},
}

const required = (name: string) => imported[name] ?? {}

function compile(source: string): Loader {
  const exported: { FireCrawlLoader?: Loader } = {}
  const parameters = ['exports', 'require', 'module']
  compileFunction(source, parameters)(exported, required, { exports: exported })
  assert.ok(exported.FireCrawlLoader)
  return exported.FireCrawlLoader
}

const source = await readLoader()
const engine = await startChangingEngine()
const service = await startService({
  env: { WEIR_SEARCH: 'web', WEIR_SEARXNG_URL: engine.url, WEIR_SEARCH_PROVIDERS: 'searxng' },
})
const apiUrl = await service.listen()
const product = '{"@context":"https://schema.org","@type":"Product","name":"Kettle"}'
const script = `<script type="application/ld+json">${product}</script></head>`
const site = await startPages({
  '/docs/': article('Documents').replace('</main>', '<a href="/docs/a">A</a></main>'),
  '/docs/a': article('Page A'),
  '/kettle': article('Kettle').replace('</head>', script),
})
engine.results.set('kettles', [`${site.url}/kettle`])
disposeAfterTests(engine, service, site)

const contents = (documents: readonly Loaded[]) => documents.map(({ pageContent }) => pageContent)

test('the loader of Flowise scrapes, crawls, extracts and searches', async (t) => {
  if (source === undefined) return t.skip('Flowise cannot be downloaded here')
  const FireCrawlLoader = compile(source)
  const load = (given: object) => new FireCrawlLoader({ apiKey: firstKey, apiUrl, ...given }).load()

  const scraped = await load({
    mode: 'scrape',
    url: `${site.url}/docs/a`,
    params: { scrapeOptions: { includeTags: 'article', excludeTags: 'img', mobile: false } },
  })
  assert.match(contents(scraped).join(), /^# Page A/)
  assert.equal(scraped[0]?.metadata['source'], `${site.url}/docs/a`)

  const params = { maxDepth: 2, limit: 2, ignoreSitemap: true, scrapeOptions: { mobile: true } }
  const crawled = await load({ mode: 'crawl', url: `${site.url}/docs/`, params })
  assert.equal(crawled.length, 2)

  const schema = { type: 'object', properties: { name: { type: 'string' } } }
  const extracted = await load({ mode: 'extract', url: `${site.url}/kettle`, params: { schema } })
  assert.deepEqual(JSON.parse(contents(extracted).join()), { name: 'Kettle' })

  const found = await load({ mode: 'search', query: 'kettles', params: { limit: 1, lang: 'en' } })
  assert.equal(found[0]?.metadata['source'], `${site.url}/kettle`)
})

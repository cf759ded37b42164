import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { preparePythonSdk, runPython } from '#test/fixtures/python-package.ts'
import { startChangingEngine } from '#test/fixtures/search/changing-engine.ts'
import { firstKey, startService } from '#test/service.ts'

const program = await preparePythonSdk()
const engine = await startChangingEngine()
const site = await startPages({ '/ibis': article('The ibis', 'An ibis wades in the marsh.') })
const service = await startService({
  env: { WEIR_SEARCH: 'web', WEIR_SEARXNG_URL: engine.url, WEIR_SEARCH_PROVIDERS: 'searxng' },
})
const env = { API_URL: await service.listen(), API_KEY: firstKey }
engine.results.set('ibis', [`${site.url}/ibis`, 'https://birds.example/ibis.pdf'])
engine.results.set('ibis filetype:pdf', ['https://birds.example/ibis.pdf'])
disposeAfterTests(engine, site, service)

const code = `
import json, os
from firecrawl import Firecrawl
client = Firecrawl(api_key=os.environ["API_KEY"], api_url=os.environ["API_URL"])
plain = client.search("ibis", limit=2, sources=["web", "news"])
scraped = client.search("ibis", limit=1, scrape_options={"formats": ["markdown", "links"]})
pdf = client.search("ibis", categories=["pdf"])
try:
    client.search("ibis", limit=1000)
    failure = ""
except Exception as error:
    failure = f"{type(error).__name__}: {error}"
print(json.dumps({
    "web": [item.url for item in plain.web],
    "news": [item.url for item in plain.news],
    "kind": type(scraped.web[0]).__name__,
    "markdown": scraped.web[0].markdown,
    "pdf": [item.url for item in pdf.web],
    "failure": failure,
}))
`

test('the public Python SDK searches, and takes scraped results for documents', async (t) => {
  if (program === undefined) return t.skip('the Python SDK cannot be installed here')
  const found = (await runPython(program, code, env)) as Record<string, string & string[]>
  const both = [`${site.url}/ibis`, 'https://birds.example/ibis.pdf']
  assert.deepEqual([found['web'], found['news']], [both, both])
  assert.equal(found['kind'], 'Document')
  assert.match(found['markdown'] ?? '', /^# The ibis/m)
  assert.deepEqual(found['pdf'], ['https://birds.example/ibis.pdf'])
  assert.match(found['failure'] ?? '', /limit/i)
})

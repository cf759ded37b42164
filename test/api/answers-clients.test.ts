import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Firecrawl } from 'firecrawl'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { modelPage, startModelService } from '#test/fixtures/model-service.ts'
import { preparePythonSdk, runPython } from '#test/fixtures/python-package.ts'
import { firstKey } from '#test/service.ts'

const mill = modelPage(`
  <p>The mill was built in 1820 by John Carter. It grinds wheat for the village of Lower Slaughter.</p>
  <p>Tickets cost 7.50 pounds. The mill is open from April to October, every day but Monday.</p>`)
const schema = {
  type: 'object',
  properties: { builder: { type: 'string' }, year: { type: 'integer' } },
  required: ['builder'],
}
const answers = {
  builder: 'John Carter',
  year: 1820,
  answer: 'John Carter built it.',
  quotes: [{ passage: 2, words: 'built in 1820 by John Carter' }],
  summary: 'The mill was built in 1820.',
  passages: [3],
  limit: 7,
  includePaths: null,
  excludePaths: null,
  maxDiscoveryDepth: null,
  crawlEntireDomain: null,
  allowSubdomains: null,
  allowExternalLinks: null,
  sitemap: null,
}

const program = await preparePythonSdk()
/** Gives the members that the schema of the question has. */
const started = await startModelService(
  ({ schema: asked }) => {
    const wanted = JSON.stringify(asked ?? {})
    const members = Object.entries(answers).filter(([name]) => wanted.includes(`"${name}"`))
    return { text: JSON.stringify(Object.fromEntries(members)), usage: null }
  },
  { '/mill': mill },
)
const apiUrl = await started.service.listen()
disposeAfterTests(started)

const expected = {
  json: { builder: 'John Carter', year: 1820 },
  answer: 'John Carter built it.',
  summary: 'The mill was built in 1820.',
  highlights: 'It grinds wheat for the village of Lower Slaughter.',
  credits: 13,
  limit: 7,
}

test('the public JS SDK gets answers of the language model', async () => {
  const client = new Firecrawl({ apiKey: firstKey, apiUrl, maxRetries: 1 })
  const document = await client.scrape(`${started.site.url}/mill`, {
    formats: [
      'summary',
      { type: 'json', schema, prompt: 'the mill' },
      { type: 'question', question: 'Who built it?' },
      { type: 'highlights', query: 'wheat' },
    ] as never,
  })
  const { json, summary, answer, highlights, metadata } = document as unknown as Record<
    string,
    unknown
  > & { readonly metadata: { readonly creditsUsed: number } }
  const url = `${started.site.url}/mill`
  const preview = await client.crawlParamsPreview(url, 'at most seven pages')
  const limit = (preview as { readonly limit?: number }).limit
  assert.deepEqual(
    { json, answer, summary, highlights, credits: metadata.creditsUsed, limit },
    expected,
  )
})

const code = `
import json, os
from firecrawl import Firecrawl
client = Firecrawl(api_key=os.environ["API_KEY"], api_url=os.environ["API_URL"])
page = os.environ["PAGE"]
document = client.scrape(page, formats=[
    "summary",
    {"type": "json", "schema": json.loads(os.environ["SCHEMA"]), "prompt": "the mill"},
    {"type": "question", "question": "Who built it?"},
    {"type": "highlights", "query": "wheat"},
])
preview = client.crawl_params_preview(page, "at most seven pages")
print(json.dumps({
    "json": document.json,
    "answer": document.answer,
    "summary": document.summary,
    "highlights": document.highlights,
    "credits": document.metadata.credits_used,
    "limit": preview.limit,
}))
`

test('the public Python SDK gets answers of the language model', async (t) => {
  if (program === undefined) return t.skip('the Python SDK cannot be installed here')
  const env = {
    API_URL: apiUrl,
    API_KEY: firstKey,
    PAGE: `${started.site.url}/mill`,
    SCHEMA: JSON.stringify(schema),
  }
  assert.deepEqual(await runPython(program, code, env), expected)
})

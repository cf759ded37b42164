import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitResults } from './fit-results.ts'
import { writeResult } from './cut.ts'

const tool = { name: 'firecrawl_search', fields: [] } as const
const result = (name: string, length: number) => ({
  url: `https://site.example/${name}`,
  title: name,
  description: 'A page.',
  markdown: 'word '.repeat(length / 5),
  metadata: { scrapeId: `id-${name}`, statusCode: 200, title: 'x'.repeat(2_000) },
})

test('a long result leaves room for the others, and names where it is read whole', async () => {
  const web = ['one', 'two', 'three'].map((name) => result(name, 200_000))
  const charactersMax = 20_000
  const fitted = fitResults({ success: true, data: { web } }, charactersMax)
  const { texts } = await writeResult(
    { tool, args: { query: 'q' } },
    { ...fitted, isCompact: true },
    { offset: 0, charactersMax },
  )
  const [text = '', note = ''] = texts
  const shown = JSON.parse(text) as { data: { web: ReturnType<typeof result>[] } }
  for (const [at, item] of shown.data.web.entries()) {
    assert.equal(item.url, web[at]?.url)
    assert.ok(item.markdown.length > 4_000)
    assert.equal(item.metadata.scrapeId, web[at]?.metadata.scrapeId)
  }
  assert.match(note, /^3 of 3 results were cut/)
  assert.doesNotMatch(note, /offset/)
})

test('results that fit are as they were', () => {
  const reply = { success: true, data: { web: [result('one', 100)], news: [] } }
  assert.deepEqual(fitResults(reply, 60_000), { value: reply })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePdf } from '#fixtures/pdf.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { createParseClient } from '#test/fixtures/parse-client.ts'
import { startService } from '#test/service.ts'

const service = await startService()
const client = createParseClient(await service.listen())
disposeAfterTests(service)

interface Chunk {
  readonly text: string
  readonly headings: readonly string[]
  readonly markdownSpan: readonly [number, number]
  readonly pageNumbers?: readonly number[]
  readonly tokens: number
}

const writeFile = (pages: Parameters<typeof makePdf>[0]) => new Uint8Array(makePdf(pages))

const lines = (name: string) =>
  Array.from({ length: 8 }, (_, at) => ({
    text: `Sentence ${at} of the ${name} page tells how a weir holds back water.`,
  }))
const pdf = writeFile(
  ['first', 'second', 'third'].map((name) => [
    { text: `The ${name} page`, points: 24 },
    ...lines(name),
  ]),
)

test('chunks of a PDF file name the pages that they stand on', async () => {
  const { status, body } = await client.parse({
    bytes: pdf,
    options: { formats: ['markdown', { type: 'chunks', size: 64 }] },
  })
  assert.equal(status, 200)
  const { chunks, markdown } = body.data as { chunks: Chunk[]; markdown: string }
  assert.ok(chunks.length >= 6)
  for (const { text, markdownSpan, pageNumbers = [] } of chunks) {
    assert.equal(text, markdown.slice(...markdownSpan))
    for (const [at, name] of ['first', 'second', 'third'].entries())
      assert.equal(text.includes(name), pageNumbers[0] === at + 1 || pageNumbers[1] === at + 1)
  }
})

test('chunks hold no personal data that is redacted, and then name no pages', async () => {
  const address = 'ada.weir@example.org'
  const file = writeFile([
    [{ text: 'The mill', points: 24 }, { text: `Write to ${address} for it.` }],
  ])
  const { body } = await client.parse({
    bytes: file,
    options: { formats: ['chunks'], redactPII: { mode: 'fast' } },
  })
  const { chunks, warning } = body.data as { chunks: Chunk[]; warning: string }
  assert.ok(chunks.length > 0)
  assert.ok(!JSON.stringify(body.data).includes(address))
  assert.ok(chunks.every(({ pageNumbers }) => pageNumbers === undefined))
  assert.match(warning, /no page numbers/)
})

test('an overlap of more than half of the size is refused', async () => {
  const options = { formats: [{ type: 'chunks', size: 100, overlap: 60 }] }
  const { status, body } = await client.parse({ bytes: '<p>Text.</p>', options })
  assert.equal(status, 400)
  assert.match(JSON.stringify(body), /overlap must be at most half of size/)
})

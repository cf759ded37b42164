import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitChunks } from './split-chunks.ts'

const sentence = (name: string) => `The ${name} turns the stones of the old mill by the river.`
const paragraph = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => sentence(`${name} ${at}`)).join(' ')

const readAll = async (markdown: string, size: number, overlap = 0) => {
  const { chunks } = await splitChunks(markdown, { size, overlap })
  for (const { text, markdownSpan, tokens } of chunks) {
    assert.equal(text, markdown.slice(...markdownSpan))
    assert.ok(tokens <= size, `${tokens} tokens`)
  }
  return chunks
}

test('chunks begin at headings, carry the headings above them, and lose nothing', async () => {
  const markdown = `# Mill\n\n${paragraph('wheel', 6)}\n\n## Visits\n\n${paragraph('door', 6)}\n\n### Prices\n\n${paragraph('ticket', 6)}\n\n## History\n\n${paragraph('year', 6)}`
  const chunks = await readAll(markdown, 128)
  assert.deepEqual(
    chunks.map(({ headings }) => headings),
    [['Mill'], ['Mill', 'Visits'], ['Mill', 'Visits', 'Prices'], ['Mill', 'History']],
  )
  assert.deepEqual(
    chunks.map(({ text }) => text.split('\n')[0]),
    ['# Mill', '## Visits', '### Prices', '## History'],
  )
  assert.equal(chunks.map(({ text }) => text).join('\n\n'), markdown)
})

test('small sections share a chunk, which names only the headings above all of it', async () => {
  const [only, ...others] = await readAll('# A\n\nOne.\n\n## B\n\nTwo.\n\n## C\n\nThree.', 256)
  assert.deepEqual(only?.headings, ['A'])
  assert.deepEqual(others, [])
})

test('long paragraphs are cut between sentences, which are repeated as asked for', async () => {
  const chunks = await readAll(paragraph('wheel', 40), 100, 40)
  assert.ok(chunks.length > 5)
  for (const [at, { text, markdownSpan }] of chunks.entries()) {
    assert.match(text, /^The .*river\.$/s)
    const before = chunks[at - 1]
    if (before) assert.ok(markdownSpan[0] < before.markdownSpan[1])
    if (before) assert.ok(markdownSpan[1] > before.markdownSpan[1])
  }
})

test('signs of headings in code are no headings, and code is not cut if it fits', async () => {
  const code = `\`\`\`sh\n# not a heading\n${'run it now\n'.repeat(12)}\`\`\``
  const chunks = await readAll(`# A\n\n${paragraph('wheel', 5)}\n\n${code}\n\nEnd.`, 128)
  assert.ok(chunks.some(({ text }) => text.includes(code)))
  assert.ok(chunks.every(({ headings }) => headings.join() === 'A'))
})

test('texts without spaces, sentences or line ends are cut, never within a character', async () => {
  for (const markdown of ['水車小屋'.repeat(2_000), '🛞'.repeat(3_000), 'x'.repeat(50_000)]) {
    const chunks = await readAll(markdown, 64)
    assert.equal(chunks.map(({ text }) => text).join(''), markdown)
    assert.ok(chunks.every(({ text }) => text.isWellFormed()))
  }
})

test('an empty text has no chunks, a heading alone is one', async () => {
  assert.deepEqual(await readAll('\n\n', 64), [])
  assert.deepEqual(
    (await readAll('# A\n', 64)).map(({ text }) => text),
    ['# A'],
  )
})

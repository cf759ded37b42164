import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlOfLines, line } from '#fixtures/pdf-lines.ts'
import { findRegions } from './reading-order.ts'
import { textItem } from '#fixtures/pdf-items.ts'
import { splitSegments, type PageItem } from './segments-of.ts'

const prose =
  'opens every sluice of the old weir when the floods of spring come down from the hills'

test('a line below cells that goes over the gap between them is no line of a cell', () => {
  const rows = ['open (gate)', 'close (gate)', 'keep (river)', 'lower (gate)'].map((text, row) => ({
    text,
    at: 20 + row * 36,
  }))
  const html = htmlOfLines(
    rows.flatMap(({ text, at }) => [
      { text, at },
      { text: '[Function]', left: 450, at },
      { text: 'It opens the sluice.', left: 70, at: at + 12 },
      { text: `Nobody ${prose}.`, left: 70, at: at + 24 },
    ]),
  )
  assert.doesNotMatch(html, /<table/)
})

test('a line that ends with the text is no row of the table above it, which is indented more', () => {
  const rows = ['open', 'close', 'lower'].flatMap((text, row) => [
    { text, left: 80, at: 20 + row * 12 },
    { text: row === 1 ? prose.slice(30) : 'a gate', left: 200, at: 20 + row * 12 },
  ])
  const html = htmlOfLines([
    ...rows,
    { text: 'Among the others', left: 65, at: 68 },
    { text: prose.slice(32), left: 210, at: 68 },
    ...[80, 92, 104].map((at) => ({ text: prose, at })),
  ])
  assert.match(html, /<td>lower<\/td><td>a gate<\/td><\/tr><\/tbody><\/table>\n<p>Among/)
})

test('comments apart from lines of code are no cells', () => {
  const html = htmlOfLines(
    ['int gates;', 'int mills;', 'int floods;'].flatMap((text, row) => [
      { text, at: 20 + row * 12, isCode: true },
      { text: '/* The number of them */', left: 200, at: 20 + row * 12 },
    ]),
  )
  const lines = ['gates', 'mills', 'floods'].map((name) => `int ${name};  /* The number of them */`)
  assert.equal(html, `<pre><code>${lines.join('\n')}</code></pre>`)
})

test('words that overlap are no cells', () => {
  const html = htmlOfLines(
    [
      { text: 'specif', left: 42.7, at: 700.5 },
      { text: 'icato come manpath', left: 59.2, at: 700.5 },
      { text: 'deve essere', left: 42.7, at: 708 },
      { text: 'Un', left: 42.7, at: 718.5 },
      { text: 'percorso', left: 59, at: 718.5 },
      { text: 'specificato', left: 94, at: 718.5 },
    ].map((one) => ({ ...one, size: 6.5 })),
  )
  assert.doesNotMatch(html, /<table/)
})

const itemAt = (column: number, row: number): PageItem =>
  textItem(`item ${column} ${row}`, {
    x: 60 + column * 200,
    y: 700 - row * 14,
    width: 50,
    mcid: column * 10 + row * 2 + 1,
  })

test('labels of items are found in columns side by side', () => {
  const items = [0, 1, 2].flatMap((row) => [itemAt(0, row), itemAt(1, row)])
  const structure = items.map(({ mcid = 0 }) => ({ role: 'Lbl', mcid: mcid - 1, page: 1 }))
  const segments = splitSegments({ page: 1, height: 800, items, structure })
  assert.deepEqual(
    segments.map(({ startsItem }) => startsItem),
    items.map(() => true),
  )
  assert.deepEqual(
    findRegions(segments).map((region) => region.map(({ text }) => text)),
    [
      ['item 0 0', 'item 0 1', 'item 0 2'],
      ['item 1 0', 'item 1 1', 'item 1 2'],
    ],
  )
})

test('a page of rows of a thousand words is read', () => {
  const words = Array.from({ length: 4_000 }, (_, at) =>
    line({ text: 'ab', left: 50 + (at % 1_000) * 20, at: 20 + Math.floor(at / 1_000) * 12 }),
  )
  assert.equal(findRegions(words).flat().length, words.length)
})

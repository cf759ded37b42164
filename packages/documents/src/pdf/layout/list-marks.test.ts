import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlOfLines, long, rowsOfTable } from '#fixtures/pdf-lines.ts'

const questions = [
  'Who opens the sluice when the spring floods come?',
  'How long does the water stay in the meadows?',
  'Where is the old keeper of the weir buried?',
]

for (const marks of [
  ['3.1.', '3.2.', '3.3.'],
  ['1', '1.1', '1.2'],
  ['[Abc01]', '[Def97]', '[Ghi12]'],
])
  test(`entries with the marks ${marks.join(', ')} are no table`, () => {
    const html = htmlOfLines(
      questions.flatMap((text, row) => [
        { text: marks[row] ?? '', at: 20 + row * 26 },
        { text, left: 90, at: 20 + row * 26 },
        { text: 'Nobody in the valley knows it.', left: 90, at: 32 + row * 26 },
      ]),
    )
    assert.doesNotMatch(html, /<table/)
    for (const text of questions) assert.ok(html.includes(`${text} Nobody in`), html)
  })

test('items with a tab in them are no table', () => {
  const html = htmlOfLines([
    { text: '• file.tbz', at: 20 },
    { text: 'becomes file.tar', left: 150, at: 20 },
    { text: '• other', at: 34 },
    { text: 'becomes other.out', left: 150, at: 34 },
  ])
  assert.equal(
    html,
    '<ul><li>file.tbz becomes file.tar</li></ul>\n<ul><li>other becomes other.out</li></ul>',
  )
})

test('numbered rows of several cells stay a table', () => {
  const rows = [
    ['1', 'Mill', 'open'],
    ['2', 'North bank', 'closed'],
    ['3', 'Bridge', 'open'],
  ]
  const lines = rows.flatMap((row, at) =>
    row.map((text, column) => ({ text, left: 50 + column * 90, at: 20 + at * 14 })),
  )
  assert.deepEqual(
    rowsOfTable(lines),
    rows.map((row) => row.join(' | ')),
  )
})

const entry = (number: string, at: number) => [
  { text: number, at },
  { text: questions[0] ?? '', left: 70, at },
]

test('a number counts as the mark of an entry only beside the one before it or after it', () => {
  const plain = { text: 'A line of text at the same place.', at: 60 }
  assert.match(htmlOfLines([...entry('1', 20), ...entry('2', 40), plain]), /<ol>/)
  assert.doesNotMatch(htmlOfLines([...entry('1', 20), plain]), /<ol>/)
})

test('a paragraph below an item is its own on a page of short items, which are further apart than lines', () => {
  const full = `${long} another`
  const html = htmlOfLines([
    ...[0, 12, 24, 36].map((at) => ({ text: full, at: at + 20 })),
    ...['the gates', 'the mills', 'the floods', 'the bank', 'the crest', 'the keepers'].map(
      (text, row) => ({ text: `• ${text}`, left: 66, at: 74 + row * 18 }),
    ),
    { text: 'All of them were closed when the river', left: 65, at: 182 },
    { text: 'had risen.', at: 194 },
  ])
  assert.match(
    html,
    /<li>the keepers<\/li><\/ul>\n<p>All of them were closed when the river had risen\.<\/p>/,
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeColumn, type PlacedText } from '#fixtures/pdf-of-texts.ts'
import { readTexts } from '#fixtures/read-pdf-texts.ts'

const prose =
  'the keeper of the weir opens every sluice, when the spring floods come down from the mountains, and closes them again (slowly) in the first days of June. Nobody in the valley has ever seen the river lower than in that dry year, or the meadows greener than after it; yet the mill went on, and so did the old ferry.'

const wordsFrom = (start: number, count: number) =>
  Array.from({ length: count }, (_, at) => prose.split(' ')[(start + at) % 59] ?? '')

const plain = (text: string) => text.replaceAll(/[\s\\]+/g, ' ').trim()

/** Columns with the next words of one text, lines of each given. */
function findColumns(
  counts: readonly number[],
  { width, gutter = 16, size = 9 }: { width: number; gutter?: number; size?: number },
): { placed: PlacedText[]; words: string[] } {
  let start = 0
  const placed = counts.flatMap((lines, column) => {
    const all = placeColumn(wordsFrom(start, 600), {
      x: 45 + column * (width + gutter),
      y: 760,
      width,
      size,
    })
    const end = 760 - (lines - 1) * 10.5 - 1
    const own = all.filter(({ y }) => y > end)
    start += own.length
    return own
  })
  return { placed, words: wordsFrom(0, start) }
}

for (const [name, counts, width] of [
  ['a last column of one line beside two others', [14, 14, 1], 150],
  ['a last column of two lines beside three others', [20, 20, 20, 2], 110],
  ['a last column of three lines beside one', [12, 3], 230],
  ['three columns of two lines', [2, 2, 2], 160],
  ['columns of a word or two in a line', [24, 24, 24, 24, 24], 58],
] as const) {
  test(`${name} is no table, and is read after them`, async () => {
    const { placed, words } = findColumns(counts, { width })
    const markdown = await readTexts(placed)
    assert.doesNotMatch(markdown, /^\|/m)
    assert.equal(plain(markdown), words.join(' '))
  })
}

test('a list in two columns with numbers that count on is read column by column', async () => {
  const items = Array.from(
    { length: 16 },
    (_, at) => `${at + 1}. ${wordsFrom(at * 7, 1 + (at % 3)).join(' ')}`,
  )
  const placed = items.map((text, at) => ({
    text,
    x: 60 + Math.floor(at / 8) * 200,
    y: 760 - (at % 8) * 13,
  }))
  assert.equal((await readTexts(placed)).replaceAll('\n\n', '\n'), items.join('\n'))
})

test('short lines beside a paragraph are read apart from it', async () => {
  const { placed, words } = findColumns([14], { width: 300 })
  const names = ['Upper Mill', 'North Bank', 'Old Bridge', 'Harbour', 'Quay', 'South Gate']
  const beside = names.map((text, row) => ({ text, x: 380, y: 760 - row * 10.5 }))
  const markdown = await readTexts([...placed, ...beside])
  assert.equal(plain(markdown), [...words, ...names].join(' '))
})

const makeTable = (rows: readonly (readonly string[])[], leading: number): PlacedText[] =>
  rows.flatMap((row, at) =>
    row.map((text, column) => ({ text, x: 50 + column * 160, y: 740 - at * leading })),
  )

test('rows of words in lower case, and rows of short sentences, stay tables', async () => {
  const lower = [
    ['Barrier', 'Use', 'State'],
    ['stone weir', 'level of the river', 'dry since june'],
    ['old gate of oak', 'passage', 'open'],
    ['ladder', 'fish and small boats', 'new and sound'],
    ['dam', 'flood', 'lost'],
    ['wooden crest', 'mill race', 'in repair'],
  ]
  const sentences = [
    ['Part', 'Meaning'],
    ['the crest', 'holds the level of the river.'],
    ['the sluice', 'lets spring floods pass, if open.'],
    ['the ladder', 'is for the salmon.'],
    ['the mill race', 'drives the wheel, day and night.'],
  ]
  for (const rows of [lower, sentences]) {
    const markdown = await readTexts(makeTable(rows, 15))
    for (const row of rows) assert.ok(markdown.includes(`| ${row.join(' | ')} |`), markdown)
  }
})

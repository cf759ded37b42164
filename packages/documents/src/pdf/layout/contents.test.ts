import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureWidth, type PlacedText } from '#fixtures/pdf-of-texts.ts'
import { htmlOfLines, line } from '#fixtures/pdf-lines.ts'
import { readTexts } from '#fixtures/read-pdf-texts.ts'
import { withLeaders } from './leaders.ts'

const entries = [
  ['How the river was found', 3],
  ['The first weir and its keeper', 4],
  ['Floods of the early years', 11],
  ['Mills, locks and bridges', 19],
  ['What remains of the old bank', 32],
] as const

const placed = (rows: readonly (readonly [string, string | number])[]): PlacedText[] =>
  rows.flatMap(([title, page], row) => [
    { text: title, x: 60, y: 700 - row * 16 },
    { text: String(page), x: 500 - measureWidth(String(page), 9), y: 700 - row * 16 },
  ])

test('titles with page numbers at the right edge are a list, with a heading or without', async () => {
  const list = entries.map(([title, page]) => `- ${title} ${page}`).join('\n')
  assert.equal(await readTexts(placed(entries)), list)
  const heading = { text: 'Contents', x: 60, y: 730, size: 16 }
  assert.equal(await readTexts([heading, ...placed(entries)]), `# Contents\n\n${list}`)
})

test('a title of two lines is one entry of a table of contents', async () => {
  const further = { text: 'and of the new one', x: 72, y: 700 - 4 * 16 - 10.5 }
  const markdown = await readTexts([...placed(entries), further])
  assert.match(markdown, /^- What remains of the old bank and of the new one 32$/m)
})

/** One place is free after the third row. */
const computePlace = (row: number) => 20 + (row > 2 ? row + 1 : row) * 12

test('a second line of one letter does not make a table of contents a table', () => {
  const rows = entries.flatMap(([title, page], row) => [
    { text: title, at: computePlace(row) },
    { text: String(page), left: 400, at: computePlace(row) },
  ])
  const html = htmlOfLines([...rows, { text: 'A', at: 20 + 3 * 12 }])
  assert.match(html, /<li>Floods of the early years A 11<\/li>/)
})

test('chapters without leaders between sections with leaders are entries', () => {
  const html = htmlOfLines([
    { text: `1.1 The first weir ${'. '.repeat(40)}3`, at: 20 },
    { text: '2 The river', at: 40 },
    { text: '4', left: 446, at: 40 },
    { text: '3 The mill', at: 60 },
    { text: '9', left: 446, at: 60 },
    { text: `3.1 The wheel ${'. '.repeat(40)}10`, at: 80 },
  ])
  assert.deepEqual(html.match(/<li>.*?<\/li>/g), [
    '<li>1.1 The first weir 3</li>',
    '<li>2 The river 4</li>',
    '<li>3 The mill 9</li>',
    '<li>3.1 The wheel 10</li>',
  ])
})

test('figures that fall, and figures below a header, stay a table', async () => {
  const falling = entries.map(([title, page]) => [title, 40 - page] as const)
  const headed = [['Part of the river', 'Metres'] as const, ...entries]
  for (const rows of [falling, headed])
    assert.match(await readTexts(placed(rows)), /^\| Floods of the early years \| \d+ \|$/m)
})

test('leaders apart from their titles are no columns', () => {
  const rows = [
    ['3.6', 'Virtual gates', 250],
    ['3.7', 'Base of the weir', 160],
    ['3.8', 'Essential mills', 250],
    ['3.9', 'Scripts of keepers', 250],
    ['3.10', 'Prompts', 140],
  ] as const
  const segments = rows.flatMap(([number, title, start], row) => [
    line({ text: number, at: 20 + row * 12 }),
    line({ text: title, left: 75, at: 20 + row * 12 }),
    line({ text: ' .'.repeat(25), left: start, at: 20 + row * 12 }),
    line({ text: String(16 + row), left: 520, at: 20 + row * 12 }),
  ])
  assert.deepEqual(
    withLeaders(segments).map(({ text }) => text.replaceAll(/[ .]{9,}/g, ' … ')),
    rows.map(([number, title], row) => `${number} ${title} … ${16 + row}`),
  )
  const cells = [line({ text: 'Weir', at: 20 }), line({ text: '12', left: 100, at: 20 })]
  assert.deepEqual(withLeaders(cells), cells)
})

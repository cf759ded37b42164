import assert from 'node:assert/strict'
import { test } from 'node:test'
import { widthOf, type PlacedText } from '#test/fixtures/pdf-of-texts.ts'
import { readTexts } from '#test/fixtures/read-pdf-texts.ts'

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
    { text: String(page), x: 500 - widthOf(String(page), 9), y: 700 - row * 16 },
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

test('figures that fall, and figures below a header, stay a table', async () => {
  const falling = entries.map(([title, page]) => [title, 40 - page] as const)
  const headed = [['Part of the river', 'Metres'] as const, ...entries]
  for (const rows of [falling, headed])
    assert.match(await readTexts(placed(rows)), /^\| Floods of the early years \| \d+ \|$/m)
})

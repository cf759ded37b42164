import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlacedText } from '#fixtures/pdf-of-texts.ts'
import { endAt, readTexts } from '#fixtures/read-pdf-texts.ts'

const intro: PlacedText[] = [
  'The wells of the district are read in spring and in autumn by the',
  'people who own the land. Figures are those of the last reading, and',
  'where none was taken the place is empty.',
].map((text, at) => ({ text, x: 50, y: 790 - 11 * at }))

const wells = [
  ['7', 'North field', '12', 'clay'],
  ['12', 'Mill', '145', 'chalk'],
  ['103', 'Old lock', '60', 'sandstone'],
  ['9', 'Quay', '8', ''],
]

/** Figures that end at a place, 2.2 points before the words behind them. */
const rows = wells.flatMap(([number = '', name = '', depth = '', rock = ''], at) => {
  const y = 725 - 14 * at
  return [
    endAt(number, [80, y]),
    { text: name, x: 82.2, y },
    endAt(depth, [190, y]),
    ...(rock === '' ? [] : [{ text: rock, x: 192.2, y }]),
  ]
})

const written = (head: readonly string[]) =>
  [head, ...wells].map((row) => `| ${row.join(' | ').replace(/ $/, '')} |`)

test('heads that touch those before them begin where the cells below them do', async () => {
  const heads = [endAt('Num.', [82, 739]), endAt('Metre', [192, 739])]
  const others = [
    { text: 'Name', x: 82.2, y: 739 },
    { text: 'Rock', x: 192.2, y: 739 },
  ]
  const markdown = await readTexts([...intro, ...heads, ...others, ...rows])
  for (const row of written(['Num.', 'Name', 'Metre', 'Rock']))
    assert.ok(markdown.includes(row), markdown)
})

test('a head as close as a word to the one before it ends where the figures below it do', async () => {
  const [metre] = [endAt('Metre', [190, 739])]
  const name = endAt('Name of the well', [metre.x - 3, 739])
  const heads = [endAt('No.', [80, 739]), name, metre, { text: 'Rock', x: 192.2, y: 739 }]
  const markdown = await readTexts([...intro, ...heads, ...rows])
  assert.match(markdown, /\| Name of the well \| Metre \| Rock \|/)
})

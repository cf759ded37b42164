import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlacedText } from '#fixtures/pdf-of-texts.ts'
import { endAt, placeCells, readTexts } from '#fixtures/read-pdf-texts.ts'

const xs = [50, 190, 330, 450]
const places = ['Mill', 'North bank', 'Old lock', 'Quay']

/** A table of four columns with figures that end at one place. */
const gauges = (top: number): PlacedText[] => [
  ...placeCells(['Gauge', 'Lowest', 'Mean', 'Highest'], {
    xs: [50, 200, 300, 420],
    y: top,
    look: 'bold',
  }),
  ...places.flatMap((place, at) => {
    const y = top - 15 * (at + 1)
    return [
      { text: place, x: 50, y },
      ...[228, 324, 452].map((x, column) => endAt(String(37 * (at + 2) * (column + 1)), [x, y])),
    ]
  }),
]
const rowsOfGauges = [
  '| Gauge | Lowest | Mean | Highest |',
  '| --- | --- | --- | --- |',
  ...places.map(
    (place, at) => `| ${[place, ...[1, 2, 3].map((by) => 37 * (at + 2) * by)].join(' | ')} |`,
  ),
]

test('fields closely above a table are a table of their own', async () => {
  const fields = [
    ['Keeper', 'Ada Berg', 'Boat', 'Heron'],
    ['Berth', 'B 14', 'Length', '9.4 m'],
    ['Since', '4 May 2019', 'Flag', 'Norway'],
  ]
  const placed = fields.flatMap((row, at) => placeCells(row, { xs, y: 760 - 12.5 * at }))
  const markdown = await readTexts([...placed, ...gauges(713)])
  const rows = markdown.split('\n')
  for (const row of fields) assert.ok(rows.includes(`| ${row.join(' | ')} |`), markdown)
  assert.ok(markdown.endsWith(rowsOfGauges.join('\n')), markdown)
})

test('fields below a table, and a sum to its right, are no rows of it', async () => {
  const fields = [
    ['Driver', 'Ada Berg'],
    ['Received by', 'Jon Quill'],
    ['Date', '9 April 2025'],
  ]
  const placed = fields.flatMap((row, at) => placeCells(row, { xs: [50, 115], y: 660 - 14 * at }))
  const markdown = await readTexts([...gauges(745), ...placed])
  assert.ok(markdown.includes(`${rowsOfGauges.join('\n')}\n\n`), markdown)
  for (const row of fields) assert.ok(markdown.includes(`| ${row.join(' | ')} |`), markdown)
  const withSum = await readTexts([
    ...gauges(745),
    ...placeCells(['Net pay', '17.30'], { xs: [480, 525], y: 660 }),
  ])
  assert.ok(withSum.startsWith(`${rowsOfGauges.join('\n')}\n\n`), withSum)
})

test('a larger line between two tables is a heading', async () => {
  const other = [
    ['Date', 'Work'],
    ['13.12.2025', 'Oil and filter'],
    ['25.07.2025', 'Brake pads'],
  ]
  const markdown = await readTexts([
    ...gauges(745),
    { text: 'Service', x: 50, y: 660, size: 13, look: 'bold' },
    ...other.flatMap((row, at) => placeCells(row, { xs: [50, 200], y: 640 - 15 * at })),
  ])
  assert.match(markdown, /\n\n#+ Service\n\n\| Date \| Work \|/)
})

test('a head above cells that it is not level with, and sums below them, stay in their table', async () => {
  const markdown = await readTexts([
    ...placeCells(['Goods', 'Pieces', 'Price'], { xs: [50, 260, 420], y: 760, look: 'bold' }),
    ...['Rope', 'Anchor', 'Lamp'].flatMap((text, at) => {
      const y = 740 - 15 * at
      return [
        { text, x: 50, y },
        endAt(String(7 * (at + 1)), [290, y]),
        endAt(`${at + 1}4.50`, [450, y]),
      ]
    }),
    { text: 'Total due', x: 240, y: 685, look: 'bold' },
    endAt('103.50', [450, 685]),
  ])
  assert.match(markdown, /\| Lamp \| 21 \| 34\.50 \|\n\| \| \*\*Total due\*\* \| 103\.50 \|/)
})

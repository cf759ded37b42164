import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlacedText } from '#fixtures/pdf-of-texts.ts'
import { endAt, placeCells, readTexts } from '#fixtures/read-pdf-texts.ts'

const listRows = (markdown: string) => markdown.split('\n').filter((line) => line.startsWith('|'))
const stack = (lines: readonly string[], x: number, y: number): PlacedText[] =>
  lines.map((text, at) => ({ text, x, y: y - 13 * at }))
const goods = [
  ['Rope', '12', '48.00'],
  ['Shackle, steel', '4', '36.50'],
  ['Lamp', '1', '85.00'],
].flatMap(([name = '', count = '', price = ''], at) => [
  { text: name, x: 50, y: 600 - 16 * at },
  endAt(count, [300, 600 - 16 * at]),
  endAt(price, [420, 600 - 16 * at]),
])

test('addresses below their heads are no rows, however close they are', async () => {
  const sender = ['Kern Glass Works', 'Furnace Lane 2', '01099 Dresden']
  const receiver = ['Atelier Moreau', '8 rue du Port', '69002 Lyon', 'France']
  const heads = [
    { text: 'Sender', x: 50, y: 740, size: 11, look: 'bold' },
    { text: 'Receiver', x: 140, y: 740, size: 11, look: 'bold' },
  ] as const
  const markdown = await readTexts([
    ...heads,
    ...stack(sender, 50, 724),
    ...stack(receiver, 140, 724),
    ...goods,
  ])
  assert.ok(!listRows(markdown).some((row) => /Kern|Moreau|Lyon/.test(row)), markdown)
  assert.ok(listRows(markdown).includes('| Lamp | 1 | 85.00 |'), markdown)
})

for (const address of [
  ['Weaver and Daughters', '14 Loom Street', 'Paisley PA1 2BB'],
  ['Haas Pumps GmbH', 'Hafenstr. 2', '4020 Linz'],
])
  test(`an address with ${address[2]} is no column of what stands beside it`, async () => {
    const facts = [
      ['Invoice', 'W-2207'],
      ['Date', '9 June 2026'],
      ['Customer', 'C-118'],
    ]
    const beside = facts.flatMap((row, at) => placeCells(row, { xs: [340, 410], y: 740 - 13 * at }))
    const markdown = await readTexts([...stack(address, 50, 740), ...beside, ...goods])
    const rows = listRows(markdown)
    for (const row of facts) assert.ok(rows.includes(`| ${row.join(' | ')} |`), markdown)
    assert.ok(!rows.some((row) => address.some((line) => row.includes(line))), markdown)
  })

test('labels and values in pairs above a table are rows of their own', async () => {
  const pairs = [
    ['Name', 'Brandt, Ole', 'Sample', 'S-2026-4410'],
    ['Born', '17.08.1959', 'Taken', '03.05.2026'],
  ].flatMap((row, at) => placeCells(row, { xs: [52, 102, 292, 342], y: 758 - 16 * at }))
  const table = [
    ['Test', 'Result', '', 'Unit', 'Range'],
    ['Haemoglobin', '11.2', 'L', 'g/dl', '13.0 - 17.5'],
    ['Platelets', '244', '', '/nl', '150 - 400'],
  ].flatMap((row, at) =>
    placeCells(row, {
      xs: [52, 217, 255, 275, 335],
      y: 720 - 16 * at,
      ...(at === 0 && { look: 'bold' as const }),
    }),
  )
  const markdown = await readTexts([...pairs, ...table])
  for (const row of listRows(markdown)) assert.doesNotMatch(row, /Name.*Born|Brandt.*17\.08/)
  assert.match(markdown, /Name \| Brandt, Ole \|/)
  assert.match(markdown, /Born \| 17\.08\.1959 \|/)
})

test('a pair far below a table whose value is in no column is no row of it', async () => {
  const pay = [
    ['Basic pay', '2,650.00'],
    ['Night shifts', '214.50'],
    ['Meals', '88.00'],
    ['Gross', '2,952.50'],
  ].flatMap(([name = '', sum = ''], at) => [
    { text: name, x: 50, y: 700 - 12 * at },
    endAt(sum, [240, 700 - 12 * at]),
  ])
  const below = placeCells(['Net pay', '2,050.37'], { xs: [50, 120], y: 640 })
  const markdown = await readTexts([...pay, ...below])
  assert.ok(listRows(markdown).includes('| Gross | 2,952.50 |'), markdown)
  assert.doesNotMatch(markdown, /Gross[^|]*Net|\| Net pay \|[^\n]*2,952/)
})

test('a paragraph is read before the table beside it, not as its first column', async () => {
  const text = [
    'In spring the old trees were cut back, and eleven young',
    'ones were planted beside the wall, where the soil is',
    'deep and the frost comes late.',
  ]
  const rows = [
    ['Boskoop', '14', 'October'],
    ['Gravenstein', '9', 'August'],
    ['Topaz', '22', 'September'],
  ]
  const table = [['Sort', 'Trees', 'Ripe'], ...rows].flatMap((row, at) =>
    placeCells(row, { xs: [323, 410, 450], y: 745 - 15 * at }),
  )
  const markdown = await readTexts([
    { text: 'The orchard', x: 50, y: 768, size: 15, look: 'bold' },
    ...stack(text, 50, 745),
    { text: 'Visitors may pick apples from September on.', x: 50, y: 703 },
    ...table,
    { text: 'The press can be borrowed for a day.', x: 50, y: 680 },
  ])
  assert.ok(markdown.includes(text.join(' ')), markdown)
  for (const row of rows) assert.ok(listRows(markdown).includes(`| ${row.join(' | ')} |`), markdown)
})

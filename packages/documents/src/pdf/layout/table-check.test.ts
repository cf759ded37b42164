import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlacedText } from '#fixtures/pdf-of-texts.ts'
import { endAt, placeCells, readTexts } from '#fixtures/read-pdf-texts.ts'

const xs = [50, 130, 250, 330, 420]
const head = ['Day', 'Work', 'Hours', 'Place', 'Paid']
const days = [
  ['Monday', 'Gate oiled', '2.5', 'Upper lock', 'yes'],
  ['Tuesday', 'Rake mended', '1.0', 'Town weir', 'no'],
  ['Friday', 'Steps swept', '0.5', 'Quay', 'yes'],
]
const table = (top: number): PlacedText[] => [
  ...placeCells(head, { xs, y: top, look: 'bold' }),
  ...days.flatMap((row, at) => placeCells(row, { xs, y: top - 15 * (at + 1) })),
]
const written = [head, ...days].map((row) => `| ${row.join(' | ')} |`)
const listRows = (markdown: string) =>
  markdown.split('\n').filter((line) => line.startsWith('|') && !/^[| -]+$/.test(line))

test('a row of labels and values above a table is not its first row', async () => {
  const fields = [
    { text: 'Keeper', x: 50 },
    { text: 'Ada Berg', x: 135 },
    { text: 'Week', x: 182 },
    { text: '23 of 2025', x: 420 },
  ]
  const markdown = await readTexts([...fields.map((one) => ({ ...one, y: 745 })), ...table(730)])
  assert.deepEqual(listRows(markdown), written)
  assert.match(markdown, /^Keeper Ada Berg Week 23 of 2025\n/)
})

test('sums below a table, at other places than its columns, are rows of their own', async () => {
  const sums = [
    ['Sum of the hours', '4.0'],
    ['Of which paid', '3.0'],
  ].flatMap(([label = '', figure = ''], at) => {
    const y = 665 - 14 * at
    return [{ text: label, x: 285, y }, endAt(figure, [520, y])]
  })
  const markdown = await readTexts([...table(730), ...sums])
  assert.deepEqual(listRows(markdown).slice(0, 4), written)
  assert.match(markdown, /Sum of the hours (?:\| )?4\.0/)
  assert.doesNotMatch(markdown, /\| \| .*Sum of the hours/)
})

test('a head over two columns, in its middle, is part of the table', async () => {
  const rates = ['6', '8', '10'].flatMap((metres, at) => {
    const y = 700 - 15 * at
    const figures = [214, 294, 374, 454].map((x, column) =>
      endAt(`${7 * (at + 2) * (column + 1)}.00`, [x, y]),
    )
    return [{ text: `up to ${metres} m`, x: 50, y }, ...figures]
  })
  const markdown = await readTexts([
    ...placeCells(['Length', 'Summer', 'Winter'], { xs: [50, 220, 384], y: 730, look: 'bold' }),
    ...placeCells(['day', 'week', 'day', 'week'], {
      xs: [195, 268, 355, 428],
      y: 715,
      look: 'bold',
    }),
    ...rates,
  ])
  const rows = listRows(markdown)
  assert.match(rows[0] ?? '', /Length.*Summer.*Winter/)
  assert.equal(rows.at(-1), '| up to 10 m | 28.00 | 56.00 | 84.00 | 112.00 |')
})

test('a paragraph beside a table is in none of its rows', async () => {
  const lines = [
    'The keeper winds the clock',
    'each evening, and in winter',
    'in the morning as well.',
  ]
  const beside = lines.map((text, at) => ({ text, x: 262, y: 730 - 11.5 * at }))
  const teams = ['Otters', 'Herons', 'Moles', 'Gulls'].flatMap((name, at) => {
    const y = 715 - 15 * at
    return [
      { text: String(at + 1), x: 50, y },
      { text: name, x: 90, y },
      endAt(`${44 - at}`, [250, y]),
    ]
  })
  const top = placeCells(['Pl.', 'Team', 'Points'], { xs: [50, 90, 219], y: 730, look: 'bold' })
  const markdown = await readTexts([...top, ...teams, ...beside])
  for (const row of listRows(markdown)) assert.doesNotMatch(row, /keeper|evening|morning/)
  for (const [at, name] of ['Otters', 'Herons', 'Moles', 'Gulls'].entries())
    assert.match(markdown, new RegExp(`${at + 1} (?:\\| )?${name} (?:\\| )?${44 - at}`))
})

test('figures that end at one place are parted from the names behind them', async () => {
  const goods = [
    ['4', 'Plum', '3.80'],
    ['120', 'Cider', '14.20'],
    ['33', 'Lager, dark', '3.90'],
    ['1,002', 'Bitter', '2.50'],
  ]
  // One text for both, as typesetters write that give a place to each word.
  const placed = goods.flatMap(([count = '', name = '', price = ''], at) => {
    const y = 730 - 14 * at
    const [{ x }] = [endAt(count, [80, y])]
    return [{ text: `${count} ${name}`, x, y }, endAt(price, [250, y])]
  })
  const intro = [
    'The bar at the lock is open from May until the end of September, on',
    'all days but Monday. Prices are those of one glass, and the numbers',
    'before them are what was sold in the first week of the last summer.',
  ].map((text, at) => ({ text, x: 50, y: 790 - 11 * at }))
  const markdown = await readTexts([...intro, ...placed])
  for (const row of goods)
    assert.ok(listRows(markdown).includes(`| ${row.join(' | ')} |`), markdown)
})

test('figures that begin cells of one edge are a part of them', async () => {
  const stops = [
    ['12 Mill Lane', 'at 7:05'],
    ['3 Weir Street, by the bakery', 'at 7:11'],
    ['140 Long Quay', 'at 7:19'],
    ['8 Castle Yard', 'at 7:30'],
  ]
  const lefts = stops.flatMap((row, at) => placeCells(row, { xs: [50, 300], y: 730 - 14 * at }))
  const ends = stops.flatMap(([place = '', time = ''], at) => {
    const y = 600 - 14 * at
    return [endAt(place, [200, y]), { text: time, x: 300, y }]
  })
  const markdown = await readTexts([...lefts, ...ends])
  for (const row of stops)
    assert.equal(
      listRows(markdown).filter((one) => one === `| ${row.join(' | ')} |`).length,
      2,
      markdown,
    )
})

test('the lines of a cell that ends at the bottom of its row are above the others', async () => {
  const y = 715
  const lines = ['Lift of the boat out', 'of the water and', 'back again']
  const cell = lines.map((text, at) => ({ text, x: 90, y: y + 11 * (2 - at) }))
  const rows = [
    [{ text: '1', x: 50, y }, endAt('120.00', [260, y]), { text: 'EUR', x: 300, y }],
    ...['Power', 'Water'].map((name, at) => {
      const level = y - 15 * (at + 1)
      return [
        { text: String(at + 2), x: 50, y: level },
        { text: name, x: 90, y: level },
        endAt('7.10', [260, level]),
        { text: 'EUR', x: 300, y: level },
      ]
    }),
  ].flat()
  const top = placeCells(['Pos', 'Text', 'Price', 'In'], {
    xs: [50, 90, 230, 300],
    y: 755,
    look: 'bold',
  })
  const markdown = await readTexts([...top, ...cell, ...rows])
  assert.ok(markdown.includes(`| 1 | ${lines.join(' ')} | 120.00 | EUR |`), markdown)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureWidth, type PlacedText } from '#fixtures/pdf-of-texts.ts'
import { line } from '#fixtures/pdf-lines.ts'
import { endAt, placeCells, readTexts } from '#fixtures/read-pdf-texts.ts'
import { findRegions } from './reading-order.ts'

const read = async (texts: readonly PlacedText[]) => (await readTexts([...texts])).split('\n')

const includes = (lines: readonly string[], ...wanted: string[]) => {
  for (const line of wanted) assert.ok(lines.includes(line), lines.join('\n'))
}

test('a row is in one part of a page although its last figures are beside a head above', () => {
  const heads = [
    [361.6, 450.5, 99.8],
    ...[119.3, 132.8].flatMap((at) => [333, 429.2, 525.5].map((left) => [left, left + 20, at])),
  ]
  const rows = [
    [151.5, 82, 333.5, 430.1, 526],
    [168.8, 98.1, 326.8, 423.1, 519.4],
    [186.8, 98.5, 333.5, 429.7, 526],
    [204.8, 85.3, 334.7, 430.6, 526.9],
  ].flatMap(([at = 0, end = 0, ...lefts]) => [
    [47, end, at],
    ...lefts.map((left, column) => [left, [355.9, 452.2, 548.5][column] ?? 0, at]),
  ])
  const segments = [...heads, ...rows].map(([left = 0, right = 0, at = 0]) => ({
    ...line({ text: left < 60 ? 'Sales' : '8,304', left, at }),
    right,
  }))
  const [region] = findRegions([line({ text: 'Year', left: 45, at: 70, size: 14 }), ...segments])
  assert.equal(region?.length, segments.length + 1)
})

test('a table beside a paragraph keeps its first column when its words could be an address', async () => {
  const text = placeCells(['The lift takes people from the quay up to the old town'], {
    xs: [40],
    y: 762,
  })
  const more = [
    { text: 'Lift', x: 40, y: 785, size: 16 },
    { text: 'from early in the morning on.', x: 40, y: 751 },
    { text: 'It is closed on holidays.', x: 40, y: 700 },
    { text: 'Dogs ride free.', x: 40, y: 689 },
  ]
  const rows = [
    ['Who', 'How long', 'Price'],
    ['Pupil', '3 months', '12.00'],
    ['Over 65', '3 months', '15.50'],
    ['Bicycle', '1 way', '1.20'],
  ].flatMap((cells, at) => placeCells(cells, { xs: [350, 440, 510], y: 760 - 14 * at }))
  const lines = await read([...text, ...more, ...rows])
  includes(lines, '| Who | How long | Price |', '| Over 65 | 3 months | 15.50 |')
})

const visits = [
  ['Guest', 'Ida Holm'],
  ['Arrived', '3 May 2026'],
  ['Room', '14 B'],
]

test('a large title beside rows is no cell of them', async () => {
  const rows = visits.flatMap((cells, at) =>
    placeCells(cells, { xs: [390, 450], y: 770 - 15 * at }),
  )
  const lines = await read([{ text: 'Receipt', x: 50, y: 752, size: 20 }, ...rows])
  includes(lines, '# Receipt', '| Guest | Ida Holm |', '| Arrived | 3 May 2026 |')
})

test('a line of large words above a table is no row of it', async () => {
  const title = [
    { text: 'Holm & Co', x: 50, y: 780, size: 15 },
    endAt('CREDIT NOTE', [545, 780]),
  ].map((text) => ({ ...text, size: 15 }))
  const rows = [
    ['Client', 'Ida Vik', 'Number', '0042'],
    ['Our sign', 'IV/3', 'Date', '3 May 2026'],
  ].flatMap((cells, at) =>
    placeCells(cells, { xs: [50, 120, 310, 380], y: 750 - 15 * at }).map((text, own) => ({
      ...text,
      size: own % 2 === 0 ? 8 : 10,
    })),
  )
  const lines = await read([...title, ...rows])
  includes(lines, '| Client | Ida Vik | Number | 0042 |')
  assert.ok(!lines.some((line) => line.startsWith('|') && line.includes('CREDIT')))
})

test('a head as far from the first row as rows from each other is no part of its cells', async () => {
  const halves = [
    ['Wages', '2,800.00', 'Tax', '310.00'],
    ['Sundays', '140.00', 'Pension', '96.00'],
    ['Meals', '52.00', 'Club', '9.00'],
    ['', '', 'Health', '71.00'],
  ].flatMap(([a = '', b = '', c = '', d = ''], at) => {
    const y = 747 - 13 * at
    const left = a === '' ? [] : [{ text: a, x: 50, y }, endAt(b, [180, y])]
    return [...left, { text: c, x: 183, y }, endAt(d, [290, y])]
  })
  const lines = await read([
    ...placeCells(['Given', 'Taken'], { xs: [50, 183], y: 760 }),
    ...halves,
  ])
  includes(lines, '| Wages | 2,800.00 | Tax | 310.00 |', '| | | Health | 71.00 |')
})

test('a line in the middle below a left-aligned cell is no line of it when it is further away than rows', async () => {
  const rows = [
    ['Point', 'Speaker', 'Time'],
    ['Money of the year', 'Vik', '20'],
    ['Work on the weir', 'Berg', '15'],
    ['Votes on the board', '', '5'],
  ].flatMap((cells, at) => placeCells(cells, { xs: [50, 300, 460], y: 760 - 16 * at }))
  const text = 'Bring your cup'
  const x = 50 + (measureWidth('Votes on the board', 10) - measureWidth(text, 10)) / 2
  const lines = await read([...rows, { text, x, y: 685 }, { text: 'Tea is served', x, y: 674 }])
  includes(lines, 'Bring your cup Tea is served', '| Votes on the board | | 5 |')
})

test('the items of a list in a cell stay in it', async () => {
  const rows = [
    ['Post', 'Work', 'Deputy'],
    ['Pilot', '\u0095 steers the boat', 'Vik'],
    ['', '\u0095 writes the log', ''],
    ['Cook', '\u0095 buys fish', 'Berg'],
    ['', '\u0095 cleans the pans', ''],
  ].flatMap((cells, at) =>
    placeCells(cells, { xs: [50, 130, 400], y: 760 - 17 * at + (at % 2 === 0 && at > 0 ? 4 : 0) }),
  )
  const lines = await read(rows.filter(({ text }) => text !== ''))
  includes(lines, '| Pilot | • steers the boat • writes the log | Vik |')
  includes(lines, '| Cook | • buys fish • cleans the pans | Berg |')
})

test('a note below a table is not cut where one of its words is near a column by chance', async () => {
  const rows = [
    ['No', 'Work', '14.00'],
    ['1', 'Belt and rollers', '214.00'],
    ['2', 'Labour', '220.00'],
    ['3', 'Oil and washer', '48.30'],
  ].flatMap(([no = '', work = '', sum = ''], at) => {
    const y = 740 - 17 * at
    return [...placeCells([no, work], { xs: [50, 90], y }), endAt(sum, [540, y])]
  })
  const sums = [
    ['Old parts can be', 'Net', '482.30'],
    ['collected for a week.', 'Tax', '120.58'],
  ].flatMap(([note = '', label = '', sum = ''], at) => {
    const y = 660 - 12 * at
    return [{ text: note, x: 50, y, size: 9 }, { text: label, x: 400, y }, endAt(sum, [540, y])]
  })
  const lines = await read([...rows, ...sums])
  assert.ok(
    lines.some((line) => line.includes('Old parts can be |')),
    lines.join('\n'),
  )
})

test('the numbers of lines are not parted from the larger code beside them', () => {
  const code = ['if windows', 'then name = 1', 'else stop', 'end'].flatMap((text, at) => [
    line({ text: `${at + 7}`, left: 50, at: 100 + 12 * at, size: 6 }),
    line({ text, left: at === 1 ? 90 : 70, at: 100 + 12 * at, size: 10, isCode: true }),
  ])
  assert.equal(findRegions(code).length, 1)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeColumn } from '#fixtures/pdf-of-texts.ts'
import { endAt, placeCells, readTexts } from '#fixtures/read-pdf-texts.ts'

const listRows = (markdown: string) =>
  markdown.split('\n').filter((line) => line.startsWith('|') && !/^[| -]+$/.test(line))

const boats = [
  ['1', 'Heron', '14.20', 'oak'],
  ['2', 'Auk', '9.75', 'larch'],
  ['11', 'Grey goose', '102.00', 'ash'],
]
const xs = [50, 110, 250, 330]
const head = placeCells(['No.', 'Boat', 'Tons', 'Wood'], { xs, y: 730, look: 'bold' })
const rows = boats.flatMap((row, at) => placeCells(row, { xs, y: 715 - 15 * at }))
const written = ['| No. | Boat | Tons | Wood |', ...boats.map((row) => `| ${row.join(' | ')} |`)]

test('texts in the columns of a table, but above its head, are no row of it', async () => {
  const fields = placeCells(['Depot', 'North 4', 'Year 1981'], { xs: [50, 110, 330], y: 745 })
  const markdown = await readTexts([...fields, ...head, ...rows])
  assert.deepEqual(listRows(markdown), written)
  assert.match(markdown, /Depot.*North 4.*Year 1981/)
})

test('the first line of a head of two lines stands over the second one', async () => {
  const over = { text: 'Weight in', x: 240, y: 741, look: 'bold' as const }
  const markdown = await readTexts([over, ...head, ...rows])
  assert.deepEqual(listRows(markdown), [
    '| No. | Boat | Weight in Tons | Wood |',
    ...written.slice(1),
  ])
})

test('lines below a narrow table that cross its columns are no part of the last row', async () => {
  const places = [50, 66, 92, 136]
  const cells = [
    ['1', '212', 'Falk, Ida', '2009'],
    ['12', '98', 'Gatti, Pia', '2021'],
    ['103', '140', 'Haas, Jan', '2016'],
  ].flatMap((row, at) => placeCells(row, { xs: places, y: 730 - 14 * at }))
  const lines = ['Gates close at nine in the evening.', 'Fires are not allowed anywhere.'].map(
    (text, at) => ({ text, x: 56, y: 683 - 10 * at }),
  )
  const markdown = await readTexts([...cells, ...lines])
  assert.match(markdown, /\| 103 \| 140 \| Haas, Jan \| 2016 \|\n\nGates close/)
})

test('heads as close as words are cut at the ends of their columns', async () => {
  const ends = [300, 332, 366]
  const amounts = [
    ['01.03.', '810.00', '', '810.00'],
    ['03.03.', '', '810.00', '0.00'],
    ['14.03.', '46.20', '', '46.20'],
    ['15.03.', '', '46.20', '0.00'],
  ].flatMap(([day = '', ...figures], at) => [
    { text: day, x: 50, y: 715 - 13 * at },
    ...figures.flatMap((text, column) =>
      text === '' ? [] : endAt(text, [ends[column] ?? 0, 715 - 13 * at]),
    ),
  ])
  const names = [{ text: 'Day', x: 50, y: 730 }, endAt('Debit Credit Balance', [366, 730])]
  const [first = ''] = listRows(await readTexts([...names, ...amounts]))
  assert.equal(first, '| Day | Debit | Credit | Balance |')
})

test('a few lines of text beside a table are no column of it', async () => {
  const places = [50, 130]
  const numbers = [
    ['Bakery', '4 11 20'],
    ['Chemist', '4 12 08'],
    ['Dentist', '4 90 17'],
    ['Brigade', '112'],
    ['Forester', '4 33 61'],
  ].flatMap((row, at) => placeCells(row, { xs: places, y: 730 - 13 * at }))
  const words =
    'Calls from the valley are free, and those from the town cost as much as a letter. The line to the forester is out of order in storms, so that people ride there. A boy is paid for that by the parish.'
  const place = { x: 240, y: 730, width: 195, leading: 13, isJustified: false }
  const text = placeColumn(words.split(' '), place)
  const markdown = await readTexts([...numbers, ...text])
  assert.match(markdown, /from the town cost as much as a letter\. The line to the forester/)
  assert.match(markdown, /\| Dentist \| 4 90 17 \|/)
})

test('the lines of a sender at the top of a single page stay', async () => {
  const sender = ['Stove Works Kern', 'Furnace Lane', 'Dresden'].map((text, at) => ({
    text,
    x: 50,
    y: 800 - 12 * at,
  }))
  const markdown = await readTexts([
    ...sender,
    ...head,
    ...rows,
    ...rows.map((one) => ({ ...one, y: one.y - 60 })),
  ])
  assert.match(markdown, /^Stove Works Kern\\\nFurnace Lane\\\nDresden/)
})

test('a paragraph that goes on below a table beside it stays whole', async () => {
  const facts = [
    ['Area', '143 ha'],
    ['People', '419'],
    ['Ferry', 'twice a day'],
  ].flatMap((cells, at) => placeCells(cells, { xs: [400, 470], y: 760 - 14 * at }))
  const lines = [
    'The island lies in the west of the group and is known for its cliffs, which',
    'are among the highest of the country and are seen from the ferry in',
    'the morning, when the sun is low. On other days it is hidden by clouds',
    'that come from the sea and stay until noon, so that the birds on it can',
    'be heard but not be seen by them. Most people live in the south, where',
  ].map((text, at) => ({ text, x: 50, y: 767 - 12 * at }))
  const wide = [
    'the land is flat and the soil is good enough for cattle and oats, though not for wheat, which has been',
    'brought by ship from the next island since the mill was built, and is ground in the north in autumn.',
  ].map((text, at) => ({ text, x: 50, y: 707 - 12 * at }))
  const markdown = await readTexts([...lines, ...facts, ...wide])
  assert.match(markdown, /in the south, where the land is flat and the soil/)
  assert.ok(markdown.includes('| People | 419 |'), markdown)
})

test('lines of a paragraph are no names of the rows beside it', async () => {
  const lines = [
    'The island lies in the west of the group and is known for its cliffs, which',
    'are among the highest of the country and are seen from the ferry in',
    'the morning, when the sun is low and the birds come back from the sea.',
  ].flatMap((text, at) =>
    placeCells([text, 'Area', `${at}43 ha`], { xs: [50, 400, 470], y: 760 - 14 * at }),
  )
  assert.deepEqual(listRows(await readTexts(lines)), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureWidth, type PlacedText } from '#fixtures/pdf-of-texts.ts'
import { readTexts } from '#fixtures/read-pdf-texts.ts'

const places = ['Mill', 'North bank', 'Bridge', 'Old lock', 'Harbour', 'South gate', 'Quay']

/** Names, figures that end at one edge, and words. */
const tableAt = (x: number, leading: number, rows: readonly (readonly string[])[]): PlacedText[] =>
  rows.flatMap(([name = '', figure = '', state = ''], row) => {
    const y = 740 - row * leading
    return [
      { text: name, x, y },
      { text: figure, x: x + 100 - measureWidth(figure, 9), y },
      ...(state === '' ? [] : [{ text: state, x: x + 120, y }]),
    ]
  })

const makeRows = (start: number, count: number, state: string) =>
  Array.from({ length: count }, (_, row) => [
    places[(start + row) % places.length] ?? '',
    String((start + 1) * 37 + row * 113),
    state,
  ])

const writeLine = (row: readonly string[]) => `| ${row.filter((cell) => cell !== '').join(' | ')} |`

test('two tables side by side with rows of different heights are two tables', async () => {
  const [left, right] = [makeRows(0, 7, 'open'), makeRows(2, 5, '')]
  const markdown = await readTexts([...tableAt(50, 13, left), ...tableAt(320, 17, right)])
  assert.deepEqual(
    markdown.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('| -')),
    [...left, ...right].map(writeLine),
  )
})

test('two tables side by side of one row height are two when one of them is longer', async () => {
  const [left, right] = [makeRows(0, 7, ''), makeRows(2, 4, '')]
  const markdown = await readTexts([...tableAt(50, 14, left), ...tableAt(320, 14, right)])
  assert.deepEqual(
    markdown.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('| -')),
    [...left, ...right].map(writeLine),
  )
})

test('columns of one table with a wide gap between them stay one table', async () => {
  const rows = makeRows(0, 6, 'open')
  const further = makeRows(3, 6, 'wet')
  const markdown = await readTexts([...tableAt(50, 14, rows), ...tableAt(260, 14, further)])
  const whole = rows.map((row, at) => [...row, ...(further[at] ?? [])])
  for (const row of whole) assert.ok(markdown.includes(writeLine(row)), markdown)
})

test('rows that may be those of two tables of names and figures are lines of text', async () => {
  const [left, right] = [makeRows(0, 6, ''), makeRows(3, 6, '')]
  const markdown = await readTexts([...tableAt(50, 14, left), ...tableAt(250, 14, right)])
  const lines = left.map((row, at) => [...row, ...(right[at] ?? [])].filter(Boolean).join(' '))
  assert.deepEqual(
    markdown.split('\n').map((line) => line.replace('\\', '').trim()),
    lines,
  )
})

const listRows = (markdown: string) =>
  markdown.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('| -'))

test('an address beside labels and values of another line height is no part of their table', async () => {
  const address = ['Harbour Supplies Ltd', '12 Quay Street', 'Northport', 'Attention of Ada Berg']
  const facts = [
    ['Invoice no.', 'R-4411'],
    ['Date', '2 July 2024'],
    ['Due date', '1 August 2024'],
    ['Customer', 'K398'],
  ]
  for (const isReversed of [false, true]) {
    const [lines, cells] = isReversed ? [360, 50] : [50, 360]
    const markdown = await readTexts([
      ...address.map((text, at) => ({ text, x: lines, y: 740 - at * 12 })),
      ...facts.flatMap(([label = '', value = ''], at) => [
        { text: label, x: cells, y: 740 - at * 15 },
        { text: value, x: cells + 100, y: 740 - at * 15 },
      ]),
    ])
    assert.deepEqual(listRows(markdown), facts.map(writeLine))
    for (const line of address) assert.ok(markdown.includes(line), markdown)
  }
})

test('cells beside the middle of the lines of another are of its row', async () => {
  const lines = ['Rope of hemp', 'in two lengths', 'Paint', 'Canvas', 'for sails', 'of ships']
  const rows = [
    { y: 734, cells: ['12.50', '3'] },
    { y: 708, cells: ['8.00', '14'] },
    { y: 680, cells: ['21.75', '9'] },
  ]
  const markdown = await readTexts([
    ...lines.map((text, at) => ({ text, x: 50, y: [740, 728, 708, 692, 680, 668][at] ?? 0 })),
    ...rows.flatMap(({ y, cells }) => cells.map((text, at) => ({ text, x: 250 + at * 80, y }))),
  ])
  assert.deepEqual(listRows(markdown), [
    '| Rope of hemp in two lengths | 12.50 | 3 |',
    '| Paint | 8.00 | 14 |',
    '| Canvas for sails of ships | 21.75 | 9 |',
  ])
})

test('tables of one row height are two when one ends before the other', async () => {
  const [left, right] = [makeRows(0, 5, ''), makeRows(2, 8, 'open')]
  const markdown = await readTexts([...tableAt(50, 14, left), ...tableAt(230, 14, right)])
  assert.deepEqual(listRows(markdown), [...left, ...right].map(writeLine))
})

test('addresses side by side above a table are read one after the other', async () => {
  const blocks = [
    ['Supplier', 'Nordic Tools', 'Hamngatan 8', '11147 Stockholm'],
    ['Deliver to', 'Quill Workshops', 'Unit 6 of the dock', 'Southwick SW1'],
  ]
  const goods = [
    ['Rope', '4', '12.50'],
    ['Lamp', '1', '80.00'],
  ]
  const markdown = await readTexts([
    ...blocks.flatMap((lines, side) =>
      lines.map((text, at) => ({ text, x: 50 + 250 * side, y: 760 - 12 * at })),
    ),
    ...goods.flatMap((row, at) =>
      row.map((text, column) => ({ text, x: 50 + 170 * column, y: 690 - 15 * at })),
    ),
  ])
  assert.equal(
    markdown
      .replaceAll(/[\\*#]/g, '')
      .split(/\s*\n\s*/)
      .slice(0, 8)
      .join(' / '),
    blocks.flat().join(' / '),
  )
  assert.match(markdown, /\| Lamp \| 1 \| 80\.00 \|/)
})

test('the texts of the last cells of rows are no column of text, although some rows have none', async () => {
  const remarks = [
    [],
    ['Replaced under warranty, and the old part', 'must be returned within fourteen days'],
    ['Includes the material and two hours of', 'work by a fitter'],
    [],
    ['Only for boats that were built before the', 'year of the flood, see the list'],
    ['Sold by the metre, and cut pieces are not', 'taken back'],
  ]
  let y = 745
  const placed = remarks.flatMap((lines, at) => {
    const row = [
      { text: String(at + 1), x: 50, y },
      { text: places[at] ?? '', x: 80, y },
      { text: String(at * 7 + 3), x: 200, y },
      ...lines.map((text, line) => ({ text, x: 300, y: y - 11 * line })),
    ]
    y -= 11 * Math.max(1, lines.length) + 6
    return row
  })
  const markdown = await readTexts(placed)
  for (const [at, lines] of remarks.entries()) {
    const cells = [at + 1, places[at], at * 7 + 3, ...(lines.length > 0 ? [lines.join(' ')] : [])]
    assert.ok(markdown.includes(`| ${cells.join(' | ')} |`), markdown)
  }
})

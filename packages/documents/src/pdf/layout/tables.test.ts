import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assemble } from '#documents/pdf/assemble.ts'
import { htmlOfLines, line, long, rowsOfTable } from '#fixtures/pdf-lines.ts'
import { layOut } from './lay-out.ts'
import { groupPieces } from './pieces.ts'
import { findRegions } from './reading-order.ts'
import { groupRows } from './rows.ts'
import { createHyphens } from './hyphens.ts'
import { toHtml } from './to-html.ts'
import { measureTypography } from './typography.ts'

test('cells in rows stay rows, whatever stands side by side', () => {
  const cells = ['Year', 'Level', 'Remark', '2021', '3.2', 'high', '2022', '2.9', 'dry']
  const segments = cells.map((text, index) =>
    line({
      text,
      left: 50 + (index % 3) * 100,
      at: 20 + Math.floor(index / 3) * 20,
      isBold: index < 3,
    }),
  )
  assert.equal(findRegions(segments).length, 1)
  const [table] = groupPieces(groupRows(segments), measureTypography(segments))
  assert.equal(table?.kind, 'table')
  assert.match(
    table.kind === 'table' ? toHtml(table, createHyphens([])) : '',
    /<tr><th>Year<\/th>.*<tr><td>2022<\/td><td>2\.9<\/td><td>dry<\/td>/,
  )
})

test('cells of several lines are one row, whether they share its top or its middle', () => {
  const head = ['Place', 'Height', 'State'].map((text, column) => ({
    text,
    left: 50 + column * 100,
    at: 20,
    isBold: true,
  }))
  const middle = [
    { text: 'The old', at: 40 },
    { text: '3.2', left: 150, at: 47 },
    { text: 'dry since', left: 250, at: 40 },
    { text: 'weir', at: 54 },
    { text: 'the summer', left: 250, at: 54 },
    { text: 'Bank', at: 74 },
    { text: '2.9', left: 150, at: 74 },
    { text: 'wet', left: 250, at: 74 },
  ]
  const top = middle.map((cell) => (cell.at === 47 ? { ...cell, at: 40 } : cell))
  for (const cells of [middle, top]) {
    assert.deepEqual(rowsOfTable([...head, ...cells]), [
      'Place | Height | State',
      'The old weir | 3.2 | dry since the summer',
      'Bank | 2.9 | wet',
    ])
  }
})

test('cells that stand as close as words are cut where their columns begin', () => {
  const cells = [
    ['Place', 'Height', 'State'],
    ['station', '93.4', 'wet'],
    ['salmon spring 65.8', '', 'dry'],
    ['boat', '78.8', 'wet'],
  ]
  const lines = cells.flatMap((row, index) =>
    row.flatMap((text, column) =>
      text === '' ? [] : [{ text, left: 50 + column * 70, at: 20 + index * 20 }],
    ),
  )
  assert.deepEqual(rowsOfTable(lines), [
    'Place | Height | State',
    'station | 93.4 | wet',
    'salmon spring | 65.8 | dry',
    'boat | 78.8 | wet',
  ])
})

test('a table beside text is in a column of its own', () => {
  const text = Array.from({ length: 12 }, (_, row) => ({
    text: `text ${long.slice(0, 40)}`,
    at: 20 + row * 12 + Math.floor(row / 4) * 8,
  }))
  const table = Array.from({ length: 6 }, (_, row) => [
    { text: `cell ${row}`, left: 300, at: 22 + row * 19 },
    { text: `${row}.5`, left: 400, at: 22 + row * 19 },
  ]).flat()
  const order = findRegions([...text, ...table].map(line))
  assert.deepEqual(
    order.map((region) => region.length),
    [12, 12],
  )
})

const cells = (page: number, texts: readonly string[], at: number) =>
  texts.map((text, column) =>
    line({ text, left: 50 + column * 100, at, page, isBold: text === text.toUpperCase() }),
  )

test('a table goes on over the end of a page, its head alone or again', () => {
  const head = ['PLACE', 'HEIGHT', 'STATE']
  const rows = [
    ['mill', 'three', 'dry'],
    ['bank', 'two', 'wet'],
    ['bridge', 'four', 'wet'],
  ]
  const headAlone = [
    { height: 800, segments: [line({ text: `${long}.`, at: 680 }), ...cells(1, head, 700)] },
    { height: 800, segments: rows.flatMap((row, at) => cells(2, row, 100 + at * 20)) },
  ]
  const headAgain = [
    { height: 800, segments: [...cells(1, head, 650), ...cells(1, rows[0] ?? [], 670)] },
    {
      height: 800,
      segments: [head, ...rows.slice(1)].flatMap((row, at) => cells(2, row, 100 + at * 20)),
    },
  ]
  for (const pages of [headAlone, headAgain]) {
    const found = layOut(pages, new Map())
    const { markdown } = assemble(found, [], { pageMarkers: false })
    assert.match(
      markdown,
      /\| PLACE \| HEIGHT \| STATE \|\n\| --- .*\n\| mill .*\n\| bank .*\n\| bridge \| four \| wet \|$/,
    )
  }
})

test('cells of numbers that stand close are cut where the column before ends', () => {
  const rows = [['Unit', 'Amount'], ['480.00', '480.00'], ['41.00 2,542.00'], ['90.00', '180.00']]
  const right = [155, 200]
  const lines = rows.flatMap((row, at) =>
    [{ text: `part ${at}`, left: 20, at: 20 + at * 20 }].concat(
      row.map((text, column) => ({
        text,
        left: (right[column + 2 - row.length] ?? 0) - text.length * 5,
        at: 20 + at * 20,
      })),
    ),
  )
  assert.deepEqual(rowsOfTable(lines).slice(1), [
    'part 1 | 480.00 | 480.00',
    'part 2 | 41.00 | 2,542.00',
    'part 3 | 90.00 | 180.00',
  ])
})

test('wide spaces one below the other do not split a justified paragraph into columns', () => {
  const end = 350
  const texts = [
    ['a line that fills the column from its left edge to its end.'],
    ['the machine between', 'forms the old purpose of windows'],
    ['a second evening of', 'copper because of all several'],
    ['a teacher or another', 'systems, a council of historians'],
    ['paper council.'],
  ]
  const segments = texts.flatMap((parts, row) =>
    parts.map((text, at) =>
      line({ text, left: at === 0 ? 50 : end - text.length * 5, at: 20 + row * 12 }),
    ),
  )
  const [first, ...others] = segments
  const paragraph = [...(first ? [{ ...first, right: end }] : []), ...others]
  assert.equal(findRegions(paragraph).length, 1)
  const apart = paragraph.map((one) => (one === paragraph[0] ? { ...one, baseline: 0 } : one))
  assert.ok(findRegions(apart.slice(0, -1)).length > 1)
})

test('a table of more rows than pages have stays one table', () => {
  const cells = Array.from({ length: 300 }, (_, row) =>
    ['Weir', `${row}`, 'open'].map((text, column) => ({
      text,
      left: 50 + column * 100,
      at: 20 + row * 12,
    })),
  ).flat()
  assert.equal(rowsOfTable(cells).length, 300)
})

test('signs beside words are a table', () => {
  const rows = ['+ | Plus', '! | Unary not', '~ | Tilde', '? | Help', ': | Sequence']
  const cells = rows.map((row) => row.split(' | '))
  const lines = cells.flatMap(([sign = '', word = ''], row) => [
    { text: sign, at: 20 + row * 13 },
    { text: word, left: 110, at: 20 + row * 13 },
  ])
  assert.deepEqual(rowsOfTable(lines), rows)
  const comment = lines.map((cell) => (cell.left === 110 ? cell : { ...cell, text: '*' }))
  assert.doesNotMatch(htmlOfLines(comment), /<table/)
})

test('cells with equal gaps are no torn lines when they align', () => {
  const rows = ['a | 1; depends: b=1 | 2; depends: b=2', 'b | 1; depends: a=1 | 2; depends: a=2']
  const lefts = [50, 67, 154]
  const lines = rows.flatMap((row, at) =>
    row.split(' | ').map((text, column) => ({ text, left: lefts[column] ?? 0, at: 32 + at * 12 })),
  )
  const head = ['testing', 'unstable'].map((text, at) => ({
    text,
    left: lefts[at + 1] ?? 0,
    at: 20,
  }))
  assert.deepEqual(rowsOfTable([...head, ...lines]), [' | testing | unstable', ...rows])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assemble } from '#content/documents/pdf/assemble.ts'
import { layOut } from './lay-out.ts'
import { piecesOf } from './pieces.ts'
import { regionsOf } from './reading-order.ts'
import { rowsOf } from './rows.ts'
import { findRunning } from './running-lines.ts'
import type { Segment } from './segment.ts'
import { listHtml, toHtml } from './to-html.ts'
import { typographyOf } from './typography.ts'

interface Line {
  readonly text: string
  readonly left?: number
  readonly at: number
  readonly size?: number
  readonly isBold?: boolean
  readonly isCode?: boolean
  readonly page?: number
}

/** A line of text in letters half as wide as they are high. */
function line({
  text,
  left = 50,
  at,
  size = 10,
  isBold = false,
  isCode = false,
  page = 1,
}: Line): Segment {
  return {
    page,
    text,
    left,
    right: left + (text.length * size) / 2,
    baseline: at,
    top: at - 0.8 * size,
    bottom: at + 0.2 * size,
    size,
    runs: [{ text, isBold, isItalic: false, isCode, link: undefined }],
    anchors: [],
    startsItem: false,
    confidence: undefined,
  }
}

const long = 'words that fill the whole width of the line they stand in, one after'

/** The HTML of a column. */
function read(lines: readonly Line[]): string {
  const segments = lines.map(line)
  const pieces = piecesOf(rowsOf(segments), typographyOf(segments))
  return pieces
    .map((piece) => (piece.kind === 'item' ? listHtml([piece]) : toHtml(piece)))
    .join('\n')
}

test('columns are read one after the other, between what stands above and below them', () => {
  const rows = Array.from({ length: 4 }, (_, row) => row * 12)
  const segments = [
    line({ text: long.repeat(2), at: 20 }),
    ...rows.flatMap((at, row) => [
      line({ text: `left ${row} ${long.slice(0, 40)}`, at: 50 + at }),
      line({ text: `right ${row} ${long.slice(0, 40)}`, left: 320, at: 52 + at }),
    ]),
    line({ text: `below ${long}${long}`, at: 120 }),
  ]
  const order = regionsOf(segments).flatMap((region) => region.map(({ text }) => text.slice(0, 7)))
  assert.deepEqual(order, [
    'words t',
    'left 0 ',
    'left 1 ',
    'left 2 ',
    'left 3 ',
    'right 0',
    'right 1',
    'right 2',
    'right 3',
    'below w',
  ])
})

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
  assert.equal(regionsOf(segments).length, 1)
  const [table] = piecesOf(rowsOf(segments), typographyOf(segments))
  assert.equal(table?.kind, 'table')
  assert.match(
    table.kind === 'table' ? toHtml(table) : '',
    /<tr><th>Year<\/th>.*<tr><td>2022<\/td><td>2\.9<\/td><td>dry<\/td>/,
  )
})

/** The rows of the only table among these lines. */
function rowsOfTable(lines: readonly Line[]): string[] {
  const segments = lines.map(line)
  const pieces = piecesOf(rowsOf(segments), typographyOf(segments))
  assert.deepEqual(
    pieces.map(({ kind }) => kind),
    ['table'],
  )
  const [table] = pieces
  if (table?.kind !== 'table') return []
  return table.cells.map((row) =>
    row.map((cell) => cell.map(({ text }) => text.trim()).join(' ')).join(' | '),
  )
}

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
  const order = regionsOf([...text, ...table].map(line))
  assert.deepEqual(
    order.map((region) => region.length),
    [12, 12],
  )
})

test('lines become paragraphs, and words that were cut are whole again', () => {
  assert.equal(
    read([
      { text: `${long} and a cut-`, at: 20 },
      { text: `ting edge. ${long.slice(0, 30)}.`, at: 32 },
      { text: `Another paragraph. ${long}`, at: 56 },
    ]),
    `<p>${long} and a cutting edge. ${long.slice(0, 30)}.</p>\n<p>Another paragraph. ${long}</p>`,
  )
})

test('headings are larger or bold, lists begin with a sign, code keeps its indentation', () => {
  const html = read([
    { text: 'The title', at: 20, size: 20 },
    { text: `${long} ${long}`, at: 50 },
    { text: 'A part', at: 70, isBold: true },
    { text: '• first', at: 90 },
    { text: '2. second', at: 102 },
    { text: 'if (dry) {', at: 120, isCode: true },
    { text: 'wait()', left: 60, at: 132, isCode: true },
    { text: '}', at: 144, isCode: true },
  ])
  assert.match(html, /^<h1>The title<\/h1>/)
  assert.match(
    html,
    /<h2>A part<\/h2>\n<ul><li>first<\/li><\/ul>\n<ol start="2"><li>second<\/li><\/ol>/,
  )
  assert.match(html, /<pre><code>if \(dry\) \{\n {2}wait\(\)\n\}<\/code><\/pre>$/)
})

test('a number before a heading is part of it, a bold term above its meaning is none', () => {
  const html = read([
    { text: '2.1', at: 20, size: 16 },
    { text: 'Basic types', left: 90, at: 20, size: 16 },
    { text: long, at: 50 },
    { text: 'Barrier', at: 80, isBold: true },
    { text: 'What holds back the water.', left: 70, at: 92 },
  ])
  assert.match(html, /^<h1>2\.1 Basic types<\/h1>/)
  assert.match(html, /<p><strong>Barrier<\/strong><\/p>\n<p>What holds back/)
})

test('letters count where they have neighbours; initials of names do not', () => {
  const html = read([
    { text: 'A. Bowman and the rest, 1996.', at: 20 },
    { text: 'M. Chambers, 1998.', at: 60 },
    { text: 'a. The crest', at: 100 },
    { text: 'b. The bank', at: 112 },
  ])
  assert.match(html, /<p>A\. Bowman.*<\/p>\n<p>M\. Chambers/)
  assert.match(html, /<li>The crest<\/li>.*<li>The bank<\/li>/s)
})

test('what stands at the edge of many pages is no text of any', () => {
  const pages = [1, 2, 3].map((page) => ({
    height: 800,
    segments: [
      line({ text: `Chapter ${page}: weirs`, at: 30, page }),
      line({ text: long, at: 400, page }),
      line({ text: `Page ${page} of 3`, at: 780, page }),
    ],
  }))
  const running = findRunning(pages)
  const kinds = pages.map(({ segments }) => segments.map((segment) => running.get(segment)))
  for (const page of kinds) assert.deepEqual(page, ['page_header', undefined, 'page_number'])
})

test('a table goes on over the end of a page, its head alone or again', () => {
  const cells = (page: number, texts: readonly string[], at: number) =>
    texts.map((text, column) =>
      line({ text, left: 50 + column * 100, at, page, isBold: text === text.toUpperCase() }),
    )
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
    const told = layOut(pages, new Map())
    const { markdown } = assemble(told, [], { pageMarkers: false })
    assert.match(
      markdown,
      /\| PLACE \| HEIGHT \| STATE \|\n\| --- .*\n\| mill .*\n\| bank .*\n\| bridge \| four \| wet \|$/,
    )
  }
})

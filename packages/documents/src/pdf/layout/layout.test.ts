import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlOfLines, line, long, rowsOfTable, type Line } from '#fixtures/pdf-lines.ts'
import { findRegions } from './reading-order.ts'
import { findRunning } from './running-lines.ts'

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
  const order = findRegions(segments).flatMap((region) =>
    region.map(({ text }) => text.slice(0, 7)),
  )
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

test('columns of a right-to-left script are read from right to left', () => {
  const columns = [50, 320].map((left) =>
    Array.from({ length: 6 }, (_, row) =>
      line({ text: 'מים נהר גשר סכר שומר אביב הרים שיטפון עמק', left, at: 50 + row * 12 }),
    ),
  )
  const order = findRegions(columns.flat()).map(([first]) => first?.left)
  assert.deepEqual(order, [320, 50])
})

test('lines become paragraphs, and words that were cut are whole again', () => {
  assert.equal(
    htmlOfLines([
      { text: `${long} and a cut-`, at: 20 },
      { text: `ting edge. ${long.slice(0, 30)}.`, at: 32 },
      { text: `Another paragraph. ${long}`, at: 56 },
    ]),
    `<p>${long} and a cutting edge. ${long.slice(0, 30)}.</p>\n<p>Another paragraph. ${long}</p>`,
  )
})

test('headings are larger or bold, lists begin with a sign, code keeps its indentation', () => {
  const html = htmlOfLines([
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
  const html = htmlOfLines([
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
  const html = htmlOfLines([
    { text: 'A. Bowman and the rest, 1996.', at: 20 },
    { text: 'M. Chambers, 1998.', at: 60 },
    { text: 'a. The crest', at: 100 },
    { text: 'b. The bank', at: 112 },
  ])
  assert.match(html, /<p>A\. Bowman.*<\/p>\n<p>M\. Chambers/)
  assert.match(html, /<li>The crest<\/li>.*<li>The bank<\/li>/s)
})

test('running headers and footers of many pages are not text', () => {
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

const chapter = (page: number) => `Chapter ${page}`

/** Types assigned to the first lines of five pages. */
function kindsOfFirst(look: Partial<Line>, text = chapter) {
  const pages = [1, 2, 3, 4, 5].map((page) => ({
    height: 800,
    segments: [
      line({ text: text(page), at: 60, page, ...look }),
      ...[400, 412, 424].map((at) => line({ text: long, at, page })),
    ],
  }))
  const running = findRunning(pages)
  return new Set(pages.map(({ segments }) => segments[0] && running.get(segments[0])))
}

test('words of justified lines at one place of several pages are text', () => {
  const pages = [1, 2, 3].map((page) => {
    const head = line({ text: 'Annual report of the mill', at: 20, page })
    const words = ['words', 'x'.repeat(page), 'page'].map((text, at) =>
      line({ text, left: 50 + at * 40, at: 60, page }),
    )
    const body = line({ text: `${'x'.repeat(page)} ${long}`, at: 72, page })
    return { height: 800, segments: [head, ...words, body] }
  })
  const running = [...findRunning(pages).keys()].map(({ text }) => text)
  assert.deepEqual(
    running,
    Array.from({ length: 3 }, () => 'Annual report of the mill'),
  )
})

test('headings that differ by their number alone are text when they are large or bold', () => {
  assert.deepEqual(kindsOfFirst({ size: 20 }), new Set([undefined]))
  assert.deepEqual(kindsOfFirst({ isBold: true }), new Set([undefined]))
  assert.deepEqual(kindsOfFirst({}), new Set(['page_header']))
  assert.deepEqual(kindsOfFirst({ size: 7, isBold: true }), new Set(['page_header']))
  const named = kindsOfFirst({ isBold: true }, (page) => `Page ${page} of the weirs`)
  assert.deepEqual(named, new Set(['page_number']))
  const same = kindsOfFirst({ isBold: true }, () => 'The weir')
  assert.deepEqual(same, new Set(['page_header']))
})

test('writing to the left has its first column and its bullets on the right', () => {
  const cells = ['מקום', 'גובה', 'הטחנה', '12', 'הגשר', '15']
  const lines = cells.map((text, index) => ({
    text,
    left: 200 - (index % 2) * 120,
    at: 20 + Math.floor(index / 2) * 20,
  }))
  assert.deepEqual(rowsOfTable(lines), ['מקום | גובה', 'הטחנה | 12', 'הגשר | 15'])
  const list = htmlOfLines([
    { text: '•', left: 300, at: 20 },
    { text: 'האבנים יוחלפו בקיץ', left: 200, at: 20 },
  ])
  assert.equal(list, '<ul><li>האבנים יוחלפו בקיץ</li></ul>')
})

test('lines of writing without blanks are joined without any', () => {
  assert.equal(
    htmlOfLines([
      { text: '水は堰を越えて', at: 20 },
      { text: '流れる。', at: 32 },
    ]),
    '<p>水は堰を越えて流れる。</p>',
  )
})

test('a short line with the number of a section is a heading, in whatever letters', () => {
  const html = htmlOfLines([
    ...[-4, 8, 20].map((at) => ({ text: long, at })),
    { text: '3.1 Uncertainty', at: 44 },
    { text: long, at: 56 },
    { text: '3.2 Numbers like these begin sentences too, which end, and then it is none.', at: 80 },
  ])
  assert.match(html, /<h1>3\.1 Uncertainty<\/h1>\n<p>/)
  assert.match(html, /<p>3\.2 Numbers/)
})

const entries = Array.from({ length: 20 }, (_, row) => row)
const place = (page: number, at: number) => (text: string, column: number) =>
  line({ text, left: 60 + column * 150, at, page })

for (const columns of [
  ['No', 'What', 'Sum'],
  ['Term', 'Meaning'],
])
  test(`a head of ${columns.length} cells that a table repeats at the top of each page is no running head`, () => {
    const pages = [1, 2, 3].map((page) => ({
      height: 842,
      segments: [
        line({ text: `Report of the year, page ${page}`, at: 30, page }),
        ...columns.map(place(page, 60)),
        ...entries.flatMap((row) =>
          columns.map((_, at) => `cell ${page} ${row} ${at}`).map(place(page, 80 + row * 20)),
        ),
      ],
    }))
    const running = [...findRunning(pages).keys()].map(({ text }) => text)
    assert.deepEqual(
      running,
      [1, 2, 3].map((page) => `Report of the year, page ${page}`),
    )
  })

test('a running head of two lines of two parts is one', () => {
  const pages = [1, 2, 3].map((page) => ({
    height: 842,
    segments: [
      ...['Journal', 'Volume 4', 'Harbour', 'May 2024'].map((text, at) =>
        line({ text, left: 60 + (at % 2) * 300, at: at < 2 ? 40 : 54, page }),
      ),
      ...entries.map((row) =>
        line({ text: `${long.slice(page * 5)} ${row}`, at: 90 + row * 14, page }),
      ),
    ],
  }))
  assert.equal(findRunning(pages).size, 12)
})

const code = (text: string, at: number) => ({ text, at, isCode: true })

test('code whose lines are far apart has blank lines only where its lines are further apart', () => {
  assert.equal(
    htmlOfLines([
      { text: `${long} ${long}`, at: 20 },
      ...['if ready:', '    leave()', '    wait()'].map((text, at) => code(text, 60 + at * 22)),
      code('stay()', 148),
    ]),
    `<p>${long} ${long}</p>\n<pre><code>if ready:\n    leave()\n    wait()\n\nstay()</code></pre>`,
  )
})

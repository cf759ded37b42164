import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import { placeColumn, pdfOfTexts, measureWidth, type PlacedText } from '#fixtures/pdf-of-texts.ts'
import { readPdf } from './read-pdf.ts'

const sentence =
  'a weir holds back the water of the river and characteristically lets whatever remains of it pass over its crest when the spring floods come down from the mountains'

/** Words that are distinguished by their numbers. */
const wordsFrom = (start: number, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const word = sentence.split(' ')[(start * 5 + at * 7) % 27] ?? ''
    return at % 6 === 0 ? `${word}${start + at}` : word
  })

async function read(texts: readonly PlacedText[], options = {}) {
  let pictures = 0
  const document = await readPdf(
    { ...contentRequest(''), body: pdfOfTexts([texts], options), contentType: 'application/pdf' },
    {
      readPicture: async () => {
        pictures += 1
        return { width: 1, height: 1, turned: 0, words: [] }
      },
      onProgress: () => {},
    },
  )
  return { markdown: document.markdown(), pictures }
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

for (const columns of [2, 3]) {
  for (const isJustified of [true, false]) {
    for (const [size, gutter] of [
      [7, 14],
      [9, 24],
    ] as const) {
      const lines = isJustified ? 'of full width' : 'of any width'
      test(`${columns} columns of ${size} points with lines ${lines} are no table`, async () => {
        const width = (500 - gutter * (columns - 1)) / columns
        const leading = size * 1.17
        const texts = Array.from({ length: columns }, (_, column) => wordsFrom(column * 1_000, 150))
        const placed = texts.flatMap((words, column) =>
          placeColumn(words, {
            x: 50 + column * (width + gutter),
            y: 770 - (column % 2) * 3,
            width,
            size,
            leading,
            isJustified,
          }),
        )
        const { markdown } = await read(placed)
        assert.doesNotMatch(markdown, /^\|/m)
        assert.equal(plain(markdown), texts.flat().join(' '))
      })
    }
  }
}

test('justified lines of a narrow column whose words happen to align are no table', async () => {
  const lines = [
    ['the old', 'weir', 'holds'],
    ['quarter', 'between', 'silver.'],
    ['Morning', 'another', 'copper'],
    ['meadows', 'sixteen', 'finest'],
    ['of the', 'spring', 'floods'],
  ]
  const x = 50
  const width = 110
  const placed = lines.flatMap((words, row) =>
    words.map((text, at) => ({
      text,
      x: at === 2 ? x + width - measureWidth(text, 9) : x + 45 * at,
      y: 700 - row * 10.5,
    })),
  )
  const words = [...lines.flat(), 'go by.'].join(' ')
  const { markdown } = await read([...placed, { text: 'go by.', x, y: 700 - 52.5 }])
  assert.equal(plain(markdown), words)
})

test('a table whose last column ends at one edge stays a table between lines of text', async () => {
  const above = placeColumn(wordsFrom(0, 40), { x: 50, y: 760, width: 240 })
  const end = Math.min(...above.map(({ y }) => y))
  const rows = [
    ['Place', 'State', 'Keeper'],
    ['North bank', 'open', 'Anna'],
    ['South bank', 'closed', 'Bruno'],
    ['Old mill', 'open', 'Carla'],
  ]
  const cells = rows.flatMap((row, at) =>
    row.map((text, column) => ({
      text,
      x: [50, 150, 290 - measureWidth(text, 9)][column] ?? 0,
      y: end - 18 - at * 10.5,
    })),
  )
  const below = placeColumn(wordsFrom(100, 40), { x: 50, y: end - 70, width: 240 })
  const { markdown } = await read([...above, ...cells, ...below])
  assert.match(markdown, /^\| Old mill \| open \| Carla \|$/m)
})

test('numbered references below a column are a list, with their words in order', async () => {
  const main = wordsFrom(0, 230)
  const other = wordsFrom(3_000, 60)
  const entries = [1, 2, 3].map((number) => wordsFrom(number * 5_000, 26))
  const placed = [
    ...placeColumn(main, { x: 50, y: 762, width: 240 }),
    ...placeColumn(other, { x: 304, y: 762, width: 240 }),
    { text: 'References', x: 304, y: 640, look: 'bold' as const },
    ...entries.flatMap((words, at) => [
      { text: String(at + 1), x: 304, y: 620 - at * 25.2, size: 7 },
      ...placeColumn(words, { x: 316, y: 620 - at * 25.2, width: 228, size: 7, leading: 8.4 }),
    ]),
  ]
  const { markdown } = await read(placed)
  assert.doesNotMatch(markdown, /^\|/m)
  const list = markdown.slice(markdown.indexOf('References') + 'References'.length)
  assert.equal(
    plain(list.replaceAll('\n', ' ')),
    entries.map((words, at) => `${at + 1}. ${words.join(' ')}`).join(' '),
  )
})

test('the invisible text of a searchable scan is read, and OCR is not asked', async () => {
  const words = wordsFrom(0, 80)
  const layer = placeColumn(words, { x: 50, y: 762, width: 480, size: 11, leading: 14 })
  const { markdown, pictures } = await read(layer.map((word) => ({ ...word, isInvisible: true })))
  assert.equal(plain(markdown), words.join(' '))
  assert.equal(pictures, 0)
})

test('a stamp on a scan does not hide its invisible text, and without a picture it stays hidden', async () => {
  const words = wordsFrom(0, 80)
  const layer = placeColumn(words, { x: 50, y: 700, width: 480, size: 11, leading: 14 })
  const stamp = { text: 'Copy of the archive', x: 50, y: 714, size: 11 }
  const texts = [stamp, ...layer.map((word) => ({ ...word, isInvisible: true }))]
  const scan = await read(texts, { isScan: true })
  assert.equal(plain(scan.markdown), `${stamp.text} ${words.join(' ')}`)
  assert.equal(scan.pictures, 0)
  assert.equal(plain((await read(texts)).markdown), stamp.text)
})

test('head and foot of a page by itself are left out, its first and last lines are not', async () => {
  const words = wordsFrom(0, 300)
  const body = placeColumn(words, { x: 50, y: 762, width: 480, size: 11, leading: 14 })
  const head = { text: 'Journal of Weirs | www.example.org', x: 50, y: 812, size: 7 }
  const foot = { text: 'Downloaded from http://example.org in July', x: 50, y: 22, size: 7 }
  const { markdown } = await read([head, ...body, foot])
  assert.equal(plain(markdown), words.join(' '))
  const whole = placeColumn(wordsFrom(0, 700), { x: 50, y: 825, width: 480, size: 11, leading: 15 })
  const small = placeColumn(['1', ...words.slice(0, 20)], { x: 50, y: 60, width: 480, size: 7 })
  const kept = await read([...whole.filter(({ y }) => y > 100), ...small])
  assert.match(plain(kept.markdown), /^a0 .* from of24/s)
  assert.match(kept.markdown, new RegExp(words.slice(0, 8).join(' ')))
})

const powerAt = (x: number, y: number): PlacedText[] => [
  { text: 'x', x, y, size: 11, look: 'math' },
  { text: '2', x: x + 6, y: y + 4, size: 7 },
  { text: '=', x: x + 14, y, size: 11 },
  { text: 'y', x: x + 24, y, size: 11, look: 'math' },
]

const placedWords = (text: string, x: number, y: number) =>
  placeColumn(text.split(' '), { x, y, width: 480, size: 11, isJustified: false })

test('formulas are TeX in the text, and blocks of their own when they are displayed', async () => {
  const { markdown } = await read([
    ...placedWords('A square', 50, 762),
    ...powerAt(105, 762),
    ...placedWords('stands in a line of text, and another is displayed below it:', 140, 762),
    ...powerAt(250, 735),
    ...placedWords('The letter', 50, 708),
    { text: 'y', x: 105, y: 708, size: 11, look: 'math' },
    ...placedWords('alone is no formula.', 115, 708),
  ])
  assert.equal(
    markdown.replaceAll('*', ''),
    'A square $x^{2} = y$ stands in a line of text, and another is displayed below it:\n\n$$\nx^{2} = y\n$$\n\nThe letter y alone is no formula.',
  )
})

const rightAligned = (text: string, x: number, y: number): PlacedText => ({
  text,
  x: x - measureWidth(text, 9),
  y,
})

test('currency signs belong to their numbers, and a unit over two columns is a row of its own', async () => {
  const figures = [
    ['Cost of revenue', '178', '141'],
    ['Research and development', '3,423', '2,532'],
    ['Total', '4,737', '3,549'],
  ] as const
  const { markdown } = await read([
    { text: 'Jan 26, 2025', x: 330, y: 757, size: 8, look: 'bold' },
    { text: 'Jan 28, 2024', x: 430, y: 757, size: 8, look: 'bold' },
    { text: '(In millions)', x: 385, y: 745, size: 8 },
    ...figures.flatMap(([name, first, second], row) => {
      const y = 732 - row * 13
      const signs = row === 1 ? [] : [330, 430].map((x) => ({ text: '$', x, y }))
      return [
        { text: name, x: 50, y },
        ...signs,
        rightAligned(first, 385, y),
        rightAligned(second, 485, y),
      ]
    }),
  ])
  assert.equal(
    markdown,
    `| | Jan 26, 2025 | Jan 28, 2024 |
| --- | --- | --- |
| | (In millions) | |
| Cost of revenue | $ 178 | $ 141 |
| Research and development | 3,423 | 2,532 |
| Total | $ 4,737 | $ 3,549 |`,
  )
})

test('a running head of the size of the text is left out, by its place or its page number', async () => {
  const words = wordsFrom(0, 300)
  const body = placeColumn(words, { x: 50, y: 720, width: 480, size: 11, leading: 14 })
  const numbered = [
    { text: 'Chapter 2: Of weirs', x: 50, y: 760, size: 11 },
    { text: '17', x: 518, y: 760, size: 11 },
  ]
  const plainHead = { text: 'Proceedings of the Society of Weirs', x: 50, y: 805, size: 11 }
  for (const head of [numbered, [plainHead]])
    assert.equal(plain((await read([...head, ...body])).markdown), words.join(' '))
  const sentence = { text: 'A first line that ends its sentence.', x: 50, y: 805, size: 11 }
  assert.match((await read([sentence, ...body])).markdown, /^A first line that ends/)
})

const indexEntry = (number: number) =>
  `${wordsFrom(number, 3).join(' ').replaceAll(/\d/g, '')}, ${number}`

test('an index in three columns is read column by column, and is no table', async () => {
  const columns = [0, 1, 2].map((column) =>
    Array.from({ length: 40 }, (_, row) => indexEntry(column * 100 + row + 1)),
  )
  const placed = columns.flatMap((entries, column) =>
    entries.map((text, row) => ({ text, x: 50 + column * 170, y: 750 - row * 11, size: 8 })),
  )
  const { markdown } = await read(placed)
  assert.doesNotMatch(markdown, /^\|/m)
  assert.equal(plain(markdown), columns.flat().join(' '))
})

test('numbers in the first row of a page are cells, and a page number stands apart', async () => {
  const rows = Array.from({ length: 12 }, (_, row) => [`Weir ${row}`, `${row + 11}`])
  const table = rows.flatMap(([name = '', number = ''], row) => [
    { text: name, x: 50, y: 800 - row * 14 },
    { text: number, x: 200, y: 800 - row * 14 },
  ])
  const { markdown } = await read([...table, { text: '7', x: 300, y: 40 }])
  assert.match(markdown, /^\| Weir 0 \| 11 \|$/m)
  assert.doesNotMatch(markdown, /7$/)
})

test('raised letters stay in their line', async () => {
  const line = placeColumn(wordsFrom(0, 12), {
    x: 50,
    y: 700,
    width: 400,
    size: 10,
    isJustified: false,
  })
  const end = line.reduce(
    (right, { text, x, size = 9 }) => Math.max(right, x + measureWidth(text, size)),
    0,
  )
  const raised = { text: 'th', x: end, y: 704.1, size: 6 }
  const { markdown } = await read([
    ...line,
    raised,
    { text: 'of it', x: end + 10, y: 700, size: 10 },
  ])
  assert.match(markdown, /<sup>th<\/sup> of it$/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { written } from '#fixtures/pdf.ts'
import { extractDocument } from '#documents/index.ts'

/** A page with texts of 10 points, and lines from top to bottom. */
function drawPage(
  texts: readonly (readonly [number, number, string])[],
  rules: readonly (readonly [number, number, number])[],
  turned = false,
): Buffer {
  const content = [
    // Turned by a right angle, so that the page is read on its side.
    turned ? '0 1 -1 0 842 0 cm' : '',
    ...rules.map(([x, from, to]) => `${x} ${from} m ${x} ${to} l S`),
    ...texts.map(([x, y, text]) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`),
  ].join('\n')
  return written([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 842] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< >>',
  ])
}

const rows = [
  ['Code', 'Ship', 'Crew'],
  ['AB10', 'Grey hen', '14'],
  ['AB11', 'Auk', '9'],
]
/** The widest text of a column ends a point and a half before the next. */
const columns = [50, 76, 118.6]
const texts = rows.flatMap((row, at) =>
  row.map((text, column) => [columns[column] ?? 0, 700 - at * 14, text] as const),
)
const table =
  '| Code | Ship | Crew |\n| --- | --- | --- |\n| AB10 | Grey hen | 14 |\n| AB11 | Auk | 9 |'

test('cells whose texts touch are parted by the lines between them, on a turned page too', async () => {
  const rules = [49, 75.2, 117.8, 145].map((x) => [x, 668, 712] as const)
  for (const turned of [false, true]) {
    const { markdown } = await extractDocument(drawPage(texts, rules, turned))
    assert.equal(markdown, table)
  }
})

test('a line through letters parts nothing', async () => {
  const lines = ['The boats leave at noon', 'and come back when the', 'lamps are lit at the gate.']
  const page = drawPage(
    lines.map((line, at) => [50, 700 - at * 14, line] as const),
    [[99, 668, 712]],
  )
  const { markdown } = await extractDocument(page)
  assert.equal(markdown, lines.join(' '))
})

/** Right edges of figures of 5.56 points, and left edges 2.4 points behind them. */
const tightRows = [
  ['8', 'Grey hen', '120', 'Oak'],
  ['12', 'Auk', '7', 'Reed and rush'],
  ['130', 'Old tern', '45', 'Oak'],
].map((row, line) =>
  row.map((text, column) => {
    const isFigure = column % 2 === 0
    const edge = 70 + 70 * Math.floor(column / 2) + (isFigure ? 0 : 2.4)
    return [isFigure ? edge - 5.56 * text.length : edge, 660 - 14 * line, text] as const
  }),
)

test('cells as close as words are parted where each is a text of its own, below others', async () => {
  const head = [50, 700, 'Each of the boats is shown with its berth and its wood.'] as const
  const { markdown } = await extractDocument(drawPage([head, ...tightRows.flat()], []))
  assert.match(markdown ?? '', /\| 8 \| Grey hen \| 120 \| Oak \|/)
  assert.match(markdown ?? '', /\| 12 \| Auk \| 7 \| Reed and rush \|/)
  assert.match(markdown ?? '', /\| 130 \| Old tern \| 45 \| Oak \|/)
})

test('words with places of their own are no cells, nor are marks of lists', async () => {
  const words = 'and to say how they treat rivers and towns and the people in them'.split(' ')
  let x = 50
  const prose = [0, 1, 2, 3].flatMap((line) => {
    x = 50
    return words.map((_, at) => {
      const word = words[(at + 5 * line) % words.length] ?? ''
      const place = [x, 700 - 14 * line, word] as const
      x += 5.3 * word.length + 3
      return place
    })
  })
  const text = await extractDocument(drawPage(prose, []))
  assert.doesNotMatch(text.markdown ?? '', /\|/)
  const items = [
    'The boats leave at noon',
    'Two of them come back',
    'One stays at the quay',
  ].flatMap((item, line) => [
    [50, 700 - 14 * line, `${line + 1}.`] as const,
    [62, 700 - 14 * line, item] as const,
  ])
  const list = await extractDocument(drawPage(items, []))
  assert.equal(
    list.markdown,
    '1. The boats leave at noon\n2. Two of them come back\n3. One stays at the quay',
  )
})

/** Rows of a sheet of 100 points a column: heads in the middle, figures at the right edge, words at the left edge. */
const sheetRow = (y: number, figures: readonly string[], words: readonly string[]) => [
  ...figures.map((text, at) => [148 + 200 * at - 5.56 * text.length, y, text] as const),
  ...words.map((text, at) => [150 + 200 * at, y, text] as const),
]

test('heads in the middle of columns are above the figures and words at their edges', async () => {
  const heads = ['Nr', 'Place', 'Rise', 'Soil'].map(
    (text, at) => [90 + 100 * at, 700, text] as const,
  )
  const rows = [
    sheetRow(687, ['4', '12'], ['Old quay', 'mud']),
    sheetRow(674, ['15', '7'], ['Ferry', 'sand']),
    sheetRow(661, ['126', '31'], ['Upper lock', 'rock']),
  ]
  const { markdown } = await extractDocument(drawPage([...heads, ...rows.flat()], []))
  assert.equal(
    markdown,
    '| Nr | Place | Rise | Soil |\n| --- | --- | --- | --- |\n| 4 | Old quay | 12 | mud |\n' +
      '| 15 | Ferry | 7 | sand |\n| 126 | Upper lock | 31 | rock |',
  )
})

const row = (y: number, cells: readonly string[]) =>
  cells.map((text, at) => [[136, 250, 422][at] ?? 0, y, text] as const)

test('the first line of a cell in the middle of a table is no heading of its rows', async () => {
  const rows = [
    row(700, ['Code', 'Article', 'Price']),
    row(687.2, ['12', 'Shackle', '4.10']),
    row(674.4, ['25', 'Rope', '1.85']),
    row(661.6, ['31', 'Varnish', '22.00']),
    [[250, 648.8, 'Lead in bars of two'] as const],
    row(637.7, ['40', 'kilograms', '3.95']),
    row(624.9, ['41', 'Rivets', '0.04']),
  ]
  const { markdown } = await extractDocument(drawPage(rows.flat(), []))
  assert.match(markdown ?? '', /\| 40 \| Lead in bars of two kilograms \| 3\.95 \|/)
})

test('boxes as high as their words are no cells', async () => {
  const boxes = [50, 76, 78.8, 96].map((x) => [x, 698, 708] as const)
  const { markdown } = await extractDocument(
    drawPage([[50, 700, 'Paper maps are kept in the long drawer.']], boxes),
  )
  assert.equal(markdown?.trim(), 'Paper maps are kept in the long drawer.')
})

const boxes = (count: number, x: number) =>
  Array.from({ length: count + 1 }, (_, at) => [x + 16 * at, 700, 716] as const)

const letters = (word: string, x: number) =>
  Array.from(word).flatMap((letter, at): [number, number, string][] =>
    letter === ' ' ? [] : [[x + 16 * at + 4, 704, letter]],
  )

test('letters in boxes of a form are words, and an empty box is a blank', async () => {
  const { markdown = '' } = await extractDocument(
    drawPage(
      [
        ...letters('ANNA MARIA', 50),
        ...letters('31062', 400),
        [50, 600, 'The card is sent by post.'],
      ],
      [...boxes(10, 50), ...boxes(5, 400)],
    ),
  )
  assert.match(markdown, /ANNA MARIA/)
  assert.match(markdown, /31062/)
})

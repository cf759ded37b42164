import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import { measureWidth, placeColumn, pdfOfTexts } from '#fixtures/pdf-of-texts.ts'
import { readPdf } from './read-pdf.ts'

const words =
  'A weir holds back the water of the river and lets whatever remains of it pass over its crest when the spring floods come down.'
const lines = placeColumn(words.split(' '), { x: 100, y: 500, width: 300, size: 11, leading: 14 })
const empty = { width: 1, height: 1, turned: 0, words: [] }

async function read(body: Buffer) {
  let pictures = 0
  const pdf = {
    mode: 'auto',
    maxPages: undefined,
    pages: false,
    blocks: true,
    pageMarkers: false,
  } as const
  const document = await readPdf(
    { ...contentRequest(''), body, contentType: 'application/pdf', pdf },
    {
      readPicture: async () => {
        pictures += 1
        return empty
      },
      onProgress: () => {},
    },
  )
  return { markdown: document.markdown().trim(), pictures, block: document.blocks?.[0]?.items[0] }
}

/** Turns the text by 90, 270 and 180 degrees. */
const matrices = { 90: '0 1 -1 0 595 0', 270: '0 -1 1 0 0 842', 180: '-1 0 0 -1 595 842' }

for (const [degrees, matrix] of Object.entries(matrices)) {
  test(`text turned by ${degrees} degrees is read without OCR, with places on the turned page`, async () => {
    const { markdown, pictures, block } = await read(pdfOfTexts([lines], { matrix }))

    assert.equal(markdown, words)
    assert.equal(pictures, 0)
    const [left = 0, top = 0, right = 0, bottom = 0] = block?.bbox ?? []
    assert.ok(left > 0 && left < right && right < 1 && top > 0 && top < bottom && bottom < 1)
  })

  test(`a page that is shown turned by ${degrees} degrees is read as it is shown`, async () => {
    const entries = { matrix, pageEntries: `/Rotate ${degrees}` }
    const { markdown, pictures } = await read(pdfOfTexts([lines], entries))

    assert.equal(markdown, words)
    assert.equal(pictures, 0)
  })
}

test('text outside the crop box is left out', async () => {
  const hidden = { text: 'Printed on the cut-off edge', x: 72, y: 830 }
  const pageEntries = '/CropBox [50 100 550 700]'
  const { markdown } = await read(pdfOfTexts([[hidden, ...lines]], { pageEntries }))
  assert.equal(markdown, words)
})

test('a page whose boxes do not overlap is not drawn for OCR', async () => {
  const { pictures } = await read(
    pdfOfTexts([lines], { pageEntries: '/CropBox [700 900 800 1000]' }),
  )
  assert.equal(pictures, 0)
})

test('the parts of a word on a page that stands on its head are one word', async () => {
  let x = 100
  const parts = [
    'The o',
    'ff',
    'ice of the harbour keeps a di',
    'ff',
    'icult ',
    'fi',
    'le of all boats.',
  ]
  const texts = parts.map((text) => {
    const placed = { text, x, y: 500, size: 11 }
    x += measureWidth(text, 11)
    return placed
  })
  const others = lines.map((line) => ({ ...line, y: line.y - 100 }))
  const page = [...texts, ...others].toReversed()
  const { markdown } = await read(pdfOfTexts([page], { matrix: matrices[180] }))
  assert.match(markdown, /^The office of the harbour keeps a difficult file of all boats\./)
})

const table = ['Boat Port Year', 'Gull Kiel 1950', 'Heron Bergen 1962', 'Tern Malmo 1971'].map(
  (line) => line.split(' '),
)
/** The rows of a table that runs upwards, with cells far apart. */
const upwards = (x: number, y: number) =>
  table.flatMap((row, at) =>
    row.map((text, cell) => ({ text, x: x + at * 16, y: y + cell * 90, isUpwards: true })),
  )
const tableText = `| Boat | Port | Year |
| --- | --- | --- |
| Gull | Kiel | 1950 |
| Heron | Bergen | 1962 |
| Tern | Malmo | 1971 |`

const placeLine = (text: string, y: number) => ({ text, x: 60, y, size: 11 })

test('a table that runs upwards stands between the paragraphs above and below it', async () => {
  const page = [
    placeLine('The boats of the harbour are listed in the table below.', 780),
    ...upwards(200, 300),
    placeLine('All of them were built before the pier was moved.', 120),
  ]
  const { markdown, pictures } = await read(pdfOfTexts([page]))
  assert.equal(
    markdown,
    `The boats of the harbour are listed in the table below.\n\n${tableText}\n\nAll of them were built before the pier was moved.`,
  )
  assert.equal(pictures, 0)
})

test('tables that run upwards above and below a paragraph are two tables', async () => {
  const page = [
    ...upwards(200, 520),
    { text: 'The boats above are those of the year before.', x: 60, y: 460 },
    ...upwards(200, 120),
  ]
  const { markdown } = await read(pdfOfTexts([page]))
  assert.equal(
    markdown,
    `${tableText}\n\nThe boats above are those of the year before.\n\n${tableText}`,
  )
})

test('pages of a table that runs upwards below an upright head are one table without the head', async () => {
  const pages = [0, 1, 2].map((page) => [
    { text: 'Yearbook of the harbour', x: 60, y: 800 },
    { text: String(page + 31), x: 520, y: 800 },
    ...table
      .map((row, at) =>
        at === 0 || page === 0 ? row : row.map((cell) => cell + String.fromCodePoint(96 + page)),
      )
      .flatMap((row, at) =>
        row.map((text, cell) => ({ text, x: 100 + at * 16, y: 100 + cell * 90, isUpwards: true })),
      ),
  ])
  const { markdown } = await read(pdfOfTexts(pages))
  const further = [1, 2].flatMap((page) =>
    table
      .slice(1)
      .map((row) => `| ${row.map((cell) => cell + String.fromCodePoint(96 + page)).join(' | ')} |`),
  )
  assert.equal(markdown, [tableText, ...further].join('\n'))
})

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

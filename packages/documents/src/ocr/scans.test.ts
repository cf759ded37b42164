import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { readPdf } from '#documents/pdf/read-pdf.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { pdfOfPictures } from '#fixtures/pdf-of-pictures.ts'
import { findTesseract } from './find-tesseract.ts'
import { readImage } from './read-image.ts'
import { createReadPicture } from './read-picture.ts'

const readPicture = createReadPicture({ program: findTesseract(), languages: 'eng' })
const options = {
  mode: 'auto',
  maxPages: undefined,
  pages: false,
  blocks: true,
  pageMarkers: false,
} as const

interface Word {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size?: number
  readonly isBold?: boolean
}

/** A page of a report: title, text in two columns, list with bullets, ruled table. */
function page(): Buffer {
  const left = [
    'A weir holds back the water',
    'of a river and lets the rest',
    'of it pass over its crest.',
  ]
  const right = [
    'The crest is as wide as the',
    'river, and the water above',
    'is as calm as that of a lake.',
  ]
  const items = ['The crest is level.', 'The bank is of stone.', 'The gate is open.']
  const cells = [
    ['Place', 'Height', 'State'],
    ['Old mill', '12 metres', 'dry in summer'],
    ['Stone bridge', '15 metres', 'wet'],
  ]
  const words: Word[] = [
    { text: 'The weirs of the river', x: 150, y: 220, size: 56, isBold: true },
    ...left.map((text, row) => ({ text, x: 150, y: 360 + row * 42 })),
    ...right.map((text, row) => ({ text, x: 700, y: 360 + row * 42 })),
    { text: 'What they are made of', x: 150, y: 600, size: 40, isBold: true },
    ...items.flatMap((text, row) => [
      { text: '•', x: 170, y: 690 + row * 48 },
      { text, x: 210, y: 690 + row * 48 },
    ]),
    ...cells.flatMap((row, at) =>
      row.map((text, column) => ({
        text,
        x: 170 + column * 300,
        y: 900 + at * 60,
        isBold: at === 0,
      })),
    ),
  ]
  const texts = words.map(
    ({ text, x, y, size = 30, isBold = false }) =>
      `<text x="${x}" y="${y}" font-size="${size}" font-weight="${isBold ? 'bold' : 'normal'}">${text}</text>`,
  )
  const rules = [860, 920, 980, 1_040].map((y) => `<path d="M150 ${y}H1050"/>`).join('')
  const borders = [150, 450, 750, 1_050].map((x) => `<path d="M${x} 860V1040"/>`).join('')
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1300" height="1800"><rect width="100%" height="100%" fill="white"/><g stroke="black" stroke-width="2">${rules}${borders}</g><g font-family="DejaVu Sans, sans-serif" fill="black">${texts.join('')}</g></svg>`,
  )
}

const scan = () =>
  sharp(page())
    .flatten({ background: 'white' })
    .greyscale()
    .rotate(1, { background: 'white' })
    .blur(0.8)
    .linear(0.7, 40)
    .jpeg()
    .toBuffer()

const wanted = `# The weirs of the river

A weir holds back the water of a river and lets the rest of it pass over its crest.

The crest is as wide as the river, and the water above is as calm as that of a lake.

## What they are made of

- The crest is level.
- The bank is of stone.
- The gate is open.

| Place | Height | State |
| --- | --- | --- |
| Old mill | 12 metres | dry in summer |
| Stone bridge | 15 metres | wet |`

test('a scanned page has the layout of a printed one, as PDF file and as picture', async () => {
  const picture = await scan()
  const ofFile = await readPdf(
    {
      ...contentRequest(''),
      body: await pdfOfPictures([picture]),
      contentType: 'application/pdf',
      pdf: options,
    },
    { readPicture, onProgress: () => {} },
  )
  const ofPicture = await readImage(
    { ...contentRequest(''), body: picture, contentType: 'image/jpeg', pdf: options },
    readPicture,
  )
  for (const document of [ofFile, ofPicture]) {
    assert.equal(document.markdown(), wanted)
    const items = document.blocks?.[0]?.items ?? []
    assert.deepEqual(
      items.map(({ type }) => type),
      ['title', 'text', 'text', 'section_header', 'list', 'table'],
    )
    for (const { source, confidence, bbox } of items) {
      assert.equal(source, 'layout_ocr')
      assert.ok((confidence.ocr ?? 0) > 0.7 && (confidence.ocr ?? 0) <= 1)
      assert.ok(bbox?.every((part) => part >= 0 && part <= 1))
    }
  }
})

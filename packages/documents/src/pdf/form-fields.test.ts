import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import { pdfOfTexts, type PlacedText } from '#fixtures/pdf-of-texts.ts'
import { readPdf } from './read-pdf.ts'
import { defaultOptions } from './reading-of-pages.ts'

const firstObject = 10

/** Reads a page whose form has these fields, or which has these annotations. */
async function read(texts: readonly PlacedText[], annotations: readonly string[], rotate = 0) {
  const numbers = annotations.map((_, at) => `${firstObject + at} 0 R`).join(' ')
  const body = pdfOfTexts([texts], {
    pageEntries: `/Annots [${numbers}] /Rotate ${rotate}`,
    catalogEntries: `/AcroForm << /Fields [${numbers}] >>`,
    further: annotations.map((entries) => `<< /Type /Annot ${entries} >>`),
  })
  const document = await readPdf(
    {
      ...contentRequest(''),
      body,
      contentType: 'application/pdf',
      pdf: { ...defaultOptions, mode: 'fast' },
    },
    {
      readPicture: async () => ({ width: 1, height: 1, turned: 0, words: [] }),
      onProgress: () => {},
    },
  )
  return document.markdown()
}

const field = (type: string, rect: string, entries: string) =>
  `/Subtype /Widget /T (${rect}) /FT /${type} /Rect [${rect}] /F 4 ${entries}`

test('values of text and choice fields stand beside their labels', async () => {
  const markdown = await read(
    [
      { text: 'Boat:', x: 50, y: 700 },
      { text: 'Pier:', x: 50, y: 660 },
      { text: 'Days:', x: 50, y: 620 },
      { text: 'I come on', x: 50, y: 580 },
      { text: 'by ferry.', x: 150, y: 580 },
      { text: 'Remarks', x: 50, y: 540 },
    ],
    [
      field('Tx', '120 694 300 714', '/V (Seehund II)'),
      field(
        'Ch',
        '120 654 300 674',
        '/Ff 131072 /Opt [[(n) (North pier)] [(s) (South pier)]] /V (s)',
      ),
      field('Ch', '120 590 300 640', '/Ff 2097152 /Opt [(Mon) (Tue) (Wed)] /V [(Mon) (Wed)]'),
      field('Tx', '95 576 145 590', '/V (4 May)'),
      field('Tx', '50 480 300 535', '/Ff 4096 /V (Two dogs\r\non board)'),
      field('Tx', '50 440 300 460', '/Ff 8192 /V (secret word)'),
      `${field('Tx', '50 400 300 420', '/V (unseen)')} /F 2`,
    ],
  )
  assert.match(markdown, /Boat:[\s|]*Seehund II/)
  assert.match(markdown, /Pier:[\s|]*South pier/)
  assert.match(markdown, /Days:[\s|]*Mon, Wed/)
  assert.match(markdown, /I come on 4 May by ferry\./)
  assert.match(markdown, /Remarks\s+Two dogs\s+on board/)
  assert.doesNotMatch(markdown, /secret|unseen/)
})

test('boxes are ticked or not', async () => {
  const markdown = await read(
    [
      { text: 'insured', x: 70, y: 700 },
      { text: 'with a dog', x: 70, y: 680 },
    ],
    [
      field('Btn', '50 698 62 710', '/V /Yes /AS /Yes'),
      field('Btn', '50 678 62 690', '/V /Off /AS /Off'),
    ],
  )
  assert.match(markdown, /☑ insured/)
  assert.match(markdown, /☐ with a dog/)
})

test('a text that an annotation writes on a page is at its place', async () => {
  const markdown = await read(
    [
      { text: 'The first line of the page.', x: 50, y: 700 },
      { text: 'The last line of the page.', x: 50, y: 500 },
    ],
    ['/Subtype /FreeText /Rect [50 590 300 610] /Contents (Paid on 4 May)'],
  )
  assert.match(markdown, /first line of the page\.\s+Paid on 4 May\s+The last line/)
})

test('fields of a turned page are at their places', async () => {
  const markdown = await read(
    [{ text: 'Some text that is set sideways', x: 50, y: 400 }],
    ['/Subtype /FreeText /Rect [50 590 300 610] /Contents (Paid on 4 May)'],
    90,
  )
  assert.match(markdown, /Paid on 4 May/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import { measureWidth, pdfOfTexts } from '#fixtures/pdf-of-texts.ts'
import { readPdf } from './read-pdf.ts'
import { defaultOptions } from './reading-of-pages.ts'

const tools = {
  readPicture: async () => ({ width: 1, height: 1, turned: 0, words: [] }),
  onProgress: () => {},
}

const read = (body: Buffer) =>
  readPdf(
    {
      ...contentRequest(''),
      body,
      contentType: 'application/pdf',
      pdf: { ...defaultOptions, mode: 'fast' },
    },
    tools,
  )

const rows = ['Boat', 'Gull', 'Heron', 'Tern'].flatMap((name, row) => [
  { text: name, x: 50, y: 600 - row * 16 },
  ...(row === 0
    ? []
    : [
        { text: `${row}1`, x: 200, y: 600 - row * 16 },
        { text: `${row}2`, x: 250, y: 600 - row * 16 },
      ]),
])

test('heads of columns that run upwards are the heads of their columns', async () => {
  const upwards = [
    { text: 'Lamps', x: 209, y: 600, isUpwards: true },
    { text: 'Cabins', x: 259, y: 600, isUpwards: true },
  ]
  const document = await read(pdfOfTexts([[...rows, ...upwards]]))
  assert.match(
    document.markdown(),
    /\| Boat \| Lamps \| Cabins \|\n\| --- \| --- \| --- \|\n\| Gull \| 11 \| 12 \|/,
  )
  assert.deepEqual(document.warnings(), [])
})

const setUpwards = (text: string, x: number) =>
  Array.from(text, (letter, at) => ({
    text: letter,
    x,
    y: 608 + measureWidth(text.slice(0, at), 9),
    isUpwards: true,
  }))

test('heads that run upwards letter by letter, above the level of the first head, are whole', async () => {
  const page = [...rows, ...setUpwards('Lamps', 209), ...setUpwards('Cabins', 259)]
  const document = await read(pdfOfTexts([page]))
  assert.match(
    document.markdown(),
    /\| Boat \| Lamps \| Cabins \|\n\| --- \| --- \| --- \|\n\| Gull \| 11 \| 12 \|/,
  )
})

test('a text that runs upwards and is left out is named with its page', async () => {
  const upwards = [{ text: 'Stamp of the office', x: 560, y: 100, isUpwards: true }]
  const document = await read(pdfOfTexts([[...rows, ...upwards]]))
  assert.deepEqual(document.warnings(), [
    'Text that runs in another direction than the page was left out on page 1.',
  ])
})

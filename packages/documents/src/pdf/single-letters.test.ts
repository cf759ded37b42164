import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import { pdfOfTexts, measureWidth, type PlacedText } from '#fixtures/pdf-of-texts.ts'
import { readPdf } from './read-pdf.ts'

const pixel = 0.75
const size = 7.5

interface Line {
  readonly text: string
  readonly y: number
  /** `^` and `_` raise and lower the next letter. */
  readonly hasScripts?: boolean
}

/** Letters and blanks one by one on whole pixels, as browsers draw them. */
function singleLetters({ text, y, hasScripts = false }: Line): PlacedText[] {
  let x = 72
  let sign = ''
  return Array.from(text).flatMap((letter) => {
    if (hasScripts && /[\^_]/.test(letter)) {
      sign = letter
      return []
    }
    const shift = sign === '^' ? 0.36 * size : sign === '_' ? -0.2 * size : 0
    const own = sign === '' ? size : size / 1.2
    const placed = { text: letter, x, y: y + shift, size: own }
    sign = ''
    x += Math.floor(measureWidth(letter, own) / pixel) * pixel
    return [placed]
  })
}

async function read(lines: readonly Line[]): Promise<string> {
  const document = await readPdf(
    {
      ...contentRequest(''),
      body: pdfOfTexts([lines.flatMap(singleLetters)]),
      contentType: 'application/pdf',
    },
    { readPicture: async () => ({ width: 1, height: 1, turned: 0, words: [] }), onProgress() {} },
  )
  return document.markdown().trim()
}

const toLines = (texts: readonly string[], hasScripts = false) =>
  texts.map((text, at) => ({ text, y: 700 - 9 * at, hasScripts }))

test('letters drawn one by one keep the blanks between words, however narrow', async () => {
  const texts = [
    'Create notes from templates using a pop up menu and take the time to do it,',
    'since the same templates are used by those who prepare the other pages here.',
    'The pages are made once per week. The weir above the mill is one of these.',
  ]
  assert.equal(await read(toLines(texts)), texts.join(' '))
})

test('superscripts and subscripts among letters drawn one by one are kept', async () => {
  const texts = [
    'The area of the lake is 25 km^2 and its water, H_2O, holds much CO_2 in winter,',
    'as was shown on the 1^s^t of May.^3 The factor x_i is about 10^-^6 of the whole lake.',
  ]
  assert.equal(
    await read(toLines(texts, true)),
    'The area of the lake is 25 km² and its water, H₂O, holds much CO₂ in winter, as was shown on the 1st of May.³ The factor x<sub>i</sub> is about 10⁻⁶ of the whole lake.',
  )
})

test('the mark of a note stands before its text', async () => {
  const texts = ['^1The first note is about the letters of this line, and about nothing else.']
  assert.match(await read(toLines(texts, true)), /^¹ ?The first note/)
})

/** Parts of a line, each where the one before it ends. */
function placeParts(parts: readonly (readonly [string, number?])[], y: number): PlacedText[] {
  let x = 72
  return parts.map(([text, shift = 0]) => {
    const own = shift === 0 ? 10.5 : 8.75
    const placed = { text, x, y: y + shift, size: own }
    x += measureWidth(text, own)
    return placed
  })
}

test('raised and lowered figures that are little smaller than their line are parted from it', async () => {
  const further = Array.from({ length: 12 }, (_, line) =>
    placeParts(
      [['The pilots of the harbour keep a list of all boats that are in want of paint.']],
      640 - line * 14,
    ),
  ).flat()
  const texts = [
    ...placeParts(
      [
        ['The area of the lower deck is 25 m'],
        ['2', 3.5],
        [' and its rate is 10'],
        ['-3', 3.5],
        [' s'],
      ],
      700,
    ),
    ...placeParts(
      [['Water is H'], ['2', -1.8], ['O, as all of the pilots of the harbour know.']],
      680,
    ),
    ...placeParts([['The boats A4 and B12 are of one yard.']], 660),
  ]
  const document = await readPdf(
    {
      ...contentRequest(''),
      body: pdfOfTexts([[...texts, ...further]]),
      contentType: 'application/pdf',
    },
    { readPicture: async () => ({ width: 1, height: 1, turned: 0, words: [] }), onProgress() {} },
  )
  const markdown = document.markdown()
  for (const text of ['25 m² and its rate is 10⁻³ s', 'H₂O', 'A4 and B12'])
    assert.ok(markdown.includes(text), markdown)
})

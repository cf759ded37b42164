import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeColumn } from '#fixtures/pdf-of-texts.ts'
import { endAt, readTexts } from '#fixtures/read-pdf-texts.ts'

const rows = [
  ['Haemoglobin', '14.1', 'g/dl'],
  ['Leukocytes', '111.8', 'per nl'],
  ['Platelets', '40', 'per nl'],
  ['Sodium', '139', 'mmol/l'],
]

test('right-aligned cells as close as words to left-aligned ones are cells', async () => {
  const placed = rows.flatMap(([name = '', figure = '', unit = ''], at) => {
    const y = 750 - 15 * at
    return [{ text: name, x: 50, y }, endAt(figure, [250, y]), { text: unit, x: 255.5, y }]
  })
  const markdown = await readTexts(placed)
  for (const row of rows) assert.ok(markdown.includes(`| ${row.join(' | ')} |`), markdown)
})

test('the numbers of a list stay before its texts', async () => {
  const texts = [
    'Close the upper gate of the lock before the first boat arrives',
    'Open the lower gate and wait until the water is level',
    'Let the boats in, the longest first, and close the lower gate',
    'Open the upper gate when the keeper has given the sign',
    'Write the name of each boat and the time into the book',
    'Ring the bell when the last boat has left the lock',
  ]
  const placed = texts.flatMap((text, at) => {
    const y = 750 - 12 * at
    return [endAt(`${at + 8}.`, [70, y]), { text, x: 75.5, y }]
  })
  const markdown = await readTexts(placed)
  assert.equal(markdown, texts.map((text, at) => `${at + 8}. ${text}`).join('\n'))
})

test('columns are read one after the other, even where a line ends close to the next column', async () => {
  const words =
    'weir holds back what the river brings and lets it pass over the crest when floods come'.split(
      ' ',
    )
  const makeText = (start: number) =>
    Array.from(
      { length: 70 },
      (_, at) => `${words[(start + at * 5) % words.length] ?? ''}${at % 9 === 0 ? start + at : ''}`,
    )
  const texts = [makeText(100), makeText(500), makeText(900)]
  const placed = texts.flatMap((own, at) =>
    placeColumn(own, { x: 50 + 166 * at, y: 760, width: 160.2, isJustified: false }),
  )
  const markdown = await readTexts(placed)
  assert.equal(markdown.replaceAll(/\s+/g, ' '), texts.flat().join(' '))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlacedText } from '#fixtures/pdf-of-texts.ts'
import { readTexts } from '#fixtures/read-pdf-texts.ts'

const row = (y: number, size: number, texts: readonly string[]): PlacedText[] =>
  texts.map((text, at) => ({ text, x: 50 + at * 240, y, size }))

test('small labels above the values of boxes are pairs with them', async () => {
  const markdown = await readTexts([
    ...row(700, 6.5, ['Surname', 'First name']),
    ...row(685, 10, ['Seal', 'Ines']),
    ...row(660, 6.5, ['Date of birth', 'Boat']),
    ...row(645, 10, ['4 May 1981', 'Heron']),
    ...row(620, 6.5, ['Home port', 'Telephone']),
    ...row(605, 10, ['Bergen', '555 0142']),
  ])
  assert.equal(
    markdown,
    '| Surname | Seal |\n| --- | --- |\n| First name | Ines |\n| Date of birth | 4 May 1981 |\n| Boat | Heron |\n| Home port | Bergen |\n| Telephone | 555 0142 |',
  )
})

test('labels of boxes are pairs with the values below them where all lines are as far apart', async () => {
  const markdown = await readTexts([
    ...row(700, 6.5, ['Surname', 'First name']),
    ...row(686, 10, ['Seal', 'Ines']),
    ...row(672, 6.5, ['Boat', 'Home port']),
    ...row(658, 10, ['Heron', 'Bergen']),
    ...row(644, 6.5, ['Email', 'Telephone']),
    ...row(630, 10, ['seal@example.org', '47 555 0142']),
  ])
  assert.match(markdown, /\| Boat \| Heron \|\n\| Home port \| Bergen \|/)
})

test('a small head of a table and small lines below its cells are no labels', async () => {
  const markdown = await readTexts([
    ...row(700, 6.5, ['Boat', 'Port']),
    ...row(685, 10, ['Heron', 'Bergen']),
    ...row(675, 6.5, ['Blue', 'North pier']),
    ...row(655, 10, ['Tern', 'Kiel']),
    ...row(645, 6.5, ['Red', 'South pier']),
  ])
  assert.match(markdown, /^\| Boat \| Port \|/)
})

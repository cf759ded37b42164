import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeColumn, type PlacedText } from '#fixtures/pdf-of-texts.ts'
import { readTexts } from '#fixtures/read-pdf-texts.ts'

const prose =
  'The keeper of the weir opens every sluice when the spring floods come down from the mountains, and he closes them again when the meadows of the valley have had their share of the water, which is never later than the first days of June.'

const paragraph = (y: number, width = 480) =>
  placeColumn(prose.split(' '), { x: 50, y, width, isJustified: false })

const lines = (texts: readonly string[], x: number, y: number): PlacedText[] =>
  texts.map((text, row) => ({ text, x, y: y - row * 10.5 }))

test('the lines of an address are lines of their own, the lines of a paragraph are not', async () => {
  const address = ['Society of Weirs', '12 Bridge Street', '43210 Millbank', 'Telephone 555 0199']
  const markdown = await readTexts([...lines(address, 50, 780), ...paragraph(700)])
  assert.equal(markdown, `${address.join('\\\n')}\n\n${prose}`)
})

test('a narrow paragraph beside nothing stays one line of text', async () => {
  const markdown = await readTexts([...paragraph(780), ...paragraph(700, 150)])
  assert.equal(markdown, `${prose}\n\n${prose}`)
})

test('entries of an index are lines of their own, with the pages that go on in the next line', async () => {
  const names = ['Bank', 'Crest', 'Dam', 'Estuary', 'Flood', 'Gate', 'Harbour', 'Inlet', 'Jetty']
  const columns = [0, 1, 2, 3].map((column) =>
    names.flatMap((name, row) =>
      row % 3 === column % 3
        ? [`${name} of the old river, 12, 74,`, `  ${190 + row}, ${301 + column}`]
        : [`${name} water, ${row + 11 + column}`],
    ),
  )
  const placed = columns.flatMap((texts, column) =>
    lines(texts, 50 + column * 135, 780).map((line) => ({
      ...line,
      text: line.text.trim(),
      x: line.x + (line.text.startsWith(' ') ? 9 : 0),
    })),
  )
  const markdown = await readTexts(placed)
  assert.doesNotMatch(markdown, /^\|/m)
  const found = markdown.split(/\\?\n+/)
  assert.deepEqual(
    found,
    columns.flatMap((texts) => texts.join('\n').replaceAll('\n  ', ' ').split('\n')),
  )
})

test('entries with hanging indents are paragraphs of their own', async () => {
  const entries = [1, 2, 3, 4, 5].map(
    (number) =>
      `Keeper, A. (${1990 + number}). ${prose
        .split(' ')
        .slice(0, 18 + number * 3)
        .join(' ')}`,
  )
  const placed: PlacedText[] = []
  let y = 780
  for (const entry of entries) {
    const words = entry.split(' ')
    const first = placeColumn(words, { x: 50, y, width: 240, isJustified: false })
    const count = first.filter((word) => word.y === y).length
    const others = placeColumn(words.slice(count), {
      x: 64,
      y: y - 10.5,
      width: 226,
      isJustified: false,
    })
    placed.push(...first.slice(0, count), ...others)
    y = Math.min(...others.map((word) => word.y)) - 10.5
  }
  assert.equal(await readTexts(placed), entries.join('\n\n'))
})

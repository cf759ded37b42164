import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeColumn, measureWidth } from '#fixtures/pdf-of-texts.ts'
import { readTexts } from '#fixtures/read-pdf-texts.ts'

const vocabulary =
  'a weir holds back the considerable water of rivers and characteristically lets whatever remains pass over its crest when early spring floods come down from mountains in unusually 1987 quantities, so the keeper opens every sluice'.split(
    ' ',
  )

const wordsFrom = (start: number, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const place = start + at
    return vocabulary[(place * 7 + Math.floor(place / 5) * 11) % vocabulary.length] ?? ''
  })

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

for (const [count, width, size] of [
  [5, 92, 9],
  [5, 88, 10],
  [6, 75, 8],
  [4, 115, 11],
] as const) {
  test(`${count} justified columns of ${width} points in ${size} points are read as text`, async () => {
    const texts = Array.from({ length: count }, (_, column) => wordsFrom(column * 1_003, 120))
    const placed = texts.flatMap((words, column) =>
      placeColumn(words, {
        x: 40 + column * (width + 14),
        y: 770,
        width,
        size,
        leading: 1.2 * size,
      }),
    )
    const markdown = await readTexts(placed)
    assert.doesNotMatch(markdown, /^\|/m)
    assert.equal(plain(markdown), texts.flat().join(' '))
  })
}

test('a table in a narrow justified column stays a table, with the lines of the text at its distance', async () => {
  const [x, width] = [50, 120]
  const above = placeColumn(wordsFrom(0, 60), { x, y: 770, width })
  const end = Math.min(...above.map(({ y }) => y))
  const rows = [
    ['North', 'opened'],
    ['Old mill', 'closed'],
    ['Bank', 'repaired'],
    ['South gate', 'open'],
    ['Bridge', 'lost'],
  ]
  const cells = rows.flatMap(([name = '', state = ''], row) => {
    const y = end - 10.5 * (row + 1)
    return [
      { text: name, x, y },
      { text: state, x: x + width - measureWidth(state, 9), y },
    ]
  })
  const below = placeColumn(wordsFrom(500, 60), { x, y: end - 10.5 * 6, width })
  const markdown = await readTexts([...above, ...cells, ...below])
  for (const [name, state] of rows) assert.ok(markdown.includes(`| ${name} | ${state} |`), markdown)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeCells, readTexts } from '#fixtures/read-pdf-texts.ts'

test('lines of cells around the middle of their row are of that row, at one distance of all lines', async () => {
  const rows: readonly (readonly [string, readonly string[], string])[] = [
    ['08.06.', ['Transfer to the keeper of the', 'upper lock'], '151.90'],
    ['11.02.', ['Salary'], '3,659.34'],
    [
      '21.10.',
      ['Payment for the repair of both', 'gates and of the small door in', 'the wall'],
      '847.44',
    ],
    ['17.06.', ['Rope and lamps'], '20.15'],
  ]
  let line = 0
  const placed = rows.flatMap(([date, texts, sum]) => {
    const top = 740 - 13 * line
    line += texts.length
    const y = top - (13 * (texts.length - 1)) / 2
    return [
      ...placeCells([date, sum], { xs: [50, 400], y }),
      ...texts.map((text, at) => ({ text, x: 110, y: top - 13 * at })),
    ]
  })
  const markdown = await readTexts([
    ...placeCells(['Date', 'Text', 'Sum'], { xs: [50, 110, 400], y: 753, look: 'bold' }),
    ...placed,
  ])
  for (const [date, texts, sum] of rows)
    assert.ok(markdown.includes(`| ${date} | ${texts.join(' ')} | ${sum} |`), markdown)
})

test('a cell beside the middle of two rows of figures does not join them', async () => {
  const head = placeCells(['Top', 'Cloth', 'First', 'Second'], {
    xs: [60, 120, 200, 280],
    y: 752,
    look: 'bold',
  })
  const groups = [0, 1, 2, 3].flatMap((group) => {
    const y = 732 - 30 * group
    return [
      { text: String(group + 2), x: 60, y: y - 5.5 },
      ...placeCells(['Rope', `0.${group}41`, '7.25'], { xs: [120, 200, 280], y }),
      ...placeCells(['Sail', `0.${group}97`, '3.80'], { xs: [120, 200, 280], y: y - 11 }),
    ]
  })
  const placed = [...head, ...groups]
  const markdown = await readTexts(placed)
  assert.match(markdown, /\| 3 \| Rope \| 0\.141 \| 7\.25 \|\n\| \| Sail \| 0\.197 \| 3\.80 \|/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureWidth, type PlacedText } from '#fixtures/pdf-of-texts.ts'
import { readTexts } from '#fixtures/read-pdf-texts.ts'

const places = ['Mill', 'North bank', 'Bridge', 'Old lock', 'Harbour', 'South gate', 'Quay']

/** Names, figures that end at one edge, and words. */
const tableAt = (x: number, leading: number, rows: readonly (readonly string[])[]): PlacedText[] =>
  rows.flatMap(([name = '', figure = '', state = ''], row) => {
    const y = 740 - row * leading
    return [
      { text: name, x, y },
      { text: figure, x: x + 100 - measureWidth(figure, 9), y },
      ...(state === '' ? [] : [{ text: state, x: x + 120, y }]),
    ]
  })

const makeRows = (start: number, count: number, state: string) =>
  Array.from({ length: count }, (_, row) => [
    places[(start + row) % places.length] ?? '',
    String((start + 1) * 37 + row * 113),
    state,
  ])

const writeLine = (row: readonly string[]) => `| ${row.filter((cell) => cell !== '').join(' | ')} |`

test('two tables side by side with rows of different heights are two tables', async () => {
  const [left, right] = [makeRows(0, 7, 'open'), makeRows(2, 5, '')]
  const markdown = await readTexts([...tableAt(50, 13, left), ...tableAt(320, 17, right)])
  assert.deepEqual(
    markdown.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('| -')),
    [...left, ...right].map(writeLine),
  )
})

test('two tables side by side of one row height are two when one of them is longer', async () => {
  const [left, right] = [makeRows(0, 7, ''), makeRows(2, 4, '')]
  const markdown = await readTexts([...tableAt(50, 14, left), ...tableAt(320, 14, right)])
  assert.deepEqual(
    markdown.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('| -')),
    [...left, ...right].map(writeLine),
  )
})

test('columns of one table with a wide gap between them stay one table', async () => {
  const rows = makeRows(0, 6, 'open')
  const further = makeRows(3, 6, 'wet')
  const markdown = await readTexts([...tableAt(50, 14, rows), ...tableAt(260, 14, further)])
  const whole = rows.map((row, at) => [...row, ...(further[at] ?? [])])
  for (const row of whole) assert.ok(markdown.includes(writeLine(row)), markdown)
})

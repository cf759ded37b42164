import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeColumn, measureWidth, type PlacedText } from '#fixtures/pdf-of-texts.ts'
import { readTexts } from '#fixtures/read-pdf-texts.ts'

const edges = [50, 170, 290, 410, 500] as const

const row = (cells: readonly string[], y: number): PlacedText[] =>
  cells.map((text, column) => ({ text, x: edges[column] ?? 0, y }))

const table = [
  ['Place', 'Length', 'Height', 'State'],
  ['Mill', '120', '3.4', 'open'],
  ['North bank', '98', '2.1', 'closed'],
  ['Bridge', '310', '5.0', 'open'],
  ['Old lock', '77', '1.9', 'lost'],
]

const headsAt = (heads: readonly PlacedText[]) => {
  let y = 740
  const placed: PlacedText[] = []
  for (const [at, cells] of table.entries()) {
    const head = at === 1 ? heads[0] : at === 3 ? heads[1] : undefined
    if (head) {
      placed.push({ ...head, y })
      y -= 14
    }
    placed.push(...row(cells, y))
    y -= 14
  }
  return placed
}

const centred = (text: string): PlacedText => ({ text, x: 250 - measureWidth(text, 9) / 2, y: 0 })

const bold = (text: string): PlacedText => ({ text, x: 50, y: 0, look: 'bold' })

const rowsIn = (markdown: string) =>
  markdown.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('| -'))

test('centred lines between the rows of a table are rows of it', async () => {
  const placed = headsAt([centred('Weirs of the upper valley'), centred('Weirs of the harbour')])
  const words = 'The weirs of this river are listed here with their lengths and states.'.split(' ')
  const text = placeColumn(words, { x: 50, y: 780, width: 480, isJustified: false })
  assert.deepEqual(rowsIn(await readTexts([...text, ...placed])), [
    '| Place | Length | Height | State |',
    '| Weirs of the upper valley | | | |',
    '| Mill | 120 | 3.4 | open |',
    '| North bank | 98 | 2.1 | closed |',
    '| Weirs of the harbour | | | |',
    '| Bridge | 310 | 5.0 | open |',
    '| Old lock | 77 | 1.9 | lost |',
  ])
})

test('bold lines over several columns between rows are rows of the table', async () => {
  const rows = rowsIn(
    await readTexts(
      headsAt([
        bold('Weirs of the upper valley and of the lake'),
        bold('Weirs of the harbour and of the sea'),
      ]),
    ),
  )
  assert.equal(rows.length, table.length + 2)
  assert.match(rows[1] ?? '', /^\| \**Weirs of the upper valley and of the lake\** \| \| \| \|$/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlacedText } from '#fixtures/pdf-of-texts.ts'
import { readTexts } from '#fixtures/read-pdf-texts.ts'

const places = [50, 120, 330, 400] as const

const at = (
  texts: readonly (readonly [column: 0 | 1 | 2 | 3, text: string, y: number])[],
): PlacedText[] => texts.map(([column, text, y]) => ({ text, x: places[column], y }))

const makeRows = (markdown: string) =>
  markdown.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('| -'))

const bookings = [
  ['01.05.2024', ['Transfer 8651', 'for the ropes of may'], '297.22'],
  ['04.05.2024', ['Transfer 9206'], '583.14'],
  ['07.05.2024', ['Card payment', 'at the harbour', 'and at the mill'], '787.42'],
  ['10.05.2024', ['Direct debit', 'for the lock'], '598.58'],
] as const

for (const [name, shift] of [
  ['first', 0],
  ['last', 1],
  ['middle', 0.5],
] as const) {
  // Browsers round places to whole pixels.
  for (const lines of [
    [11, 11],
    [10.5, 11.25],
  ] as const) {
    test(`figures beside the ${name} line of texts ${lines.join(' and ')} points apart stay in their rows`, async () => {
      let y = 740
      const head = at([
        [0, 'Date', 760],
        [1, 'Text', 760],
        [3, 'Amount', 760],
      ])
      const texts = bookings.flatMap(([date, words, amount], row) => {
        const leading = lines[row % 2] ?? 11
        const level = y - shift * (words.length - 1) * leading
        const cells = at([
          [0, date, level],
          [3, amount, level],
          ...words.map((text, line) => [1, text, y - line * leading] as const),
        ])
        y -= words.length * leading + 6
        return cells
      })
      const markdown = await readTexts([...head, ...texts])
      assert.deepEqual(
        makeRows(markdown).slice(1),
        bookings.map(([date, words, amount]) => `| ${date} | ${words.join(' ')} | ${amount} |`),
      )
    })
  }
}

for (const count of [2, 3]) {
  test(`a cell beside the middle of ${count} rows stands in the first of them`, async () => {
    const texts: PlacedText[] = at([
      [0, 'Top', 760],
      [1, 'Cloth', 760],
      [2, 'Simple', 760],
      [3, 'Time', 760],
    ])
    const wanted = ['| Top | Cloth | Simple | Time |']
    for (let block = 0; block < 4; block++) {
      const top = 740 - block * (count * 11 + 8)
      texts.push(...at([[0, String(block + 4), top - (count - 1) * 5.5]]))
      for (let row = 0; row < count; row++) {
        const cells = [['ROPE', 'SAIL', 'CORD'][row] ?? '', `0.${block}${row}1`, `${block}.${row}4`]
        texts.push(
          ...cells.map((text, cell) => ({ text, x: places[cell + 1] ?? 0, y: top - row * 11 })),
        )
        wanted.push(`| ${row === 0 ? `${block + 4} ` : ''}| ${cells.join(' | ')} |`)
      }
    }
    assert.deepEqual(makeRows(await readTexts(texts)), wanted)
  })
}

test('sums that are closer than the rows above them are rows of their own', async () => {
  const rows = Array.from({ length: 5 }, (_, row) =>
    at([
      [0, String(row + 1), 740 - row * 16],
      [1, ['Rope', 'Brush', 'Lamp', 'Paint', 'Chain'][row] ?? '', 740 - row * 16],
      [2, `${row + 2}`, 740 - row * 16],
      [3, `${row}8.70`, 740 - row * 16],
    ]),
  ).flat()
  const sums = ['Subtotal', 'Tax', 'Total'].flatMap((name, row) =>
    at([
      [2, name, 655 - row * 11],
      [3, `${row + 1}12.40`, 655 - row * 11],
    ]),
  )
  const read = makeRows(await readTexts([...rows, ...sums]))
  assert.deepEqual(read.slice(-3), [
    '| | | Subtotal | 112.40 |',
    '| | | Tax | 212.40 |',
    '| | | Total | 312.40 |',
  ])
})

test('the head of a table at the top of a page is no running head', async () => {
  const head = at([
    [0, 'Item', 790],
    [1, 'Description', 790],
    [2, 'Quantity', 790],
    [3, 'Amount', 790],
  ])
  const rows = Array.from({ length: 8 }, (_, row) =>
    at([
      [0, `A${100 + row}`, 765 - row * 14],
      [1, 'Rope', 765 - row * 14],
      [2, `${row + 2}`, 765 - row * 14],
      [3, `${row}8.70`, 765 - row * 14],
    ]),
  ).flat()
  const [first] = makeRows(await readTexts([...head, ...rows]))
  assert.equal(first, '| Item | Description | Quantity | Amount |')
})

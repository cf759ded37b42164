import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlacedText } from '#fixtures/pdf-of-texts.ts'
import { endAt, placeCells, readTexts } from '#fixtures/read-pdf-texts.ts'

const goods = ['Rope', 'Anchor', 'Lamp', 'Flag', 'Chain']

const read = async (texts: readonly PlacedText[]) => (await readTexts([...texts])).split('\n')

/** A table of names and two columns of amounts that end at one place. */
const fees = (top: number, size = 9): PlacedText[] =>
  goods.flatMap((text, at) => {
    const y = top - 16 * at
    return [
      { text: `${at + 1}.01`, x: 50, y, size },
      { text, x: 80, y, size },
      endAt(`${12 * (at + 1)}.50`, [300, y]),
      endAt(`${7 * (at + 3)}.25`, [400, y]),
    ]
  })

const right = (text: string, y: number) => endAt(text, [431, y])

test('amounts and words that a narrow column cuts are joined', async () => {
  const heads = placeCells(['Day', 'Text', 'Debit'], { xs: [50, 120, 300], y: 760 })
  const rows = goods.flatMap((text, at) => {
    const y = 730 - 30 * at
    return [
      ...placeCells([`0${at + 1}.03.`, text, `1${at}.40`], { xs: [50, 120, 300], y }),
      right(`${at + 2},378.${at}`, y),
      right('5', y - 12),
    ]
  })
  const lines = await read([...heads, right('Balanc', 760), right('e', 748), ...rows])
  assert.ok(lines.includes('| 01.03. | Rope | 10.40 | 2,378.05 |'), lines.join('\n'))
  assert.ok(
    lines.some((line) => line.endsWith('| Balance |')),
    lines.join('\n'),
  )
})

test('a figure below an amount with all its decimals is a row of its own', async () => {
  const rows = goods.flatMap((text, at) => {
    const y = 730 - 12 * at
    return [
      ...placeCells([text, 'red'], { xs: [50, 180], y }),
      endAt(at % 2 === 0 ? `1${at}.5` : '5', [400, y]),
    ]
  })
  const lines = await read(rows)
  assert.ok(lines.includes('| Anchor | red | 5 |'), lines.join('\n'))
})

const sum = (text: string, y: number): PlacedText[] => [
  { text, x: 50, y, look: 'bold' },
  { ...endAt('98.25', [400, y]), look: 'bold' },
]

test('the label of a sum over the first columns stays whole', async () => {
  const lines = await read([...fees(760), ...sum('Sum of 1', 680)])
  const row = lines.find((line) => line.includes('98.25'))
  assert.match(row ?? '', /^\| \*\*Sum of 1\*\* \|/, lines.join('\n'))
})

test('the second row of a head has cells of its own', async () => {
  const heads: PlacedText[] = [
    { text: 'Good', x: 80, y: 772, look: 'bold' },
    { text: 'Summer', x: 270, y: 772, look: 'bold' },
    ...placeCells(['day', 'week'], { xs: [285, 380], y: 760, look: 'bold' }),
  ]
  const rows = goods.flatMap((text, at) => {
    const y = 748 - 12 * at
    return [
      { text, x: 80, y },
      endAt(`${12 * (at + 1)}.50`, [300, y]),
      endAt(`${7 * (at + 3)}.25`, [400, y]),
    ]
  })
  const lines = await read([...heads, ...rows])
  assert.ok(
    lines.some((line) => line.endsWith('| **day** | **week** |')),
    lines.join('\n'),
  )
})

test('a bold line over several columns below a bold head is a row of its own', async () => {
  const xs = [50, 100, 180, 260]
  const heads = placeCells(['Date', 'Shop', 'Town', 'Sum'], { xs, y: 776, look: 'bold' })
  const rows = goods.flatMap((text, at) =>
    placeCells([`0${at + 1}.05.`, text, 'Brno', `${at + 2}4.10`], { xs, y: 744 - 16 * at }),
  )
  const lines = await read([
    ...heads,
    { text: 'Card 4411 of Tomas', x: 50, y: 760, look: 'bold' },
    ...rows,
  ])
  assert.ok(
    lines.some((line) => line.startsWith('| **Card 4411 of Tomas** |')),
    lines.join('\n'),
  )
})

test('a table of smaller letters below fields at nearly the same places is a table of its own', async () => {
  const fields = [
    ['For', 'Ada Berg', 'Weight', '61 kg'],
    ['Born', '4 May 1971', 'Flag', 'Norway'],
  ].flatMap((cells, at) =>
    cells.map((text, column) => ({
      text,
      x: [48, 81, 270, 380][column] ?? 0,
      y: 800 - 15 * at,
      size: 10,
    })),
  )
  const lines = await read([...fields, ...fees(761)])
  assert.ok(lines.includes('| For | Ada Berg | Weight | 61 kg |'), lines.join('\n'))
  assert.ok(lines.includes('| Born | 4 May 1971 | Flag | Norway |'), lines.join('\n'))
})

test('short columns of nothing but entries of an index are read one after the other', async () => {
  const entries = [
    ['anchor, 12, 48', 'barge, 7', 'buoy, 33', 'canal, 5'],
    ['dam, 91', 'eddy, 14, 20', 'ferry, 8', 'flood, 110'],
    ['gate, 70', 'gauge, 15', 'hull, 37, 39', 'keel, 40'],
  ]
  const lines = await read([
    { text: 'Index', x: 50, y: 775, size: 11, look: 'bold' },
    ...entries.flatMap((column, at) =>
      column.map((text, row) => ({ text, x: 50 + 170 * at, y: 760 - 13 * row })),
    ),
  ])
  const text = lines.join(' ').replaceAll(/[\\\s]+/g, ' ')
  assert.doesNotMatch(text, /\|/)
  assert.match(text, /barge, 7.*canal, 5.*dam, 91.*flood, 110.*gate, 70.*keel, 40/)
})

const box = (label: string, value: string, [x, y]: readonly [number, number]): PlacedText[] => [
  { text: label, x, y, size: 6.5 },
  { text: value, x, y: y - 11 },
]

test('boxes with small labels below a table are no lines of its last row', async () => {
  const texts = [
    ['Upper lock', 'Seal replaced and tried'],
    ['Town bridge', 'Bulb'],
    ['Quay 3', 'Ladder fixed with bolts'],
    ['Office', 'Hinge'],
  ]
  const rows = texts.flatMap(([place = '', done = ''], at) => {
    const y = 760 - 26 * at
    const further = done.includes(' ') ? [{ text: 'three times', x: 301, y: y - 12 }] : []
    return [
      ...placeCells([`${at + 1}/25`, place, done], { xs: [57, 92, 301], y }),
      ...further,
      endAt(`${at + 1}.5`, [502, y]),
      endAt(`${at + 3}4.20`, [538, y]),
    ]
  })
  const lines = await read([
    ...rows,
    ...box('Name', 'Ada Berg', [57, 647]),
    ...box('Date', '2 July 2025', [303, 647]),
    ...box('Signature', 'A. Berg', [57, 621]),
    ...box('Checked', 'Jon Quill', [303, 621]),
  ])
  assert.ok(lines.includes('| 4/25 | Office | Hinge | 4.5 | 64.20 |'), lines.join('\n'))
})

test('fields below a table are their own where a few of them are level with its cells by chance', async () => {
  const rights = [242.2, 340.8, 439.4, 538]
  const figures = [
    ['', 'Sphere', 'Cylinder', 'Axis', 'Add'],
    ['Right', '-1.25', '-0.50', '85', '+1.75'],
    ['Left', '-1.50', '', '', '+1.75'],
  ].flatMap(([name = '', ...cells], row) => {
    const y = 750.5 - 18 * row
    const placed = cells.flatMap((text, at) =>
      text === '' ? [] : [endAt(text, [rights[at] ?? 0, y], 9.5)],
    )
    return name === '' ? placed : [{ text: name, x: 57, y, size: 9.5 }, ...placed]
  })
  const fields = [
    ['Distance', '63 mm'],
    ['Frame', 'Oslo 51-18, black'],
    ['Lenses', 'Progressive 1.6, hard coating'],
    ['Price', '389.00'],
  ].flatMap(([label = '', value = ''], at) => {
    const y = 688.5 - 18 * at
    return [
      { text: label, x: 57, y, size: 9.5, look: 'bold' as const },
      { text: value, x: 167, y, size: 9.5 },
    ]
  })
  const lines = await read([...figures, ...fields])
  assert.ok(lines.includes('| Left | -1.50 | | | +1.75 |'), lines.join('\n'))
  assert.ok(lines.includes('| **Price** | 389.00 |'), lines.join('\n'))
})

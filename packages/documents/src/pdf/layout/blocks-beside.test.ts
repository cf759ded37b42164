import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureWidth, placeColumn, type PlacedText } from '#fixtures/pdf-of-texts.ts'
import { endAt, placeCells, readTexts } from '#fixtures/read-pdf-texts.ts'

const read = async (texts: readonly PlacedText[]) => (await readTexts([...texts])).split('\n')
const bold = (text: string, x: number, y: number): PlacedText => ({ text, x, y, look: 'bold' })
const title: PlacedText = { text: 'North quay', x: 50, y: 790, size: 16, look: 'bold' }

test('a side bar whose lines are at other heights is no column of the table beside it', async () => {
  const jobs = [
    ['2011', 'Keeper of the lower lock', 'Counted the boats of each night.'],
    ['2016', 'Clerk of the harbour', 'Wrote the bills for the berths.'],
    ['2020', 'Diver', 'Looked after two weirs.'],
  ].flatMap(([year = '', role = '', text = ''], at) => {
    const y = 740 - 33 * at
    return [{ text: year, x: 50, y }, bold(role, 120, y), { text, x: 120, y: y - 13.5 }]
  })
  const side = ['Polish', 'Danish', 'Finnish', 'ada@berg.example', '+47 555 01 18'].map(
    (text, at) => ({ text, x: 410, y: 747 - 17.3 * at }),
  )
  const lines = await read([title, ...jobs, ...side])
  assert.ok(
    lines.includes('| 2016 | **Clerk of the harbour** Wrote the bills for the berths. |'),
    lines.join('\n'),
  )
  assert.ok(!lines.some((line) => line.startsWith('|') && line.includes('Danish')))
})

const persons = [
  ['Ruth Abel', 'Head of the registry', 'room 4'],
  ['Olga Brandt', 'Cashier', 'room 7'],
  ['Rui Costa', 'Surveyor', 'room 9'],
]

/** A bold name above two lines, three times. */
const blocksAt = (x: number, names: readonly string[]) =>
  persons.flatMap(([, role = '', room = ''], at) => {
    const y = 740 - 46 * at
    return [
      bold(names[at] ?? '', x, y),
      { text: role, x, y: y - 12 },
      { text: `${x}, ${room}`, x, y: y - 24 },
    ]
  })

test('blocks with bold heads in two columns are read one column after the other', async () => {
  const names = [persons.map(([name = '']) => name), ['Siv Moe', 'Awa Fall', 'Jan Haas']] as const
  const lines = await read([title, ...blocksAt(50, names[0]), ...blocksAt(320, names[1])])
  const text = lines.join(' ')
  assert.doesNotMatch(text, /\|/)
  assert.match(text, /Ruth Abel.*Olga Brandt.*Rui Costa.*320|Ruth Abel.*50, room 9.*Siv Moe/)
})

const table = (top: number, names: readonly string[]) => [
  bold('Folder', 50, top),
  bold('Content', 250, top),
  ...names.flatMap((name, at) => [
    { text: name, x: 50, y: top - 16 * (at + 1) },
    { text: `Files for ${name}`, x: 250, y: top - 16 * (at + 1) },
  ]),
]

test('a head that two tables below each other have in common makes no columns', async () => {
  const lines = await read([
    title,
    ...table(740, ['games', 'maps', 'songs']),
    ...table(660, ['lists', 'plans', 'notes']),
    ...table(580, ['books', 'films', 'texts']),
  ])
  assert.ok(lines.includes('| maps | Files for maps |'), lines.join('\n'))
  assert.ok(lines.includes('| films | Files for films |'), lines.join('\n'))
})

const side = (x: number, heads: readonly string[], names: readonly string[]) =>
  heads.flatMap((head, part) => {
    const top = 740 - 70 * part
    return [
      { text: head, x, y: top, look: 'bold' as const, size: 11 },
      ...[0, 1].flatMap((row) => {
        const y = top - 16 - 24 * row
        const name = names[2 * part + row] ?? ''
        return [
          { text: name, x, y },
          endAt(`${part + 3 + row}.${x === 50 ? 50 : 80}`, [x + 220, y]),
          { text: `with ${name.toLowerCase()} sauce`, x, y: y - 11, look: 'italic' as const },
        ]
      }),
    ]
  })

test('names with prices in two columns below heads of their own are two tables', async () => {
  const lines = await read([
    title,
    ...side(50, ['Soups', 'Fish'], ['Leek', 'Barley', 'Perch', 'Trout']),
    ...side(320, ['Cakes', 'Wine'], ['Plum', 'Poppy', 'Merlot', 'Sekt']),
  ])
  assert.ok(lines.includes('| Perch *with perch sauce* | 4.50 |'), lines.join('\n'))
  assert.ok(lines.includes('| Sekt *with sekt sauce* | 5.80 |'), lines.join('\n'))
})

test('the lines of an address beside labels are no cells', async () => {
  const sender = ['Byrne Workshops', 'Unit 6, Dock Lane', 'T12 Cork', 'Ireland']
  const labels = ['Date: 4 June 2026', 'Order: PO-118', 'Carrier: Blue Van']
  const lines = await read([
    title,
    ...sender.map((text, at) => ({ text, x: 50, y: 740 - 14 * at })),
    ...labels.map((text, at) => ({ text, x: 340, y: 740 - 14 * at })),
  ])
  assert.doesNotMatch(lines.join('\n'), /\|/)
  assert.match(lines.join(' '), /Unit 6, Dock Lane.*T12 Cork.*Date: 4 June 2026/)
})

test('dates with smaller second lines below their texts are rows of a table', async () => {
  const entries = [
    ['01.07.', '01.07.', 'Rent', 'Kern house, flat 12, July', '-890,00'],
    ['03.07.', '02.07.', 'Card', 'Market of Jena 4411', '-62,17'],
    ['04.07.', '04.07.', 'Wages', 'Town works, person 20431', '2.844,02'],
  ].flatMap(([day = '', value = '', kind = '', more = '', sum = ''], at) => {
    const y = 740 - 28 * at
    return [
      ...placeCells([day, value, kind], { xs: [50, 130, 200], y }),
      { text: more, x: 200, y: y - 11, size: 7 },
      endAt(sum, [500, y]),
    ]
  })
  const lines = await read([
    title,
    ...placeCells(['Booked', 'Value', 'What', 'EUR'], { xs: [50, 130, 200, 480], y: 762 }),
    ...entries,
  ])
  assert.ok(
    lines.includes('| 03.07. | 02.07. | Card Market of Jena 4411 | -62,17 |'),
    lines.join('\n'),
  )
})

test('cells in the middle of rows that are far apart, as beside pictures, are those of one row', async () => {
  const goods = [
    ['Lamp', 'white, with cord', '1', '89.00'],
    ['Rug', 'wool, 160 cm', '2', '280.00'],
    ['Hooks', 'set of five', '1', '9.50'],
  ].flatMap(([name = '', kind = '', count = '', sum = ''], at) => {
    const y = 730 - 46 * at
    return [
      { text: name, x: 90, y: y + 7, size: 10 },
      { text: kind, x: 90, y: y - 7, size: 8 },
      endAt(count, [430, y], 10),
      endAt(sum, [550, y], 10),
    ]
  })
  const heads = [bold('Article', 90, 765), bold('Qty', 414, 765), bold('Sum', 528, 765)]
  const lines = await read([title, ...heads, ...goods])
  assert.ok(lines.includes('| Rug wool, 160 cm | 2 | 280.00 |'), lines.join('\n'))
  assert.ok(lines.includes('| Hooks set of five | 1 | 9.50 |'), lines.join('\n'))
})

const row = (cells: readonly string[], y: number) => placeCells(cells, { xs: [50, 250, 340], y })

test('a bold group head in the first column is a row of its own', async () => {
  const lines = await read([
    title,
    bold('Test', 50, 750),
    bold('Result', 250, 750),
    bold('Range', 340, 750),
    bold('Blood', 50, 728),
    ...row(['Haemoglobin', '11.2', '12 - 16'], 711),
    ...row(['Leucocytes', '7.4', '4 - 10'], 694),
    bold('Salts', 50, 672),
    ...row(['Sodium', '139', '135 - 145'], 655),
    ...row(['Calcium', '2.3', '2.1 - 2.6'], 638),
  ])
  assert.ok(lines.includes('| Sodium | 139 | 135 - 145 |'), lines.join('\n'))
  assert.ok(lines.includes('| **Salts** | | |'), lines.join('\n'))
})

test('bold heads of several lines that end at one height are one row', async () => {
  const heads = [
    bold('Length', 200, 750),
    bold('of each', 200, 737),
    bold('Number', 300, 737),
    ...placeCells(['Name of the goods', '(m)', 'of pieces'], {
      xs: [50, 200, 300],
      y: 724,
      look: 'bold',
    }),
  ]
  const rows = ['Beam', 'Board', 'Batten'].flatMap((name, at) =>
    placeCells([name, `${at + 3}.50`, `${12 * (at + 1)}`], {
      xs: [50, 200, 300],
      y: 704 - 20 * at,
    }),
  )
  const lines = await read([title, ...heads, ...rows])
  assert.ok(
    lines.includes('| Name of the goods | Length of each (m) | Number of pieces |'),
    lines.join('\n'),
  )
})

test('numbered clauses on two levels are paragraphs with their numbers', async () => {
  const clauses = [
    ['1.', 'The owner lets the garden with its shed to the tenant.', 0],
    ['1.1', 'The shed may be used for tools only.', 18],
    ['1.2', 'Fires are allowed if the wind is weak.', 18],
    ['2.', 'The rent is due on the first of April.', 0],
    ['2.1', 'If it is late, a fee is added to it.', 18],
  ] as const
  const lines = await read([
    title,
    ...clauses.flatMap(([number, text, indent], at) => [
      { text: number, x: 50 + indent, y: 740 - 16 * at },
      { text, x: 84 + indent, y: 740 - 16 * at },
    ]),
  ])
  assert.doesNotMatch(lines.join('\n'), /\|/)
  assert.ok(lines.includes('1.2 Fires are allowed if the wind is weak.'), lines.join('\n'))
})

test('a count before amounts is no number of a list', async () => {
  const lines = await read([
    title,
    ...[1, 2, 3].flatMap((count, at) => [
      { text: `Goods of the kind ${'abc'[at]}`, x: 50, y: 740 - 60 * at },
      endAt(String(count), [400, 725 - 60 * at]),
      endAt(`$${count}4.00`, [480, 725 - 60 * at]),
    ]),
  ])
  assert.doesNotMatch(lines.join('\n'), /^[123]\./m)
})

test('a bold line in the size of the text at the top of a page is a part of its text', async () => {
  const body = Array.from({ length: 8 }, (_, at) => ({
    text: `The boats of line ${at} leave the quay at six and come back before it is dark.`,
    x: 50,
    y: 740 - 12 * at,
  }))
  const lines = await read([bold('Notes of the harbour', 50, 800), ...body])
  assert.match(lines.join(' '), /Notes of the harbour/)
})

const sentence =
  'The ferry was built in the yard of the town and has carried cars since the spring of the year in which the old bridge was closed.'
const textAt = (x: number, y: number) =>
  placeColumn([...sentence.split(' '), ...sentence.split(' ')], { x, y, width: 210 })

test('a table across two columns of text is whole', async () => {
  const rows = [
    ['Year', 'Cars', 'People', 'Days'],
    ['2024', '11,204', '40,118', '9'],
    ['2025', '12,660', '44,905', '14'],
  ].flatMap((cells, at) => placeCells(cells, { xs: [60, 180, 320, 450], y: 650 - 18 * at }))
  const lines = await read([
    title,
    ...textAt(50, 740),
    ...textAt(300, 746),
    ...rows,
    ...textAt(50, 580),
    ...textAt(300, 586),
  ])
  assert.ok(lines.includes('| 2025 | 12,660 | 44,905 | 14 |'), lines.join('\n'))
  assert.equal(lines.filter((line) => line.startsWith('|')).length, 4)
})

test('terms in bold before their meanings in columns are read column by column', async () => {
  const columns = [
    [50, ['Adit', 'Bight', 'Caisson']],
    [300, ['Davit', 'Eyot', 'Fender']],
  ] as const
  const lines = await read([
    title,
    ...columns.flatMap(([x, terms]) =>
      terms.flatMap((term, at) => [
        bold(term, x, 740 - 18 * at),
        { text: `word ${at} of the river`, x: x + measureWidth(`${term} `, 9.5), y: 740 - 18 * at },
      ]),
    ),
  ])
  assert.doesNotMatch(lines.join('\n'), /\|/)
  assert.match(lines.join(' '), /Bight.*Caisson.*Davit.*Eyot/)
})

test('numbers of items stay where a list does not count on', async () => {
  const items = [
    ['1.', 'Close both valves and wait for a minute.'],
    ['2.', 'Open the lid and keep the seal.'],
    ['4.', 'Write the date on the lid.'],
    ['5.', 'Open both valves.'],
  ] as const
  const lines = await read([
    title,
    ...items.map(([number, text], at) => ({
      text: `${number} ${text}`,
      x: 50,
      y: 740 - 16 * at,
    })),
  ])
  assert.match(lines.join('\n'), /^2[.)] Open the lid/m)
  assert.match(lines.join('\n'), /^4[.)] Write the date/m)
  assert.match(lines.join('\n'), /^5[.)] Open both/m)
})

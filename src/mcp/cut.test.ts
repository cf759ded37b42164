import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonPieces } from '#kernel/to-json.ts'
import { loadPages } from './crawl-pages.ts'
import { cutValue } from './cut-value.ts'
import { writeResult } from './cut.ts'

const call = { tool: { name: 'firecrawl_scrape' as const, fields: [] }, args: { url: 'a' } }
const long = '"word"\n\u{1F600} '.repeat(3_000_000)
const msMax = 100
const loneSurrogate = '\u{1F600}'.slice(0, 1)

test('a result is written like JSON, whole or as a part', async () => {
  const value = {
    markdown: `"\\ ${loneSurrogate}\u{1F600}\n`.repeat(300),
    list: [1, null, undefined, '', [], {}, { at: new Date(0), none: undefined, ['__proto__']: 1 }],
    none: undefined,
    links: Array.from({ length: 500 }, (_, index) => `https://site.example/${index}`),
  }
  const text = JSON.stringify(value, null, 2)
  const whole = await writeResult(call, { value }, { offset: 0, charactersMax: 1_000_000 })
  assert.deepEqual(whole, { texts: [text], data: value })
  const wanted = { offset: 700, charactersMax: 2_000 }
  const { texts, data } = await writeResult(call, { value }, wanted)
  const [part = '', note] = texts
  assert.deepEqual(data, { part, notes: note?.split('\n') })
  assert.equal(part, text.slice(700, 700 + part.length))
  assert.match(
    note ?? '',
    new RegExp(`^This is the part from character 700 to \\d+ of ${text.length}\\.`),
  )
  for (const spaces of [undefined, 2]) {
    const written = JSON.stringify(value, null, spaces)
    for (let lengthMax = 0; lengthMax < written.length; lengthMax += 197) {
      const cut = cutValue(value, lengthMax)
      const beginning = JSON.stringify(cut.value, null, spaces).slice(0, lengthMax)
      assert.equal(beginning, written.slice(0, lengthMax))
    }
  }
  assert.deepEqual(cutValue(value, text.length), { value, isCut: false })
})

test('of a long result only the part and a little more is written', async () => {
  const values = [
    { markdown: long },
    { list: Array.from({ length: 3_000_000 }, () => '') },
    Array.from({ length: 300 }, (_, index) => ({ index, markdown: long.slice(0, 100_000) })),
  ]
  for (const value of values) {
    const write = () => writeResult(call, { value }, { offset: 10, charactersMax: 60_000 })
    const before = process.cpuUsage()
    const [part = '', note] = (await write()).texts
    const { user, system } = process.cpuUsage(before)
    assert.ok((user + system) / 1_000 < 5 * msMax, `${(user + system) / 1_000} ms`)
    assert.ok(part.length > 40_000 && part.length <= 60_000)
    assert.match(
      note ?? '',
      /^This is the part from character 10 to \d+ of more than 1000010\.\nTo/,
    )
  }
})

test('what is before the offset is written in pieces and not kept', async () => {
  const value = {
    markdown: long.slice(0, 2_000_001),
    nested: [
      { list: Array.from({ length: 60_000 }, (_, index) => [index, {}, []]) },
      'x'.repeat(200_000),
    ],
    empty: {},
  }
  for (const spaces of [0, 2]) {
    let longest = 0
    let text = ''
    for (const piece of jsonPieces(value, spaces)) {
      longest = Math.max(longest, piece.length)
      text += piece
    }
    assert.ok(text === JSON.stringify(value, null, spaces))
    assert.ok(longest < 3_000_000, String(longest))
    const offset = text.length - 3_000
    const part = { offset, charactersMax: 1_000 }
    const compact = spaces === 0 && ({ isCompact: true } as const)
    const [shown = ''] = (await writeResult(call, { value, ...compact }, part)).texts
    assert.equal(shown, text.slice(offset, offset + shown.length))
    assert.ok(shown.length > 600)
  }
  await assert.rejects(
    writeResult(call, { value }, { offset: 900_000_000, charactersMax: 1_000 }),
    {
      code: 'BAD_REQUEST',
    },
  )
})

const makePage = (markdown: string, index: number) => ({
  markdown,
  metadata: { title: `Page ${index}`, url: `https://site.example/${index}` },
})

test('sizes of long pages of a crawl are counted up to a limit', async () => {
  const crawl = (texts: readonly string[]) =>
    loadPages('crawl', 0, {
      ask: async () => ({
        status: 'completed',
        completed: texts.length,
        data: texts.map(makePage),
      }),
      charactersMax: 60_000,
    })
  const before = process.cpuUsage()
  const { notes, value } = await crawl(['short', ...Array.from({ length: 20 }, () => long)])
  const { user, system } = process.cpuUsage(before)
  assert.ok((user + system) / 1_000 < 5 * msMax, `${(user + system) / 1_000} ms`)
  assert.equal((value as { data: unknown[] }).data.length, 1)
  assert.equal(notes?.[1], '1: https://site.example/1 "Page 1", more than 100000 characters')

  const page = makePage('x'.repeat(70_000), 1)
  const exact = JSON.stringify(page, null, 2).length
  const known = await crawl(['short', page.markdown])
  assert.equal(known.notes?.[1], `1: https://site.example/1 "Page 1", ${exact} characters`)
})

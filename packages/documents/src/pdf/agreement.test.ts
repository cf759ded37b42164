import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import { placeColumn, pdfOfTexts, type PlacedText } from '#fixtures/pdf-of-texts.ts'
import { readPdf } from './read-pdf.ts'

const words =
  'ferry harbour tide pilot crane gate crew rope anchor lamp chart mooring quay bridge storm'.split(
    ' ',
  )

/** Numbers that only look random. */
function createRandom(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

type Random = ReturnType<typeof createRandom>
type Part = (random: Random, y: number) => readonly PlacedText[]

const listWords = (random: Random, count: number) =>
  Array.from({ length: count }, () => words[random(words.length)] ?? '')

const paragraph: Part = (random, y) =>
  placeColumn(['The', ...listWords(random, 20 + random(30)), 'closed.'], {
    x: 60,
    y,
    width: 470,
    isJustified: random(2) === 0,
  })
const heading: Part = (random, y) => [
  { text: `About ${listWords(random, 2).join(' ')}`, x: 60, y, size: 15, look: 'bold' },
]
const columns: Part = (random, y) =>
  [60, 310].flatMap((x) => placeColumn(listWords(random, 40), { x, y, width: 220 }))
const table: Part = (random, y) =>
  [0, 1, 2, 3].flatMap((row) =>
    [60, 220, 380].map((x) => ({ text: listWords(random, 1).join(), x, y: y - row * 14 })),
  )
const items: Part = (random, y) =>
  [0, 1, 2].flatMap((row) => [
    { text: '•', x: 60, y: y - row * 13 },
    { text: listWords(random, 3).join(' '), x: 74, y: y - row * 13 },
  ])
const turned: Part = (random, y) =>
  [0, 1, 2, 3].flatMap((row) =>
    [0, 1].map((cell) => ({
      text: listWords(random, 1).join(),
      x: 200 + row * 14,
      y: y - 90 + cell * 60,
      isUpwards: true,
    })),
  )
const note: Part = (random, y) => [
  { text: `1 See the ${listWords(random, 4).join(' ')}.`, x: 60, y, size: 6 },
]
const kinds = [paragraph, heading, columns, table, items, turned, note]

const makePage = (random: Random, number: number): PlacedText[] => [
  { text: 'Yearbook of the harbour', x: 60, y: 810, size: 8 },
  ...[700, 560, 420, 280, 140].flatMap((y) => kinds[random(kinds.length)]?.(random, y) ?? []),
  { text: String(number), x: 290, y: 30, size: 8 },
]

const read = (body: Buffer, pageMarkers: boolean) =>
  readPdf(
    {
      ...contentRequest(''),
      body,
      contentType: 'application/pdf',
      pdf: { mode: 'fast', maxPages: undefined, pages: true, blocks: true, pageMarkers },
    },
    {
      readPicture: async () => ({ width: 1, height: 1, turned: 0, words: [] }),
      onProgress: () => {},
    },
  )

const between = /^\s*(?:---\s+<!-- page \d+ -->\s*)*$/
const running = new Set(['page_header', 'page_footer', 'page_number'])
const splitWords = (text: string) =>
  text
    .replaceAll(/[|\s]+|(?<=\|) --- (?=\|)/g, ' ')
    .split(' ')
    .filter((word) => /[^-]/.test(word))

test('blocks and pages contain what the Markdown contains, in its order', async () => {
  for (let seed = 1; seed <= 24; seed++) {
    const random = createRandom(seed)
    const count = 1 + random(3)
    const pages = Array.from({ length: count }, (_, at) => makePage(random, at + 1))
    const document = await read(pdfOfTexts(pages), seed % 2 === 0)
    const markdown = document.markdown()
    const all = (document.blocks ?? []).flatMap(({ pageNumber, items: own }) =>
      own.map((block) => ({ ...block, pageNumber })),
    )
    const shown = all
      .flatMap((block) =>
        block.markdownSpan
          ? [{ ...block, from: block.markdownSpan[0], to: block.markdownSpan[1] }]
          : [],
      )
      .toSorted((a, b) => a.from - b.from)
    let end = 0
    for (const { content, from, to } of shown) {
      assert.equal(markdown.slice(from, to), content)
      assert.match(markdown.slice(end, from), between)
      end = to
    }
    assert.match(markdown.slice(end), between)
    for (const { type, content, markdownSpan } of all)
      assert.ok(markdownSpan !== null || content === '' || running.has(type), content)
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
    for (const { pageNumber, markdown: own } of document.pages ?? []) {
      const parts = shown.filter((block) => block.pageNumber === pageNumber)
      assert.deepEqual(
        splitWords(own),
        parts.flatMap(({ content }) => splitWords(content)),
      )
    }
    const written = pages.flat().filter(({ size }) => size !== 8)
    for (const word of new Set(written.flatMap(({ text }) => splitWords(text))))
      assert.ok(markdown.includes(word.replace('•', '')), word)
  }
})

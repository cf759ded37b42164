import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlOfLines, line as placed, long } from '#fixtures/pdf-lines.ts'
import { layOut } from './lay-out.ts'

const line = `${long} another`
/** As wide as the lines around. */
const full = line.slice(14)
const body = [0, 12, 24].map((at) => ({ text: line, at: at + 20 }))

const entry = (term: string, at: number, lines: readonly string[]) => [
  { text: term, at },
  ...lines.map((text, row) => ({ text, left: 120, at: at + row * 12 })),
]

test('definitions that fill the lines of the text are no table', () => {
  const html = htmlOfLines([
    ...body,
    ...entry('open', 64, [full, 'the gates are up.']),
    ...entry('close', 94, ['The gates are down.']),
    ...entry('where', 112, ['The river.']),
    ...body.map((one) => ({ ...one, at: one.at + 110 })),
    { text: '6.1 The next section', left: 20, at: 190, size: 16 },
  ])
  assert.match(
    html,
    /<p>open<br>l the .* the gates are up\.<\/p>\n<p>close<br>The gates are down\.<\/p>\n<p>where<br>The river\.<\/p>/,
  )
})

test('definitions of one line each are known by the indent of others on another page', () => {
  const list = [
    ...entry('open', 64, [full, 'the gates are up.']),
    ...entry('close', 94, ['The gates are down.']),
    ...entry('where', 112, ['The river.']),
  ]
  const short = [...entry('C-a', 64, ['To the start.']), ...entry('C-e', 82, ['To the end.'])]
  const html = (first: typeof list) =>
    layOut(
      [first, short].map((lines, at) => ({
        height: 800,
        segments: [...body, ...lines].map((one) => placed({ ...one, page: at + 1 })),
      })),
      new Map(),
    )[1]
      ?.map((block) => block.html)
      .join('\n')
  assert.match(html(list) ?? '', /<p>C-a<br>To the start\.<\/p>\n<p>C-e<br>To the end\.<\/p>/)
  assert.match(html([]) ?? '', /<table>.*<td>C-e<\/td><td>To the end\.<\/td>/)
})

test('a definition that does not end like a sentence is not joined to the next term', () => {
  const list = [
    ...entry('open', 64, [full, 'the gates are up']),
    ...entry('close', 94, [full, 'the gates are down']),
    ...entry('where', 124, ['the river']),
  ]
  const segments = [...body, ...list].map(placed)
  const [page = []] = layOut([{ height: 800, segments }], new Map())
  assert.deepEqual(
    page.map(({ continuation }) => continuation),
    page.map(() => undefined),
  )
})

test('cells of several lines that leave room at the right edge of the text are a table', () => {
  const html = htmlOfLines([
    ...body,
    ...entry('open', 64, [full.slice(30), 'the gates are up.']),
    ...entry('close', 94, ['The gates are down.']),
    ...entry('where', 112, ['The river.']),
    ...body.map((one) => ({ ...one, at: one.at + 110 })),
  ])
  assert.match(html, /<table>.*<td>where<\/td><td>The river\.<\/td>/)
})

test('names with labels at the right edge are lines of text', () => {
  const html = htmlOfLines([
    { text: 'double open (double gate)', at: 20 },
    { text: '[Function]', left: 420, at: 20 },
    { text: 'double close (double gate)', at: 32 },
    { text: '[Function]', left: 420, at: 32 },
    { text: 'Open and close a gate.', left: 70, at: 44 },
  ])
  assert.equal(
    html,
    '<p>double open (double gate) [Function]<br>double close (double gate) [Function]</p>\n<p>Open and close a gate.</p>',
  )
})

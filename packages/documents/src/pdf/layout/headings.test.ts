import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlOfLines, line, long } from '#fixtures/pdf-lines.ts'
import { findRunning } from './running-lines.ts'

const text = (at: number) =>
  Array.from({ length: 6 }, (_, row) => ({ text: `${long} another`, at: at + row * 12 }))

test('the label above the title of a chapter is text', () => {
  for (const label of [[{ text: 'Chapter 5', at: 20, size: 16 }], labelOfTwoLines]) {
    const html = htmlOfLines([...label, { text: 'The weir', at: 90, size: 16 }, ...text(130)])
    assert.match(
      html.replaceAll(/<\/?strong>/g, ''),
      /^<p>Chapter 5<\/p>\n<h1>The weir<\/h1>\n<p>/i,
    )
  }
})

const labelOfTwoLines = [
  { text: 'CHAPTER', at: 20, isBold: true },
  { text: '5', at: 44, size: 16 },
]

test('a chapter without a title keeps its heading', () => {
  const html = htmlOfLines([
    { text: 'Chapter 5', at: 20, size: 16 },
    { text: '5.1 Gates', at: 50, size: 13 },
    ...text(80),
  ])
  assert.match(html, /^<h1>Chapter 5<\/h1>\n<h2>5\.1 Gates<\/h2>/)
})

test('a heading with names in the letters of code goes on in its second line', () => {
  const html = htmlOfLines([
    { text: '7.2 Gates of the weir - Opens, Closes, En-', at: 20, size: 14, isBold: true },
    { text: 'hances, Lowers', left: 70, at: 38, size: 14, isBold: true, isCode: true },
    ...text(70),
  ])
  assert.match(
    html,
    /^<h1>7\.2 Gates of the weir - Opens, Closes, En<code>hances, Lowers<\/code><\/h1>\n<p>/,
  )
})

test('the wide spaces of a justified heading do not tear it', () => {
  const words = ['7.8 Further', 'gates', 'used', 'to', 'lower', 'the', 'river']
  let left = 50
  const torn = words.map((word) => {
    const segment = { text: word, left, at: 20, size: 14, isBold: true }
    left += word.length * 7 + 26
    return segment
  })
  const html = htmlOfLines([
    ...torn,
    { text: 'in dry', left: 50, at: 38, size: 14, isBold: true },
    { text: 'summers', left: 140, at: 38, size: 14, isBold: true },
    ...text(70),
  ])
  assert.match(html, /^<h1>7\.8 Further gates used to lower the river in dry summers<\/h1>\n<p>/)
})

test('the heading of a section below a table is not a row of it', () => {
  const html = htmlOfLines([
    { text: 'open', at: 20 },
    { text: 'Opens a gate', left: 120, at: 20 },
    { text: 'close', at: 34 },
    { text: 'Closes a gate', left: 120, at: 34 },
    { text: '7.2', at: 62, size: 14 },
    { text: 'Languages', left: 120, at: 62, size: 14 },
    ...text(90),
  ])
  assert.match(html, /Closes a gate<\/td><\/tr><\/tbody><\/table>\n<h1>7\.2 Languages<\/h1>/)
})

test('a bold numbered heading below a table in its size is not a row of it', () => {
  const html = htmlOfLines([
    ...text(20),
    { text: 'open', left: 60, at: 110 },
    { text: 'Opens a gate', left: 120, at: 110 },
    { text: 'close', left: 60, at: 122 },
    { text: 'Closes a gate', left: 120, at: 122 },
    { text: '7.1.2', at: 150, isBold: true },
    { text: 'Languages', left: 90, at: 150, isBold: true },
    ...text(170),
  ])
  assert.match(html, /Closes a gate<\/td><\/tr><\/tbody><\/table>\n<h1>7\.1\.2 Languages<\/h1>/)
})

test('two sections of one name do not make a running foot a heading', () => {
  const names = ['Time', 'Gates', 'Gates', 'Gates', 'Floods', 'Floods', 'Floods', 'Time']
  const pages = names.map((name, at) => ({
    height: 800,
    segments: [
      ...text(100).map((one) => line({ ...one, page: at + 1 })),
      line({ text: `${at + 1}.1. ${name}`, at: 760, isBold: true, page: at + 1 }),
    ],
  }))
  const chapters = Array.from({ length: 14 }, (_, at) => ({
    height: 800,
    segments: [
      ...text(100).map((one) => line({ ...one, page: at + 9 })),
      line({ text: 'Chapter 9. Mills', at: 760, isBold: true, page: at + 9 }),
    ],
  }))
  const running = [...findRunning([...pages, ...chapters]).keys()].map((one) => one.text)
  assert.equal(running.length, 22)
})

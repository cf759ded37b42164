import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Element } from 'domhandler'
import { parsePage } from '#content/html/parse.ts'
import { outline, type Outline } from './blocks.ts'
import { dropRepeated } from './drop-repeated.ts'
import { keepPosts } from './keep-posts.ts'
import { keepTables } from './keep-tables.ts'

type Select = (page: Outline, isKept: boolean[]) => void

const prose = 'The river rose slowly through the night, and the town watched it from the bridge.'

/** The texts that a rule leaves of a page, of which those that begin with "no" are not chosen before. */
function chosen(html: string, select: Select): string[] {
  const page = outline(new Element('body', {}, parsePage(html, 'html').document.children))
  const isKept = page.blocks.map(({ text }) => !text.startsWith('no'))
  select(page, isKept)
  return page.blocks.filter((_, index) => isKept[index]).map(({ text }) => text)
}

const post = (text: string, inner = '') =>
  `<div class="comment"><span>no name</span><div class="text"><p>${text}</p></div>${inner}</div>`
const thread = ['Ada: ', 'Grace: ', 'no. ', 'now. '].map((start) => start + prose)

test('a thread keeps all posts, also replies to replies, and no names', () => {
  const nested = thread.toReversed().reduce((inner, text) => post(text, inner), '')
  assert.deepEqual(chosen(nested, keepPosts), thread)
  const flat = thread.map((text) => post(text)).join('')
  assert.deepEqual(chosen(flat, keepPosts), thread)
})

test('other repeated elements, and comments below a text, are not completed', () => {
  const cards = thread.map((text) => post(text).replace('"comment"', '"card"')).join('')
  assert.deepEqual(chosen(cards, keepPosts), thread.slice(0, 2))
  const article = `<article>${`<p>${prose}</p>`.repeat(9)}</article>`
  const below = thread.map((text) => post(text)).join('')
  assert.equal(chosen(article + below, keepPosts).length, 9 + 2)
})

test('a text that is repeated in another place is kept once', () => {
  const copy = `<div><p>${prose}</p></div>`
  assert.deepEqual(chosen(copy + copy, dropRepeated), [prose])
  const refrain = `<div><p>${prose}</p><p>${prose}</p></div>`
  assert.deepEqual(chosen(refrain, dropRepeated), [prose, prose])
  const records = `<table><tr><td>${prose}</td></tr></table>`.repeat(2)
  assert.equal(chosen(records, dropRepeated).length, 2)
  const steps = `${copy}<pre>npm test</pre>${copy}`
  assert.equal(chosen(steps, dropRepeated).length, 3)
  const labels = '<div><p>See also</p></div>'
  assert.equal(chosen(labels.repeat(2), dropRepeated).length, 2)
})

const table = '<table><tr><td>no 1</td></tr><tr><td>no 2</td></tr></table>'
const links = '<table><tr><td><a href="/a">no news</a></td></tr></table>'

test('a table between chosen paragraphs is content as a whole', () => {
  const text = `<p>${prose}</p>`
  assert.deepEqual(chosen(text + table + text, keepTables), [prose, 'no 1', 'no 2', prose])
  assert.deepEqual(chosen(text + table, keepTables), [prose])
  assert.deepEqual(chosen(text + links + text, keepTables), [prose, prose])
  const far = '<p>no.</p>'.repeat(12)
  assert.deepEqual(chosen(text + far + table + text, keepTables), [prose, prose])
})

test('a table with a header of which most rows are chosen is content as a whole', () => {
  const rows = ['row 1', 'row 2', 'row 3', 'no 4', 'no 5']
  const cells = rows.map((text) => `<tr><td>${text}</td></tr>`).join('')
  const header = '<tr><th>Name</th><th>Note</th></tr>'
  assert.deepEqual(chosen(`<table>${header}${cells}</table>`, keepTables).slice(-5), rows)
  assert.deepEqual(chosen(`<table>${cells}</table>`, keepTables), rows.slice(0, 3))
})

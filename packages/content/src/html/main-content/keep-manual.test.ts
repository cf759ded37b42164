import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Element } from 'domhandler'
import { parsePage } from '#content/html/parse.ts'
import { outline } from './blocks.ts'
import { keepManual } from './keep-manual.ts'
import { keepNotes } from './keep-notes.ts'
import { keepParagraphs } from './keep-paragraphs.ts'

const sentence =
  'Opens <code>gate</code> and returns the level of the water in metres above the sill.'
const known = Array.from({ length: 6 }, () => `<p>${sentence}</p>`).join('')
const read = (html: string) =>
  outline(new Element('body', {}, parsePage(html, 'html').document.children))

/** What becomes of the blocks that begin with "no" and their percentage of probability, such as "no 20 Raises the gate." */
function complete(html: string, chosen: (text: string) => boolean = () => false): string[] {
  const page = read(html)
  const isKept = page.blocks.map(({ text }) => !text.startsWith('no '))
  keepManual(page, isKept, {
    probabilities: Float32Array.from(page.blocks, ({ text }) =>
      text.startsWith('no ') ? Number(text.split(' ')[1]) / 100 : 0.9,
    ),
    chosen: page.blocks.map(({ text }) => chosen(text)),
  })
  return page.blocks.flatMap(({ text }, at) => (isKept[at] && text.startsWith('no ') ? [text] : []))
}

test('what stands between the parts of a manual belongs to it', () => {
  const rows = ['no 40 OPEN_SLOWLY', 'no 30 Opens the gate within an hour.']
  const table = `<table><tr><td>${rows[0]}</td></tr><tr><td>${rows[1]}</td></tr></table>`
  assert.deepEqual(complete(`<main>${known}${table}${known}</main>`), rows)
  const links = 'no 40 <a href="/a">Gates of other rivers</a> and <a href="/b">their keepers</a>'
  for (const other of [
    '<p>no 10 Subscribe to our letter.</p>',
    `<p>${links}</p>`,
    '<aside><p>no 40 Visit the museum.</p></aside>',
    '<figure><img src="/a.png"><figcaption>no 40 The gate in May.</figcaption></figure>',
  ])
    assert.deepEqual(complete(`<main>${known}${other}${known}</main>`), [])
})

test('the first sentence and the last parts of a manual belong to it, dates and footers do not', () => {
  const first = ['<p>no 50 4 May</p>', '<h1>no 20 Gates</h1>', '<p>no 20 Gates hold water.</p>']
  const last = ['<h2>no 20 Returns</h2>', '<p>no 20 level</p>', '<p>no 2 Imprint</p>']
  const html = `<main>${first.join('')}${known}${last.join('')}</main>`
  assert.deepEqual(complete(html), [
    'no 20 Gates',
    'no 20 Gates hold water.',
    'no 20 Returns',
    'no 20 level',
  ])
})

test('what was left out with a reason stays so, and a page without code is no manual', () => {
  const html = `<main>${known}<p>no 40 Read this as well.</p>${known}</main>`
  assert.equal(complete(html).length, 1)
  assert.deepEqual(
    complete(html, (text) => text.startsWith('no ')),
    [],
  )
  assert.deepEqual(complete(html.replaceAll(/<\/?code>/g, '')), [])
})

test('a paragraph with a link in a sentence is one of the text around it', () => {
  const link = 'This is what <a href="/levels">levels</a> are for, as keepers have known for long.'
  const line = 'no Read <a href="/more">how keepers open old gates by hand</a> in our letter.'
  const page = read(`<main>${known}<p>no ${link}</p><p>${line}</p>${known}</main>`)
  const isKept = page.blocks.map(({ text }) => !text.startsWith('no '))
  keepParagraphs(page, isKept)
  const left = page.blocks.filter((_, at) => !isKept[at]).map(({ text }) => text)
  assert.deepEqual(left, ['no Read how keepers open old gates by hand in our letter.'])
})

test('a note whose number is a heading ends before the next one', () => {
  const notes = ['1', '2'].map(
    (n) => `<h5><a id="FOOT${n}" href="#DOCF${n}">no (${n})</a></h5><p>no Note ${n}.</p>`,
  )
  const page = read(
    `<main><p>${sentence} <a id="DOCF1" href="#FOOT1"><sup>1</sup></a></p>
    <div class="footnote"><h4>no Footnotes</h4>${notes.join('')}</div></main>`,
  )
  const isKept = page.blocks.map(({ text }) => !text.startsWith('no '))
  keepNotes(page, isKept)
  const kept = page.blocks.filter((_, at) => isKept[at]).map(({ text }) => text)
  assert.deepEqual(kept.slice(1), ['no (1)', 'no Note 1.'])
})

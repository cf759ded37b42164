import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Element } from 'domhandler'
import { parsePage } from '#content/html/parse.ts'
import { outline } from './blocks.ts'
import { keepParagraphs } from './keep-paragraphs.ts'

const line = 'We went up the valley, looked at the mill and its wheel, and came down again.'

/** How many of the paragraphs of one element are chosen, if the first of them were. */
function chosen(count: number, first: number): number {
  const { document } = parsePage(`<p>${line}</p>`.repeat(count), 'html')
  const page = outline(new Element('div', {}, document.children))
  const isKept = page.blocks.map((_, index) => index < first)
  keepParagraphs(page, isKept)
  return isKept.filter(Boolean).length
}

test('the paragraphs of a long text are chosen together, also if the model chose less than half of them', () =>
  assert.equal(chosen(200, 80), 200))

test('the paragraphs of a short text are chosen together if most of them are', () => {
  assert.equal(chosen(20, 8), 8)
  assert.equal(chosen(20, 14), 20)
})

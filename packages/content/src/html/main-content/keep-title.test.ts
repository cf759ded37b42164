import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Element } from 'domhandler'
import { parsePage } from '#content/html/parse.ts'
import { outline } from './blocks.ts'
import { keepTitle } from './keep-title.ts'

const titleWords = new Set(['harbour', 'gate', 'class', 'reference', 'libtide'])
const text = '<p>The gate is opened at dawn.</p>'

for (const [what, html, expected] of [
  ['is kept', '<div class="t">Gate Class Reference</div>', true],
  ['that is the name of the site is not kept', '<div class="t">Harbour libtide</div>', false],
  ['that says something else is not kept', '<div class="t">Gate and tide classes</div>', false],
  ['that is a link is not kept', '<a href="/"><div>Gate Class Reference</div></a>', false],
  ['beside a heading is not kept', '<h1>Gates</h1><div>Gate Class Reference</div>', false],
] as const)
  test(`a title above a text ${what}`, () => {
    const page = outline(new Element('body', {}, parsePage(html + text, 'html').document.children))
    const isKept = page.blocks.map(({ index }) => index === page.blocks.length - 1)
    keepTitle(page, isKept, titleWords)
    assert.equal(isKept.at(-2), expected)
  })

test('the only title in a heading is kept before a table of contents', () => {
  const contents = '<ul>' + '<li><a href="#part">A part of it</a></li>'.repeat(30) + '</ul>'
  const headings = { 'Gate Class Reference <a href="#top">¶</a>': 1, 'Harbour libtide': 0 }
  for (const [heading, count] of Object.entries(headings)) {
    const html = `<h1>${heading}</h1>${contents}${text}`
    const page = outline(new Element('body', {}, parsePage(html, 'html').document.children))
    const isKept = page.blocks.map(({ index }) => index === page.blocks.length - 1)
    keepTitle(page, isKept, titleWords)
    assert.equal(isKept.slice(0, -1).filter(Boolean).length, count, heading)
  }
})

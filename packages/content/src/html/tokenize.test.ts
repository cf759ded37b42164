import assert from 'node:assert/strict'
import { test } from 'node:test'
import { render } from 'dom-serializer'
import { DomHandler, isComment, isDirective, type Document } from 'domhandler'
import { findAll, removeElement } from 'domutils'
import { array, assert as check, constantFrom, property } from 'fast-check'
import { Parser } from 'htmlparser2'
import { parsePage } from './parse.ts'
import { listElements } from './walk.ts'

const pieces = [
  ['<', '>', '/', '"', "'", '=', ' ', '&', '-', '!', '[', ']', 'x', 'Ä', '\n', '<>', '</>'],
  ['&amp;', '&lt', '&notin', '&not', '&#60', '&#x3c;', '&copy', '&euro;'],
  ['<!-- a -->', '<!-->', '<!--a--!>', '<![CDATA[ b ]]>', '<!doctype html>', '<?php ?>'],
  ['<div', '<div>', '<p>', '</p>', '</div>', '<br/>', '<LI>', '<form>', '</form>', '<image>'],
  ['<table><tr><td>', '<b a=b', ' href="a&amp;b"', " title='c&copy=d'", ' A', ' =e', '</b c="d">'],
  ['<script>', '</script>', '</SCRIPT >', '<style>', '</style x>', '<iframe>', '</iframe>'],
  ['<title>', '</title>', '<textarea>', '</textarea>', '<svg>', '</svg>', '<math><mi>'],
  ['</math>', '<foreignObject>', '</foreignobject>', '<svg><title>', '<xmp>', '</xmp>'],
  ['<option>', '<select>', '<tbody>', '<dt>', '<h2>', '<a>', '</a>', '</br>', '<rt>', '<clippath>'],
].flat()
/** Closes whatever is open, because the other parser reads a tag that is cut off as text. */
const ending = '">\'></title></textarea></script></iframe></style></xmp>]]> end'

test('pages are split as the parser itself splits them', () => {
  const page = array(constantFrom(...pieces), { maxLength: 24 }).map((all) => all.join(''))
  const holds = property(page, (start) => {
    // In a title, the other parser leaves a reference after a less-than sign as it is.
    const html = start.replaceAll(/<+&/g, '&') + ending
    const [document, expected] = [parsePage(html, 'html').document, parsedByParser(html)]
    assert.equal(render(document), render(expected))
    // Where SVG is written, all names are written with the capitals of SVG.
    assert.deepEqual(namesIn(document), namesIn(expected))
  })
  check(holds, { numRuns: 3_000, seed: 15 })
})

function parsedByParser(html: string): Document {
  const dom = new DomHandler()
  const parser = new Parser(dom)
  parser.end(html)
  const dropped = findAll(() => true, dom.root.children)
  for (const node of [...dom.root.children, ...dropped.flatMap(({ children }) => children)])
    if (isComment(node) || isDirective(node)) removeElement(node)
  return dom.root
}

const namesIn = (document: Document) => listElements(document).map(({ name }) => name)

const cases: readonly (readonly [what: string, html: string, tree: string])[] = [
  ['a tag that is cut off', '<p>a</p><b class="c', '<p>a</p>'],
  ['a closing tag that is cut off', '<p>a</p', '<p>a</p>'],
  ['a less-than sign that opens no tag', '<p>1 < 2 <3 <', '<p>1 &lt; 2 &lt;3 &lt;</p>'],
  ['a comment that is not closed', '<p>a</p><!-- b', '<p>a</p>'],
  ['character data that is not closed', '<p>a<![CDATA[ b</p>c', '<p>ac</p>'],
  ['a script that is not closed', '<script>a</b', '<script>a</b</script>'],
  ['a repeated attribute', '<p a="1" A="2">b</p>', '<p a="1">b</p>'],
]
for (const [what, html, tree] of cases) {
  test(`${what} is read as browsers read it`, () => {
    assert.equal(render(parsePage(html, 'html').document), tree)
  })
}

test('parts that are never closed take time in proportion to their number', () => {
  for (const part of ['<!--a', '<![CDATA[', '<a b="', '</script', '<title></', '&'])
    parsePage(part.repeat(200_000), 'html')
})

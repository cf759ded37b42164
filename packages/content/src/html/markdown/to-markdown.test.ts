import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Element, Text } from 'domhandler'
import * as fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { nest } from '#fixtures/nest.ts'
import { describeStructure } from '#fixtures/structure.ts'
import { toMarkdown } from './to-markdown.ts'
import { mayHoldTex } from './raw-tex.ts'

const options = { baseUrl: 'https://site.test/', removeBase64Images: true }

const renderMarkdown = (html: string): string => toMarkdown(parseDocument(html).children, options)

const rendered = (markdown: string): string =>
  micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  })

/** Characters with and without meaning in Markdown. */
const signs = 'ab1 .-+*_`[]()#>!~|=:<&\\'.split('')

const text = fc
  .array(fc.constantFrom(...signs), { minLength: 1, maxLength: 12 })
  .map((characters) => `w${characters.join('')}w`.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))

const phrase = fc.oneof(
  text,
  fc
    .tuple(fc.constantFrom('b', 'i', 'del', 'span', 'code'), text)
    .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
  fc
    .tuple(fc.constantFrom('/a', '/b?c=1&amp;d=2', 'https://other.test/x_(y)'), text)
    .map(([href, inner]) => `<a href="${href}">${inner}</a>`),
)
const phrases = fc.array(phrase, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))

const { block } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    phrases.map((inner) => `<p>${inner}</p>`),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), phrases)
      .map(([n, inner]) => `<h${n}>${inner}</h${n}>`),
    text.map((inner) => `<pre><code>${inner}\n\n  ${inner}</code></pre>`),
    fc
      .array(fc.tuple(phrases, phrases), { minLength: 2, maxLength: 3 })
      .map(
        (rows) =>
          `<table>${rows.map(([a, b]) => `<tr><td>${a}</td><td>${b}</td></tr>`).join('')}</table>`,
      ),
    fc
      .tuple(
        fc.constantFrom('ul', 'ol', 'ol start="4"'),
        fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
      )
      .map(
        ([list, items]) =>
          `<${list}>${items.map((item) => `<li>${item}</li>`).join('')}</${list.slice(0, 2)}>`,
      ),
    fc
      .array(tie('block'), { minLength: 1, maxLength: 2 })
      .map((inner) => `<blockquote>${inner.join('')}</blockquote>`),
  ),
}))
const page = fc.array(block, { minLength: 1, maxLength: 4 }).map((blocks) => blocks.join(''))

test('rendered Markdown has the same headings, lists, quotes, tables, links and code', () => {
  fc.assert(
    fc.property(page, (html) => {
      // Formulas are written as such, not as the text that they are in the page.
      fc.pre(!mayHoldTex(html))
      const markdown = renderMarkdown(html)
      assert.deepEqual(
        describeStructure(rendered(markdown), options.baseUrl),
        describeStructure(html, options.baseUrl),
        markdown,
      )
    }),
    { numRuns: 300 },
  )
})

test('Markdown has no trailing white space, no double blank lines and no blank lines at its ends', () => {
  fc.assert(
    fc.property(page, (html) => {
      const markdown = renderMarkdown(html.replaceAll(/<pre>.*?<\/pre>/gs, ''))
      assert.doesNotMatch(markdown, /[ \t]\n|\n{3}|^\s|\s$/)
    }),
    { numRuns: 100 },
  )
})

/** Nested elements with text. */
const nested = (names: readonly string[], depth: number) =>
  nest(
    Array.from({ length: depth }, (_, index) => {
      const name = names[index % names.length] ?? ''
      return new Element(name, name === 'a' ? { href: '/a' } : {}, [new Text('x')])
    }),
  )

for (const names of [
  'div',
  'b',
  'ul li',
  'blockquote',
  'a div',
  'sup',
  'dl dd',
  'h2',
  'pre div',
  'table tr td',
  'table tr th',
]) {
  test(`a page may nest ${names} thirty thousand deep`, () => {
    const markdown = toMarkdown([nested(names.split(' '), 30_000)], options)
    assert.match(markdown, /x/)
  })
}

test('one wide row does not widen the other rows of a long table', () => {
  const html = `<table><tr>${'<td>a</td>'.repeat(20_000)}</tr>${'<tr><td>b</td></tr>'.repeat(20_000)}</table>`
  assert.ok(renderMarkdown(html).length < 10 * html.length)
})

test('a long text that spans rows is written once', () => {
  const html = `<table><tr><td rowspan="999">${'long '.repeat(100)}</td><td>a</td></tr>${'<tr><td>b</td></tr>'.repeat(998)}</table>`
  assert.ok(renderMarkdown(html).length < 3 * html.length)
})

test('base64 images are kept on request', () => {
  const nodes = parseDocument('<img src="data:image/png;base64,AAAA" alt="Dot">').children
  const markdown = toMarkdown(nodes, { ...options, removeBase64Images: false })
  assert.equal(markdown, '![Dot](data:image/png;base64,AAAA)')
})

test('the text of a task may stand in a block behind its box', () => {
  const [paint = '', oil = ''] = ['Paint', 'Oil'].map(
    (text) => `<li><label><input type="checkbox"></label><div><p>${text}</p></div></li>`,
  )
  const html = `<ul>${paint}<li><label><input type="checkbox"></label></li>${oil}</ul><p>abcd</p>`
  assert.equal(renderMarkdown(html), '- [ ] Paint\n- [ ]\n- [ ] Oil\n\nabcd')
})

const row = (indent: string) => `<table><tr><td>${indent}</td><td>Salt does it.</td></tr></table>`

test('a row whose other cells only make room is no table', () => {
  assert.equal(renderMarkdown(row('<img src="s.gif" height="1" width="40">')), 'Salt does it.')
  assert.equal(renderMarkdown(row(' ')), 'Salt does it.')
  assert.match(renderMarkdown(row('<img src="a.png">')), /\| --- \|/)
})

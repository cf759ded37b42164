import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from '#content/html/parse.ts'
import { toMarkdown } from './to-markdown.ts'

const written = (html: string): string =>
  toMarkdown(parsePage(html, 'html').document.children, {
    baseUrl: 'https://site.test/',
    removeBase64Images: true,
  })

const cases: readonly (readonly [name: string, html: string, parts: readonly string[]])[] = [
  [
    'word _ftn',
    '<p>Text here<a href="#_ftn1" name="_ftnref1">[1]</a> goes on.</p><hr><p class="MsoFootnoteText"><a href="#_ftnref1" name="_ftn1">[1]</a> The note text.</p>',
    ['Text here[^1] goes on', '[^1]: The note text.'],
  ],
  [
    'word _ftn sup',
    '<p>Text here<a href="#_ftn1" id="_ftnref1"><sup>[1]</sup></a> goes on.</p><div id="ftn1"><p><a href="#_ftnref1" id="_ftn1"><sup>[1]</sup></a> The note text.</p></div>',
    ['Text here[^1] goes on', '[^1]: The note text.'],
  ],
  [
    'sidenote tufte',
    '<p>Text here<label for="sn-1" class="margin-toggle sidenote-number"></label><input type="checkbox" id="sn-1" class="margin-toggle"><span class="sidenote">The side note.</span> goes on.</p>',
    ['Text here[^1] goes on', '[^1]: The side note.'],
  ],
  [
    'substack',
    '<p>Text<a class="footnote-anchor" data-component-name="FootnoteAnchorToDOM" id="footnote-anchor-1" href="#footnote-1" target="_self">1</a> more.</p><div class="footnote" data-component-name="FootnoteToDOM"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>The note.</p></div></div>',
    ['Text[^1] more', '[^1]: The note.'],
  ],
  [
    'wikipedia',
    '<p>Text<sup id="cite_ref-1" class="reference"><a href="#cite_note-1">[1]</a></sup> more.</p><ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1">^</a></b></span> <span class="reference-text">The note.</span></li></ol>',
    ['Text[^1] more', '[^1]: The note.'],
  ],
  [
    'hugo',
    '<p>Text<sup id="fnref:1"><a href="#fn:1" class="footnote-ref" role="doc-noteref">1</a></sup> more.</p><div class="footnotes" role="doc-endnotes"><hr><ol><li id="fn:1"><p>The note.&#160;<a href="#fnref:1" class="footnote-backref" role="doc-backlink">&#x21a9;&#xfe0e;</a></p></li></ol></div>',
    ['Text[^1] more', '[^1]: The note.'],
  ],
  [
    'anchor before p',
    '<p>Text<sup><a href="#fn1">1</a></sup> more.</p><p><a id="fn1"></a>1. The note.</p>',
    ['Text[^1] more', '[^1]: The note.'],
  ],
  [
    'anchor sup in p',
    '<p>Text<sup><a href="#note1">1</a></sup> more.</p><p><sup id="note1">1</sup> The note.</p>',
    ['Text[^1] more', '[^1]: The note.'],
  ],
  [
    'dt note',
    '<p>Text<a class="footnote-reference" href="#id2" id="id1">[1]</a> more.</p><dl class="footnote brackets"><dt class="label" id="id2"><span class="brackets"><a class="fn-backref" href="#id1">1</a></span></dt><dd><p>The note.</p></dd></dl>',
    ['Text[^1] more', '[^1]: The note.'],
  ],
  [
    'table note',
    '<p>Text<a class="footnote-reference" href="#id2" id="id1">[1]</a> more.</p><table class="docutils footnote" id="id2"><tbody><tr><td class="label"><a class="fn-backref" href="#id1">[1]</a></td><td>The note.</td></tr></tbody></table>',
    ['Text[^1] more', '[^1]: The note.'],
  ],
  [
    'address of the page',
    '<p>Text<span class="n"><a href="https://a.test/p#easy-footnote-bottom-1-5"><sup>1</sup></a></span> more.</p><ol><li><span id="easy-footnote-bottom-1-5"></span>The note.</li></ol>',
    ['Text[^1] more', '[^1]: The note.'],
  ],
  [
    'several ways back',
    '<p>Text<sup><a href="#cite_note-b">[1]</a></sup> more.</p><ol><li id="cite_note-b"><span>^ <a href="#r0"><sup>a</sup></a> <a href="#r1"><sup>b</sup></a></span> <span>The note.</span></li></ol>',
    ['Text[^1] more', '[^1]: The note.'],
  ],
  [
    'brackets around the link',
    '<p>Text<sup class="footnote">[<a href="#_footnotedef_1">1</a>]</sup> more.</p><div id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. The note.</div>',
    ['Text[^1] more', '[^1]: The note.'],
  ],
  [
    'LaTeXML',
    '<p>Text<span class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">1</sup><span class="ltx_tag ltx_tag_note">1</span>The note.</span></span></span> more.</p>',
    ['Text[^1] more', '[^1]: The note.'],
  ],
  [
    'a note that opens beside its number',
    '<p>Text<sup class="modern-footnotes-footnote"><a href="javascript:void(0)">1</a></sup><span class="modern-footnotes-footnote__note">The note.</span> more.</p>',
    ['Text[^1] more', '[^1]: The note.'],
  ],
  [
    'a number that is called like one with a note beside it',
    '<p>Text<sup class="modern-footnotes-footnote"><a href="#mfn-1">1</a></sup> more.</p><ol><li id="mfn-1">The note.</li></ol>',
    ['Text[^1] more', '[^1]: The note.'],
  ],
]

for (const [name, html, parts] of cases)
  test(`footnotes: ${name}`, () => {
    const markdown = written(`<p>Before.</p>${html}<p>After.</p>`)
    for (const part of parts)
      assert.ok(markdown.includes(part), `${JSON.stringify(part)} is not in:\n${markdown}`)
  })

test('many anchors in one paragraph are read in time that grows with their number', () => {
  const anchors = Array.from({ length: 100_000 }, (_, index) => `<a name="n${index}"></a>`).join('')
  const start = performance.now()
  written(`<p>Text<sup><a href="#n1">1</a></sup></p><p>${anchors}</p>`)
  assert.ok(performance.now() - start < 8_000)
})

test('a heading that leads back to the table of contents is no footnote', () => {
  const html =
    '<h2><a class="toc-backref" href="#id1" role="doc-backlink">Gates of the river</a><a class="headerlink" href="#gates">¶</a></h2>'
  assert.equal(written(html).trim(), '## Gates of the river')
})

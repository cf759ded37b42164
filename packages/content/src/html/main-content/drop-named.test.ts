import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Element } from 'domhandler'
import { parsePage } from '#content/html/parse.ts'
import { outline } from './blocks.ts'
import { dropNamed } from './drop-named.ts'

const prose = 'The river rose slowly through the night, and the town watched it from the bridge.'

/** The texts that stay of a page of which all is chosen. */
function left(html: string, isText: boolean, isThread = false): string[] {
  const page = outline(new Element('body', {}, parsePage(html, 'html').document.children))
  const isKept = page.blocks.map(() => true)
  dropNamed(page, isKept, { isText, isThread })
  return page.blocks.filter((_, index) => isKept[index]).map(({ text }) => text)
}

const paragraphs = `<p>${prose}</p>`.repeat(3)
const kept = [prose, prose, prose]

const cases: readonly (readonly [what: string, html: string, isText: boolean, all: string[]])[] = [
  [
    'signatures below posts',
    `<div><p>${prose}</p><div class="post-signature">Sent from home</div></div>`.repeat(3),
    true,
    kept,
  ],
  [
    'a dialog',
    `${paragraphs}<div class="modal fade" role="dialog"><p>Choose a size</p></div>`,
    false,
    kept,
  ],
  [
    'related pages',
    `${paragraphs}<div class="related"><a href="/1">One</a> <a href="/2">Two</a></div>`,
    true,
    kept,
  ],
  ['comments below a text', `${paragraphs}<ol class="comments"><li>First</li></ol>`, true, kept],
  ['reviews on a product page', `${paragraphs}<div class="reviews">Nice</div>`, false, kept],
  [
    'the foot of the page',
    `${paragraphs}<div class="page-footer"><a href="/i">Imprint</a></div>`,
    true,
    kept,
  ],
]
for (const [what, html, isText, all] of cases) {
  test(`${what}: left out`, () => assert.deepEqual(left(html, isText), all))
}

const long = [prose, prose, prose].join(' ')
const article = `<article><h1>The flood</h1>${`<p>${long}</p>`.repeat(3)}</article>`
const remarks = '<div><b>Jo</b><p>I saw it too.</p></div>'
for (const [what, html] of [
  ['the id of their element', `<div id="reader-comments">${remarks}</div>`],
  ['the id of a service', `<div id="disqus_thread">${remarks}</div>`],
  ['a title that counts them', `<section><h3>1 comment</h3>${remarks}</section>`],
  ['their title', `<div><h2>Kommentare (2)</h2>${remarks}</div>`],
] as const)
  test(`comments by ${what} below an article: left out, elsewhere kept`, () => {
    assert.deepEqual(left(article + html, true), ['The flood', long, long, long])
    assert.ok(
      left(`<div><h1>Sandals</h1><p>${prose}</p></div>${html}`, true).includes('I saw it too.'),
    )
  })

test('comments below each answer of a thread: left out', () => {
  const answer = `<div class="answer"><p>${prose}</p><ul class="comments"><li>Thanks</li></ul></div>`
  assert.deepEqual(left(answer.repeat(3), true, true), kept)
})

test('signatures that are longer than the posts: left out', () => {
  const long = `<div class="signature"><p>${prose} ${prose}</p></div>`
  assert.deepEqual(left(`<div><p>${prose}</p>${long}</div>`.repeat(2), true, true), [prose, prose])
})

const staying: readonly (readonly [what: string, html: string, isText: boolean])[] = [
  ['a review that is the text', `${paragraphs}<div class="review">Nice</div>`, true],
  ['what holds most of the page', `<div class="modal">${paragraphs}</div><p>Close</p>`, true],
  ['comments with answers after them', `<p class="comment">First</p>${paragraphs}`, true],
  ...[
    'related-work',
    'search-theory',
    'modal-verbs',
    'social-history',
    'disclaimer-law',
    'footer-notes',
  ].map(
    (name) =>
      [
        `a section called ${name}`,
        `${paragraphs}<section class="${name}"><h2>Early years</h2><p>${prose}</p></section>`,
        true,
      ] as const,
  ),
  [
    'the signature of a function',
    `<dl><dt class="sig">open(gate)</dt><dd><p>${prose}</p></dd><dt class="sig">shut(gate)</dt><dd><p>${prose}</p></dd></dl>`,
    true,
  ],
  [
    'the dish of a house',
    `${paragraphs}<section class="signature-dish"><p>${prose}</p></section>`,
    true,
  ],
  [
    'parts of several items',
    `<div><p>${prose}</p><p class="card-footer">Red</p></div>`.repeat(3),
    false,
  ],
]
for (const [what, html, isText] of staying) {
  test(`${what}: kept`, () => {
    const texts = outline(new Element('body', {}, parsePage(html, 'html').document.children))
    assert.deepEqual(
      left(html, isText),
      texts.blocks.map(({ text }) => text),
    )
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from '#content/html/parse.ts'
import { toMarkdown } from '#content/html/markdown/to-markdown.ts'
import { findMainContent } from './main-content.ts'

const prose = [
  'The ferry crosses the estuary every hour between March and October, and twice a day in winter.',
  'Its crew of four lives on the northern bank, where the old customs house was turned into flats.',
  'When the fog is thick, the horn on the pier is sounded until the boat has come to its place.',
].map((text) => `<p>${text} ${text}</p>`)

function markdown(inText: string, behindText = ''): string {
  const page = `<html><body><nav><a href="/">Home</a> <a href="/fares">Fares</a></nav><main><h1>The ferry</h1>
    ${prose.join('')}${inText}</main>${behindText}<footer><p>Estuary Trust</p><a href="/terms">Terms</a></footer></body></html>`
  const nodes = findMainContent(parsePage(page, 'html').document)
  return toMarkdown(nodes, { baseUrl: 'https://ferry.test/', removeBase64Images: true })
}

const parts: readonly (readonly [what: string, html: string, expected: RegExp])[] = [
  ['code', '<pre><code>sound --horn 3</code></pre>', /```\nsound --horn 3\n```/],
  ['code in a box', '<div class="box"><pre><code>ring 4</code></pre></div>', /ring 4/],
  ['a list', '<ol start="3"><li>Cast off</li><li>Ring twice</li></ol>', /3\. Cast off\n4\. Ring/],
  [
    'a list below a heading',
    '<h2>Crew</h2><ul><li>A captain</li><li>Three hands</li></ul>',
    /## Crew\n\n- A captain\n- Three hands/,
  ],
  [
    'a notice',
    '<div class="markdown-alert markdown-alert-warning"><p>Warning</p><p>Mind the gap.</p></div>',
    /> \[!warning\][^]*> Mind the gap\./,
  ],
  [
    'rows of labels and values',
    '<h2>Data</h2><div class="rows"><div><span>Length</span><span>31 m</span></div><div><span>Built</span><span>1962</span></div></div>',
    /## Data\n\nLength ?31 m\n\nBuilt ?1962/,
  ],
  [
    'the description of a function',
    '<div class="member"><h3>sound(times: 3)</h3><div class="doc"><p>Sounds the horn.</p></div></div>',
    /### sound\(times: 3\)\n\nSounds the horn\./,
  ],
]
test('comments behind a text are no list of it', () => {
  const comments = ['How lovely!', 'Who steers it?', 'My uncle did.'].map(
    (text, at) =>
      `<li class="comment"><cite>guest${at}</cite><p>${text}</p><a href="#r">Reply</a></li>`,
  )
  const text = markdown(
    '',
    `<div id="comments"><h3>3 comments</h3><ol>${comments.join('')}</ol></div>`,
  )
  assert.match(text, /customs house/)
  assert.doesNotMatch(text, /Who steers it/)
})

test('a listing with numbers of its lines needs no element for code', () => {
  const lines =
    '<td class="gutter"><div>1</div><div>2</div></td><td class="code"><div class="lines"><div>ring 5</div><div>wait 9</div></div></td>'
  assert.match(markdown(`<table><tr>${lines}</tr></table>`), /```\nring 5\nwait 9\n```/)
})

test('a short sentence behind a paragraph belongs to the text, with its note', () => {
  const text = markdown(
    '<p>It sails at dusk.<a class="footnote-anchor" href="#n1">1</a></p><div><a id="n1" class="footnote-number" href="#x">1</a><div>In summer alone.</div></div>',
    '<div class="extra"><p>Share it now.</p></div>',
  )
  assert.match(text, /sails at dusk\.\[\^1\][^]*\[\^1\]: In summer alone\./)
  assert.doesNotMatch(text, /Share it/)
})

for (const [what, html, expected] of parts) {
  test(`${what} that ends the text belongs to it`, () => {
    assert.match(markdown(html), expected)
  })
  test(`${what} behind the element with the text does not`, () => {
    const text = markdown('', `<div class="extra"><div>${html}</div></div>`)
    assert.match(text, /customs house/)
    assert.doesNotMatch(text, expected)
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from '#content/html/parse.ts'
import { toMarkdown } from '#content/html/markdown/to-markdown.ts'
import { findMainContent } from './main-content.ts'

const prose = [
  'The mill at the end of the valley has ground flour for two hundred years, and it still does on Saturdays.',
  'Its wheel was replaced in spring, because the old one had lost three of its blades during the flood.',
  'Visitors are shown the stones, the hopper and the sieve, and they may carry a bag of flour home.',
  'The miller explains every step, and he answers questions about grain, water and the price of bread.',
].map((text) => `<p>${text} ${text}</p>`)

function markdown(inside: string): string {
  const page = `<html><body><nav><a href="/">Home</a> <a href="/all">All</a></nav><main><article><h1>The mill</h1>
    ${prose.slice(0, 2).join('')}${inside}${prose.slice(2).join('')}</article></main></body></html>`
  const nodes = findMainContent(parsePage(page, 'html').document)
  return toMarkdown(nodes, { baseUrl: 'https://mill.test/', removeBase64Images: true })
}

const formula =
  '<mjx-container display="true"><mjx-math aria-hidden="true"><mjx-mi></mjx-mi></mjx-math><mjx-assistive-mml>' +
  '<math><mi>P</mi><mo>=</mo><mi>Q</mi><mi>h</mi></math></mjx-assistive-mml></mjx-container>'

for (const [what, inside, expected] of [
  ['a formula of its own', `<div>${formula}</div>`, /P=Qh/],
  [
    'a formula and the words around it',
    `It follows that ${formula} and nothing else. `,
    /It follows that[^]*P=Qh[^]*and nothing else/,
  ],
  [
    'a short list of terms',
    '<dl><dt>Wheel</dt><dd>4 m</dd><dt>Built</dt><dd>1790</dd></dl>',
    /Wheel[^]*4 m[^]*Built[^]*1790/,
  ],
  [
    'a table of one row',
    '<table><tr><th>Gate</th><th>Width</th></tr><tr><td>East</td><td>2 m</td></tr></table>',
    /East \| 2 m/,
  ],
  ['a notice', '<div role="alert"><b>Danger</b> Keep off the wheel.</div>', /Keep off the wheel/],
  [
    'a numbered caption',
    '<figure><img src="/a.png"><figcaption>Figure 2: the hopper</figcaption></figure>',
    /Figure 2: the hopper/,
  ],
  [
    'the marks of tasks',
    '<ul><li><input type="checkbox" checked> Stones dressed</li><li><input type="checkbox"> Sieve mended</li></ul>',
    /\[x\] Stones dressed[^]*\[ \] Sieve mended/,
  ],
  [
    'lines of code outside of a paragraph',
    '<code>open gate<br>turn wheel</code>',
    /```\nopen gate\nturn wheel\n```/,
  ],
  [
    'an editor in boxes of its own',
    '<div class="editor"><div class="scroll"><div class="view-lines"><div class="view-line">open gate</div><div class="view-line">turn wheel</div></div></div></div>',
    /```\nopen gate\nturn wheel\n```/,
  ],
  [
    'a message of a network that is quoted',
    '<blockquote class="twitter-tweet"><p>No flour today.</p>— The mill (@mill) <a href="https://twitter.com/mill/status/7">May 3, 2021</a></blockquote>',
    /> No flour today\.[^]*@mill[^]*status\/7/,
  ],
  [
    'the source of a quote',
    '<blockquote><p>I carried the stone myself.</p><footer>— <cite>Old miller</cite></footer></blockquote>',
    /> I carried the stone myself[^]*> — .*Old miller/,
  ],
  [
    'short sentences below headings, in a place for links and beside others',
    '<h2>Stones</h2><a>The second stone is from the river.</a><h2><a name="s">Grain</a></h2>Rye comes in May.',
    /## Stones\n\nThe second stone is from the river\.\n\n## Grain\n\nRye comes in May\./,
  ],
  [
    'short remarks of others in the midst of a text',
    '<div><div class="note"><h3>Ada</h3><p>I saw it turn.</p></div><div class="note"><h3>Ben</h3><p>It is loud, see the video.</p></div></div>',
    /### Ada\n\nI saw it turn\.\n\n### Ben\n\nIt is loud, see the video\./,
  ],
] as const)
  test(`${what}: kept`, () => assert.match(markdown(inside), expected))

const note = (list: string) =>
  `<p>The wheel turned left until 1902,<sup><a href="#n1">1</a></sup> and it turns right today, as all wheels below it do.</p>${list}`

for (const [what, list] of [
  ['items of a list', '<ol><li id="n1">Diary of 1902.</li></ol>'],
  [
    'paragraphs that begin with an anchor',
    '<div><p><a name="n1" href="#b">1</a> Diary of 1902.</p></div>',
  ],
  ['an aside', '<aside id="n1"><span>1</span><p>Diary of 1902.</p></aside>'],
] as const)
  test(`footnotes that are ${what}: kept`, () =>
    assert.match(markdown(note(list)), /Diary of 1902/))

const box = (inner: string) =>
  markdown(`<div class="b">${inner}<form><input type="email"><button>Send</button></form></div>`)

test('a box that invites to fill in its form is left out of a text, and an estimate above a form is not', () => {
  assert.doesNotMatch(
    box('<h3>Letters of the mill</h3><p>Get our best stories every Friday, for free.</p>'),
    /Letters|Friday/,
  )
  assert.match(
    box(
      '<p>The mill grinds about nine hundred bags of rye, wheat and barley between May and October, as its books say.</p>',
    ),
    /nine hundred bags/,
  )
})

test('what a page has in noscript alone is written', () => {
  const page = `<nav><a href="/">Home</a></nav><noscript><h1>The mill</h1>${prose.join('')}</noscript>`
  const nodes = findMainContent(parsePage(page, 'html').document)
  const written = toMarkdown(nodes, { baseUrl: 'https://mill.test/', removeBase64Images: true })
  assert.match(written, /# The mill[^]*Its wheel was replaced[^]*The miller explains/)
})

test('linked titles above a line with date and author: kept', () => {
  const posts = prose.map(
    (
      text,
      at,
    ) => `<article class="post"><header><h2><a href="/p${at}">Report ${at} of the mill</a></h2>
      <div class="meta"><time>2026-01-0${at + 1}</time></div></header><div class="summary">${text}</div></article>`,
  )
  const page = `<html><body><nav><a href="/">Home</a></nav><main>${posts.join('')}</main></body></html>`
  const nodes = findMainContent(parsePage(page, 'html').document)
  const written = toMarkdown(nodes, { baseUrl: 'https://mill.test/', removeBase64Images: true })
  for (const at of prose.keys()) assert.match(written, new RegExp(`Report ${at} of the mill`))
})

test('a list of definitions below a heading may end a text', () => {
  const list =
    '<h2>Data</h2><dl><div><dt>Stones</dt><dd>2</dd></div><div><dt>Built</dt><dd>1804</dd></div></dl>'
  const html = `<main><article><h1>The mill</h1>${prose.join('')}${list}</article></main>`
  const nodes = findMainContent(parsePage(html, 'html').document)
  const text = toMarkdown(nodes, { baseUrl: 'https://mill.test/', removeBase64Images: true })
  assert.match(text, /## Data\n\n\*\*Stones\*\*[^]*1804/)
})

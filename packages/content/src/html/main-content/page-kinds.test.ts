import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textContent } from 'domutils'
import { parseDocument } from 'htmlparser2'
import { findMainContent } from './main-content.ts'

const mainText = (html: string): string => textContent([...findMainContent(parseDocument(html))])

const prose =
  'The river rose slowly through the night, and the town watched it from the bridge, silently. '
const paragraph = (n: number) => `<p>Hour ${n}. ${prose.repeat(3)}</p>`

const page = (content: string, head = '') =>
  `<!doctype html><html><head><title>The flood</title>${head}</head><body>
   <header><nav><a href="/">Home</a> <a href="/news">News</a></nav></header>
   ${content}<footer><p>© 2026 The Daily Bridge. All rights reserved.</p></footer></body></html>`

const headlines = Array.from(
  { length: 24 },
  (_, n) => `<li><a href="/n/${n}">Headline ${n}: a mayor resigns over a bridge</a></li>`,
).join('')

for (const count of [3, 6, 12]) {
  test(`24 headlines of other pages do not stay behind ${count} paragraphs`, () => {
    const paragraphs = Array.from({ length: count }, (_, n) => paragraph(n)).join('')
    for (const list of [
      `<h2>Most Popular</h2><ul>${headlines}</ul>`,
      `<div class="block"><h3>Most Popular</h3><ol>${headlines}</ol></div>`,
      `<section><h2>Am meisten gelesen</h2><ul>${headlines}</ul></section>`,
    ]) {
      const text = mainText(page(`<main><h1>The flood</h1>${paragraphs}${list}</main>`))
      assert.equal(text.match(/The river rose/g)?.length, count * 3)
      assert.doesNotMatch(text, /Headline|Most Popular|meisten gelesen/)
    }
  })
}

test('links to other articles between paragraphs are left out', () => {
  const text = mainText(
    page(`<article><h1>The flood</h1>${paragraph(1)}${paragraph(2)}
      <p><a href="/x">Read more: ten bridges that everybody should have seen</a></p>
      ${paragraph(3)}${paragraph(4)}</article>`),
  )
  assert.match(text, /Hour 4/)
  assert.doesNotMatch(text, /Read more/)
})

const post = (
  n: number,
) => `<div class="post"><div class="meta"><a href="/u/${n}">user${n}</a></div>
  <div class="content">${n % 4 === 3 ? `<p>Thanks ${n}!</p>` : `<p>Answer ${n}. ${prose.repeat(2)}</p>`}</div></div>`

test('later posts of a thread stay when earlier ones do', () => {
  const posts = Array.from({ length: 16 }, (_, n) => post(n)).join('')
  const text = mainText(
    page(`<main><h1>How high did it get?</h1><div class="posts">${posts}</div></main>`),
  )
  for (let n = 0; n < 16; n++) assert.match(text, new RegExp(`(?:Answer|Thanks) ${n}\\b`))
})

const boards: Readonly<Record<string, (posts: readonly string[]) => string>> = {
  'profiles beside the posts': (posts) =>
    `<h2 class="topic-title">Water in the cellar</h2>${posts
      .map(
        (text, n) =>
          `<div class="post"><dl class="profile"><dt>user${n}</dt><dd>Joined: 2014</dd></dl><div class="body"><h3>Re: Water in the cellar</h3><div class="content">${text}</div></div></div>`,
      )
      .join('')}`,
  'votes beside the posts': (posts) =>
    `<h1>Water in the cellar</h1>${posts
      .map(
        (text, n) =>
          `<div class="${n === 0 ? 'question' : 'answer'}"><div class="votes">${n}</div><div class="post-text"><p>${text}</p></div></div>`,
      )
      .join('')}`,
  'names as headings': (posts) =>
    `<h1>Water in the cellar</h1>${posts
      .map(
        (text, n) =>
          `<article class="message"><h4>user${n}</h4><h5>Member</h5><div class="message-body">${text}</div></article>`,
      )
      .join('')}`,
}

for (const [name, write] of Object.entries(boards))
  for (const count of [2, 3])
    test(`a thread of ${count} short posts is kept with its title: ${name}`, () => {
      const posts = [
        'After the storm the cellar was full, and the pipe behind the boiler made a strange noise.',
        'Ours did that too. <b>Close the lower valve</b> before the river rises above the mark.',
        'That helped, thank you! The noise is gone as well.',
      ].slice(0, count)
      const text = mainText(page(write(posts)))
      assert.match(text, /Water in the cellar/)
      for (const post of posts) assert.ok(text.includes(post.slice(-20)), post)
    })

test('an article of which the page shows only the beginning is read from its metadata', () => {
  const article = JSON.stringify({ '@type': 'NewsArticle', articleBody: prose.repeat(20) })
  const text = mainText(
    page(
      `<main><h1>The flood</h1><p>${prose}</p><p>Subscribe to read on.</p></main>`,
      `<script type="application/ld+json">${article}</script>`,
    ),
  )
  assert.equal(text.match(/The river rose/g)?.length, 20)
})

test('code between paragraphs is kept, whatever its text', () => {
  const codes = ['Home', 'subscribe(newsletter)', '&lt;a href="/login"&gt;Log in&lt;/a&gt;', 'x']
  const parts = codes.map(
    (code, n) =>
      `${paragraph(n)}<div class="share-widget related"><pre><code>${code}</code></pre></div>`,
  )
  const text = mainText(page(`<main><h1>The flood</h1>${parts.join('')}${paragraph(9)}</main>`))
  for (const code of ['Home', 'subscribe(newsletter)', 'Log in</a>'])
    assert.ok(text.includes(code), code)
})

test('unrendered shortcodes are removed, remarks in brackets are kept', () => {
  const text = mainText(
    page(`<article><h1>The flood</h1>${paragraph(1)}<p>[gallery ids="1,2"]</p>${paragraph(2)}
      <p>[This report was shortened.]</p>${paragraph(3)}<p>[vc_row] [contact-form id="3"] [/vc_row]</p></article>`),
  )
  assert.match(text, /Hour 3/)
  assert.match(text, /shortened/)
  assert.doesNotMatch(text, /gallery|vc_row|contact-form/)
})

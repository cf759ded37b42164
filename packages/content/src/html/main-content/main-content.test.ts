import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Document, Element, isTag, isText, Text, type ChildNode } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { nest } from '#fixtures/nest.ts'
import { findMainContent } from './main-content.ts'

const mainText = (html: string) => readText(findMainContent(parseDocument(html)))

/** Without recursion, for the deep page below. */
function readText(nodes: readonly ChildNode[]): string {
  const parts: string[] = []
  const stack: ChildNode[] = nodes.toReversed()
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node)) parts.push(node.data)
    if (isTag(node)) stack.push(...node.children.toReversed())
  }
  return parts.join(' ')
}

/** Every tag of the main content, in order. */
function mainTags(html: string): string[] {
  const tags: string[] = []
  const stack: ChildNode[] = findMainContent(parseDocument(html)).toReversed()
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isTag(node)) continue
    tags.push(node.name)
    stack.push(...node.children.toReversed())
  }
  return tags
}

const prose = 'The river rose slowly through the night, and the town watched it from the bridge. '

const navigation = `<header class="site-header"><a href="/">The Daily Bridge</a>
  <nav class="main-nav"><ul><li><a href="/news">News</a></li><li><a href="/sport">Sport</a></li>
  <li><a href="/about">About us</a></li></ul></nav></header>`

const footer = `<footer class="site-footer"><a href="/privacy">Privacy Policy</a>
  <p>© 2026 The Daily Bridge. All rights reserved.</p></footer>`

const page = (content: string, head = ''): string =>
  `<!doctype html><html><head><title>The flood</title>${head}</head><body>${navigation}${content}${footer}</body></html>`

const forumPost = (author: string) => `<div class="topic-body"><span class="creator">
  <a href="/u/${author}">${author}</a></span><div class="post"><p>${author} saw it. ${prose.repeat(3)}</p></div></div>`

const teaser = (name: string) =>
  `<li class="product-card"><a href="/p/${name}"><img src="${name}.jpg">${name}</a><span>$12.00</span></li>`

const productCard = (
  name: string,
) => `<li class="product-card"><a href="/p/${name}"><img src="${name}.jpg">
  <h3>${name}</h3></a><p>For rain and high water.</p><span class="price">$12.00</span></li>`

test('an article is kept and the navigation around it is not', () => {
  const text = mainText(
    page(`<main><article><h1>The flood</h1><p>${prose.repeat(4)}</p><p>${prose.repeat(3)}</p>
      </article></main>`),
  )

  assert.match(text, /The flood/)
  assert.match(text, /The river rose/)
  assert.doesNotMatch(text, /Sport|rights reserved/)
})

test('what follows an article is not part of it', () => {
  const text = mainText(
    page(`<main><article><h1>The flood</h1><p>${prose.repeat(4)}</p><p>${prose.repeat(3)}</p>
      <h2>The morning after</h2><p>${prose.repeat(3)}</p></article>
      <section class="related-posts"><h3>You may also like</h3><ul>
      <li><a href="/1">Ten bridges to see this year</a></li><li><a href="/2">A mayor resigns</a></li>
      <li><a href="/3">Where to eat in spring</a></li></ul></section>
      <div class="newsletter"><h3>Subscribe to our newsletter</h3></div></main>`),
  )

  assert.match(text, /The morning after/)
  assert.doesNotMatch(text, /also like|mayor resigns|newsletter/)
})

test('tables, lists, code and pictures inside an article keep their shape', () => {
  const tags = mainTags(
    page(`<main><article><h1>The flood</h1><p>${prose.repeat(4)}</p>
      <figure><img src="flood.jpg" alt="The bridge"></figure><p>${prose.repeat(3)}</p>
      <ul><li>${prose}</li><li>${prose}</li></ul><p>${prose.repeat(2)}</p>
      <table><thead><tr><th>Hour</th><th>Metres</th></tr></thead><tbody>
      <tr><td>1</td><td>2.5</td></tr><tr><td>2</td><td>3.1</td></tr></tbody></table>
      <p>${prose.repeat(2)}</p><pre><code>level = measure(bridge)</code></pre>
      <p>${prose.repeat(2)}</p></article></main>`),
  )
  const counts = ['img', 'li', 'tr', 'th', 'td', 'pre'].map(
    (name) => tags.filter((tag) => tag === name).length,
  )

  assert.deepEqual(counts, [1, 2, 3, 2, 4, 1])
})

test('the posts of a forum are read where it keeps them, in noscript', () => {
  const text = mainText(
    `<html><head><title>How high did the river get?</title></head><body class="crawler">
      <noscript><header><a href="/">River forum</a></header><h1>How high did the river get?</h1>
      ${forumPost('ada')}${forumPost('grace')}${forumPost('edsger')}</noscript><script>start()</script></body></html>`,
  )

  assert.equal(text.match(/The river rose/g)?.length, 9)
})

test('a product keeps its description', () => {
  const text = mainText(
    page(`<main><div class="product"><h1>Rain boots</h1><span class="price">$49.00</span>
      <button>Add to cart</button><div class="product-description"><h2>Description</h2>
      <p>Rubber boots for high water. They reach to the knee, weigh little and dry within an hour.</p>
      <ul><li>Natural rubber</li><li>Sizes 36 to 47</li></ul></div></div>
      <section class="related products"><h2>Related products</h2><ul>
      ${['Umbrella', 'Raincoat', 'Sandbag', 'Lantern'].map(teaser).join('')}</ul></section></main>`),
  )

  assert.match(text, /Rain boots/)
  assert.match(text, /Rubber boots for high water/)
  assert.doesNotMatch(text, /Privacy Policy|Related products/)
})

test('a grid of products is the content of a page that is one', () => {
  const names = ['Umbrella', 'Raincoat', 'Sandbag', 'Lantern', 'Bucket', 'Rope', 'Pump', 'Boots']
  const text = mainText(
    page(`<main><h1>Flood supplies</h1><p>${prose}</p>
      <ul class="products">${names.map(productCard).join('')}</ul></main>`),
  )

  for (const name of names) assert.match(text, new RegExp(name))
})

test('documentation is kept without the tree of pages beside it', () => {
  const topics = ['Install', 'Configure', 'Deploy', 'Upgrade', 'Uninstall', 'Monitor']
  const text = mainText(
    page(`<div class="layout"><aside class="sidebar"><nav><ul>
      ${topics.map((topic) => `<li><a href="/${topic}">${topic} the gauge</a></li>`).join('')}</ul></nav>
      </aside><main class="content"><h1>Measuring</h1><p>${prose.repeat(2)}</p><h2>Options</h2>
      <p>${prose.repeat(2)}</p><pre><code>gauge --every 10m</code></pre></main></div>`),
  )

  assert.match(text, /Measuring/)
  assert.match(text, /gauge --every 10m/)
  assert.doesNotMatch(text, /Uninstall/)
})

test('the content of a directory of links is not empty', () => {
  const links = Array.from(
    { length: 60 },
    (_, index) => `<a href="file-${index}.txt">file-${index}.txt</a>`,
  )
  const text = mainText(`<html><head><title>Index of /pub</title></head><body>
    <h1>Index of /pub</h1><pre>${links.join('\n')}</pre></body></html>`)
  const list = mainText(`<html><body><ul>
    ${links.map((link) => `<li>${link}</li>`).join('')}</ul></body></html>`)

  assert.match(text, /file-0\.txt[^]*file-59\.txt/)
  assert.match(list, /file-0\.txt[^]*file-59\.txt/)
})

test('a client-rendered page returns the text of its metadata', () => {
  const article = JSON.stringify({ '@type': 'NewsArticle', articleBody: prose.repeat(5) })
  const text = mainText(`<html><head><title>The flood</title>
    <script type="application/ld+json">${article}</script></head><body><div id="app"></div></body></html>`)

  assert.equal(text.match(/The river rose/g)?.length, 5)
})

test('the content of a page with text is never empty', () => {
  for (const html of [
    'hello',
    '<p>hello</p>',
    '<nav><a href="/">hello</a></nav>',
    '<footer>hello</footer>',
  ]) {
    assert.match(mainText(html), /hello/)
  }
  assert.equal(mainText(''), '')
})

test('lists, tables and texts that are mostly content stay whole', () => {
  const list = '<ul><li>Bulrush</li><li>Sweet flag</li><li>Cattail</li></ul>'
  const matrix =
    '<table><tr><th>year</th><th>level</th></tr><tr><td>2024</td><td>3 m</td></tr></table>'
  const part = `<p>${prose} ${prose}</p>${list}${matrix}`
  const text = mainText(
    page(
      `<main><article><h1>The flood</h1>${part.repeat(8)}<p>The last words of it.</p></article></main>`,
    ),
  )

  assert.equal(text.match(/Cattail/g)?.length, 8)
  assert.match(text, /The last words of it\./)
})

test('100,000 nested elements do not exhaust the stack', () => {
  const elements = Array.from({ length: 100_000 }, () => new Element('div', { class: 'nav' }))
  elements.at(-1)?.children.push(new Text('deep down'))
  const text = readText(findMainContent(new Document([nest(elements)])))

  assert.match(text, /deep down/)
})

test('a very long page is kept to its end', () => {
  const paragraphs = Array.from({ length: 21_000 }, (_, hour) => `<p>Hour ${hour}. ${prose}</p>`)
  const text = mainText(page(`<main><h1>The flood</h1>${paragraphs.join('')}</main>`))

  assert.match(text, /Hour 20999\./)
  assert.ok((text.match(/The river rose/g)?.length ?? 0) > 20_900)
})

test('a picture stays when its caption goes', () => {
  const text = `<p>${prose.repeat(4)}</p>`.repeat(4)
  const html = page(`<article><h1>The flood</h1>${text}
    <figure><img src="/bridge.jpg" alt="The bridge"><figcaption>Photo: A. Lovelace</figcaption></figure>${text}</article>`)
  assert.ok(mainTags(html).includes('img'))
  assert.doesNotMatch(mainText(html), /Photo:/)
})

test('no heading of a text is left alone, and no list of contents is torn', () => {
  const contents = ['The rising river in spring', 'Help', 'What the town did about it'].map(
    (title, n) => `<li><a href="#part-${n}">${title}</a></li>`,
  )
  const teasers = [
    'The mayor speaks about money',
    'Rain',
    'All bridges of the country at a glance',
  ].map((title, n) => `<li><a href="/n/${n}">${title}</a></li>`)
  const text = `<p>${prose.repeat(4)}</p>`.repeat(3)
  const words = mainText(
    page(`<main><article><h1>The flood</h1><p>Contents of this page:</p><ul>${contents.join('')}</ul>
      <h2 id="part-0">The rising river in spring</h2>${text}<h2>What the town did</h2>${text}
      <h2>More from the region</h2><ul>${teasers.join('')}</ul></article></main>`),
  )
  assert.equal(words.includes('Help'), words.includes('about it'))
  for (const teaser of ['More from the region', 'The mayor speaks', 'Rain', 'at a glance'])
    assert.ok(!words.includes(teaser), teaser)
})

test('consent dialogs are removed, pages with such a name are not', () => {
  const dialog = `<div id="onetrust-consent-sdk"><p>${'These technologies are necessary for the website to work. '.repeat(9)}</p></div>`
  const article = `<article><h1>The flood</h1><p>${prose.repeat(4)}</p><p>${prose.repeat(4)}</p></article>`
  assert.doesNotMatch(mainText(page(`${article}${dialog}`)), /technologies/)
  const named = mainText(page(`<div class="cookieconsent-page">${article}</div>`))
  assert.match(named, /The river rose/)
})

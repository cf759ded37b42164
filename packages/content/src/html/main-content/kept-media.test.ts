import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from '#content/pipeline.ts'
import { contentRequest } from '#fixtures/content-request.ts'

const prose = 'The river rose slowly through the night, and the town watched it from the bridge. '

/** What is read of an article around a part of it, with and without what surrounds the main content. */
const read = (part: string) =>
  [true, false].map((onlyMainContent) =>
    readPage(
      contentRequest(
        `<main><article><h1>The flood</h1><p>${prose.repeat(4)}</p>${part}<p>${prose.repeat(3)}</p></article></main>`,
        { onlyMainContent, formats: [{ type: 'markdown' }, { type: 'html' }] },
      ),
    ),
  )

test('a picture in noscript is shown when there is no other, a counter of visits never', () => {
  for (const { markdown = '', html = '' } of read(
    `<p><img class="lazy" src="data:," /> <noscript><img src="/flood.jpg" alt="Flood"></noscript></p>
     <p><img src="/bridge.jpg"><noscript><img src="/bridge.jpg"></noscript></p>
     <p><img src="data:," data-lazy-src="/pier.jpg"><noscript><img src="/pier.jpg"></noscript></p>
     <noscript><img src="https://count.test/x" width="1" height="1" style="display:none"></noscript>`,
  )) {
    assert.match(markdown, /!\[Flood\]\(https:\/\/example\.com\/flood\.jpg\)/)
    assert.equal(markdown.match(/bridge\.jpg/g)?.length, 1)
    assert.equal(markdown.match(/pier\.jpg/g)?.length, 1)
    assert.doesNotMatch(markdown + html, /count\.test|noscript/)
  }
})

test('pictures are found in the attributes of lazy loading', () => {
  for (const attribute of ['data-src', 'data-lazyload', 'data-original', 'data-full-src']) {
    for (const { markdown = '' } of read(`<p><img src="data:," ${attribute}="/flood.jpg"></p>`))
      assert.match(markdown, /flood\.jpg/)
  }
})

test('formulas of scripts are kept as text, other scripts are not', () => {
  for (const { markdown = '', html = '' } of read(
    '<p>So <script type="math/tex">x^2</script> it is.<script>track()</script></p>',
  )) {
    assert.match(markdown, /So \$x\^2\$ it is\./)
    assert.match(html, /So <span class="math">x\^2<\/span> it is\./)
    assert.doesNotMatch(markdown + html, /track|<script/)
  }
})

test('films, recordings and frames of players are links', () => {
  for (const { markdown = '' } of read(
    `<video poster="/p.jpg" title="Flood"><source src="/f.mp4">Your browser is old.</video>
     <p><audio src="/bells.mp3"></audio></p>
     <iframe src="https://www.youtube.com/embed/abc" title="A talk"></iframe>`,
  )) {
    assert.match(
      markdown,
      /\[!\[Flood\]\(https:\/\/example\.com\/p\.jpg\)\]\(https:\/\/example\.com\/f\.mp4\)/,
    )
    assert.match(markdown, /\[Audio\]\(https:\/\/example\.com\/bells\.mp3\)/)
    assert.match(markdown, /\[A talk\]\(https:\/\/www\.youtube\.com\/embed\/abc\)/)
    assert.doesNotMatch(markdown, /browser is old/)
  }
})

test('a drawing that is all there is in a cell is its title', () => {
  const rows = ['Crawl', 'Scrape', 'Map'].map(
    (name) => `<tr><td>${name}</td><td><svg><title>Yes</title><path d=""/></svg></td></tr>`,
  )
  for (const { markdown = '' } of read(
    `<table><tr><th>Part</th><th>Free</th></tr>${rows.join('')}</table>`,
  ))
    assert.match(markdown, /\| Scrape \| Yes \|/)
})

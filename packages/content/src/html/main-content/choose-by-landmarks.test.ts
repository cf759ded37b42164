import assert from 'node:assert/strict'
import { test } from 'node:test'
import { render } from 'dom-serializer'
import { parseDocument } from 'htmlparser2'
import { findMainContent } from './main-content.ts'

function mainText(body: string): string {
  const nodes = findMainContent(parseDocument(`<html><body class="nav-open">${body}</body></html>`))
  return render([...nodes])
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

test('a page of few words keeps everything in its main part, be it only a link', () => {
  assert.equal(
    mainText(`<header>Site</header><main><header><h1>Start</h1></header><p>Few words.</p>
      <nav>Crumbs</nav><a href="/two">Two</a><ul><li><a href="/3">Three</a></li></ul></main>
      <p>Outside</p><footer>Imprint</footer>`),
    'Start Few words. Two Three',
  )
})

test('without a main part it loses what is called navigation, header, sidebar or footer', () => {
  assert.equal(
    mainText(`<div class="navbar">Menu</div><div class="post"><h2>Post</h2><p>Words.</p></div>
      <div class="sidebar">Aside</div><p hidden>Hidden</p><div id="footer">Imprint</div>`),
    'Post Words.',
  )
})

test('a title that stands in the header of the page is kept', () => {
  assert.equal(
    mainText('<header><a href="/">Site</a><h1>Prices</h1></header><p>Nothing costs anything.</p>'),
    'Prices Nothing costs anything.',
  )
})

test('what is called a header below the title belongs to a section', () => {
  assert.equal(
    mainText(`<div class="header">Site</div><h1>Gates</h1><div class="top"><p>open</p><p>Opens it.</p></div>
      <div class="top"><p>close</p></div>`),
    'Gates open Opens it. close',
  )
})

test('a name that fits most of the page says nothing, and something is always left', () => {
  assert.equal(mainText('<div class="header"><p>All there is.</p></div>'), 'All there is.')
  assert.equal(mainText('<nav>Only this</nav>'), 'Only this')
})

const alert = (classes: string, text: string) => `<div class="${classes}"><p>${text}</p></div>`

test('a notice of a text is kept, and a banner about cookies is not', () => {
  assert.equal(
    mainText(`<main><h1>Ropes</h1><pre>splice 3</pre>${alert('alert alert-warning', 'Tar is hot.')}
      <ul><li>hemp</li></ul>${alert('alert alert-info cookie-banner', 'We store cookies.')}</main>`),
    'Ropes splice 3 Tar is hot. hemp',
  )
})

for (const label of ['Läs också', 'Czytaj także:', 'اقرأ أيضاً:'])
  test(`a line "${label}" before links to other pages is left out`, () =>
    assert.equal(
      mainText(`<main><h1>Ropes</h1><p>They are tarred.</p><p><b>${label}</b> <a href="/2">Old nets</a></p>
        <p>See <a href="/3">the walk</a>.</p></main>`),
      'Ropes They are tarred. See the walk .',
    ))

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Element } from 'domhandler'
import { parsePage } from '#content/html/parse.ts'
import { outline } from './blocks.ts'
import { dropNamed } from './drop-named.ts'
import { dropRepeated } from './drop-repeated.ts'
import { dropTeasers } from './drop-teasers.ts'

const makePage = (html: string) =>
  outline(new Element('body', {}, parsePage(html, 'html').document.children))

type Page = ReturnType<typeof makePage>

/** The texts that a step leaves of a page of which all is chosen. */
function left(html: string, step: (page: Page, isKept: boolean[]) => void): string {
  const page = makePage(html)
  const isKept = page.blocks.map(() => true)
  step(page, isKept)
  return page.blocks
    .filter((_, index) => isKept[index])
    .map(({ text }) => text)
    .join('|')
}

const withoutTeasers = (html: string, linkProbability = 0.6): string =>
  left(html, (page, isKept) =>
    dropTeasers(page, isKept, {
      probabilities: Float32Array.from(page.blocks, ({ linkWords }) =>
        linkWords > 0 ? linkProbability : 0.97,
      ),
      isText: true,
    }),
  )

const first = `The barge lay on the sand bank for two nights, and nobody could say how it had come there. ${'It was old. '.repeat(3)}`
const second = `On the third morning the tide lifted it, and it drifted back to its berth without a hand on the wheel. ${'It was late. '.repeat(3)}`
const story = `<h1>The barge</h1><div><p>${first}</p><p>${second}</p></div>`
const own = `The barge|${first.trim()}|${second.trim()}`
const teaser = (number: number) =>
  `<h3><a href="/${number}">Another story ${number}</a></h3><p>${first} ${number}</p>`

for (const [what, html] of [
  [
    'articles inside the article',
    [1, 2, 3].map((n) => `<article class="x">${teaser(n)}</article>`).join(''),
  ],
  [
    'cards below it',
    `<section>${[1, 2].map((n) => `<div class="related-post">${teaser(n)}</div>`).join('')}</section>`,
  ],
  [
    'items of a list',
    `<ul>${[1, 2, 3].map((n) => `<li class="news-teaser">${teaser(n)}</li>`).join('')}</ul>`,
  ],
  [
    'a rail of headlines',
    `<div class="breaking-news">${[1, 2, 3, 4, 5, 6].map((n) => `<div><a href="/${n}"><b>By the desk</b> Another story ${n}</a></div>`).join('')}</div>`,
  ],
  [
    'a rail in German',
    `<ul class="weitere-meldungen">${[1, 2, 3, 4, 5].map((n) => `<li><a href="/${n}">Noch eine Meldung ${n}</a></li>`).join('')}</ul>`,
  ],
  [
    'headlines in a list without a name',
    `<div>${[1, 2, 3, 4, 5, 6].map((n) => `<div><a href="/${n}">Another story of the harbour ${n}</a></div>`).join('')}</div>`,
  ],
  [
    'cards without a name whose titles stand in links',
    `<div>${[1, 2, 3].map((n) => `<div class="c"><a href="/${n}"><h3>Another story ${n}</h3></a><span>${n} hours ago</span></div>`).join('')}</div>`,
  ],
] as const)
  test(`${what} behind a story: left out`, () =>
    assert.equal(withoutTeasers(`<article class="main">${story}${html}</article>`), own))

const headlines = [1, 2, 3, 4, 5].map(
  (n) => `<li><a href="/${n}">Another story of the harbour ${n}</a></li>`,
)
for (const [what, html] of [
  ['by its class', `<div class="latest-news"><ul>${headlines.join('')}</ul></div>`],
  ['by its title', `<div><h2>Latest news</h2><ul>${headlines.join('')}</ul></div>`],
] as const)
  test(`a rail of headlines that is called so ${what}: left out, however probable`, () =>
    assert.equal(withoutTeasers(`<article>${story}${html}</article>`, 0.95), own))

test('very probable links without such a name: kept', () =>
  assert.match(withoutTeasers(`${story}<ul>${headlines.join('')}</ul>`, 0.95), /harbour 1.*5/))

test('a list of pages with short names: kept', () => {
  const html = `${story}<ul>${[1, 2, 3, 4, 5, 6].map((n) => `<li><a href="/${n}">Pier ${n}</a></li>`).join('')}</ul>`
  assert.match(withoutTeasers(html), /Pier 1.*Pier 6/)
})

test('a list of things with text of its own between them: kept', () => {
  const html = `${story}<article>${teaser(1)}</article><h2>For children</h2><article>${teaser(2)}</article>`
  assert.match(withoutTeasers(html), /Another story 1.*For children.*Another story 2/)
})

test('the teasers of an index below a short description: kept', () => {
  const html = `<h1>News</h1><p>${first}</p>${[1, 2, 3].map((n) => `<article>${teaser(n)}</article>`).join('')}`
  assert.match(withoutTeasers(html), /Another story 1.*Another story 3/)
})

const post = (text: string) => `<li class="comment"><p>${text}</p></li>`
const comments = `<ol class="comment-list">${[1, 2, 3, 4, 5, 6].map((n) => post(`${second} ${n}`)).join('')}</ol>`
const long = `<p>${first}</p><p>${second}</p><p>${first}${second}</p><p>${second}${first}</p>`

for (const [what, name, isDropped] of [
  ['an article', 'entry-content', true],
  ['the first post of a discussion', 'forum-topic entry', false],
  ['a product', 'details', false],
] as const)
  test(`more comments than text below ${what}: ${isDropped ? 'left out' : 'kept'}`, () => {
    const html = `<div class="${name}"><h1>The barge</h1>${long}</div>${comments}`
    const text = left(html, (page, isKept) => {
      dropNamed(page, isKept, { isText: true, isThread: true })
    })
    assert.equal(text.endsWith('6'), !isDropped)
  })

test('responses below a text are comments', () => {
  const html = `<article><h1>The barge</h1>${long}</article><div class="responses"><p>${second}</p></div>`
  const text = left(html, (page, isKept) =>
    dropNamed(page, isKept, { isText: true, isThread: false }),
  )
  assert.equal(text.split('|').length, 5)
})

test('the same excerpt below two titles of an index: kept', () => {
  const html = [1, 2].map(
    (n) => `<article><h2><a href="/${n}">Title ${n}</a></h2><p>${first}</p></article>`,
  )
  assert.equal(left(html.join(''), dropRepeated), `Title 1|${first.trim()}|Title 2|${first.trim()}`)
})

test('a list of titles inside a story stays; below it, it is a rail', () => {
  const titles = [1, 2, 3, 4, 5, 6].map((n) => `A course about the tides of harbour ${n}`)
  const list = `<ul>${titles.map((title, n) => `<li><a href="/${n}">${title}</a></li>`).join('')}</ul>`
  const inside = `<h1>The barge</h1><div><p>${first}</p><p>${second}</p>${list}<p>Last. ${first}</p></div>`
  assert.equal(withoutTeasers(inside), [own, ...titles, `Last. ${first.trim()}`].join('|'))
  assert.equal(withoutTeasers(inside.replace(/<p>Last.*<\/p>/, '')), own)
})

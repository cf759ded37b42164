import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Element } from 'domhandler'
import { parsePage } from '#content/html/parse.ts'
import { outline, type PageOutline } from './blocks.ts'
import { dropLinkBlocks } from './drop-link-blocks.ts'
import { dropRepeated, dropSubjects } from './drop-repeated.ts'
import { dropBareHeadings, keepHeadings } from './keep-headings.ts'
import { keepPosts } from './keep-posts.ts'
import { keepTables } from './keep-tables.ts'

type Select = (page: PageOutline, isKept: boolean[]) => void

const prose = 'The river rose slowly through the night, and the town watched it from the bridge.'

/** A single text whose blocks are as likely as not, or another page. */
const createKeepPosts =
  (isText: boolean): Select =>
  (page, isKept) => {
    keepPosts(page, isKept, {
      isText,
      probabilities: new Float32Array(page.blocks.length).fill(0.4),
    })
  }
const completed = createKeepPosts(true)

/** The texts that a rule leaves of a page, of which those that begin with "no" are not chosen before. */
function chosen(html: string, select: Select): string[] {
  const page = outline(new Element('body', {}, parsePage(html, 'html').document.children))
  const isKept = page.blocks.map(({ text }) => !text.startsWith('no'))
  select(page, isKept)
  return page.blocks.filter((_, index) => isKept[index]).map(({ text }) => text)
}

const post = (text: string, inner = '') =>
  `<div class="comment"><span>no name</span><div class="text"><p>${text}</p></div>${inner}</div>`
const thread = ['Ada: ', 'Grace: ', 'no. ', 'now. '].map((start) => start + prose)

test('a thread keeps all posts, also replies to replies, and no names', () => {
  const nested = thread.toReversed().reduce((inner, text) => post(text, inner), '')
  assert.deepEqual(chosen(nested, completed), thread)
  const flat = thread.map((text) => post(text)).join('')
  assert.deepEqual(chosen(flat, completed), thread)
})

test('other repeated elements, and comments below a text, are not completed', () => {
  const cards = thread.map((text) => post(text).replace('"comment"', '"card"')).join('')
  assert.deepEqual(chosen(cards, completed), thread.slice(0, 2))
  const article = `<article>${`<p>${prose}</p>`.repeat(9)}</article>`
  const below = thread.map((text) => post(text)).join('')
  assert.equal(chosen(article + below, completed).length, 9 + 2)
})

const names = (n: number) => `<div class="user">User ${n}</div>`
const quote = (text: string) => `<blockquote><b>Ada wrote:</b><p>${text}</p></blockquote>`

test('posts that are most of the text of a page are kept without what stands beside them', () => {
  const texts = ['Ada', 'Grace', 'no', 'no', 'no', 'now'].map(
    (start, n) => `${start} ${n}: ${prose}`,
  )
  const page = texts.map((text, n) => names(n) + post(text)).join('')
  assert.deepEqual(chosen(page, createKeepPosts(false)), texts)
  const articles = `<article>${`<p>${prose}</p>`.repeat(9)}</article>`
  assert.equal(chosen(articles + page, createKeepPosts(false)).length, 9 + 6 + 2)
})

test('quotes of earlier posts are left out, other quotes stay', () => {
  const answers = ['Yes. ', 'No. ', 'Perhaps. '].map((start) => start + prose.slice(0, 29))
  const other = 'It is written that the bridge was built in the year of the great flood.'
  const [yes = '', no = '', perhaps = ''] = answers
  const page =
    post(thread[0] ?? '') + post(quote(prose) + yes) + post(quote(other) + no) + post(perhaps)
  assert.deepEqual(chosen(page, completed), [thread[0], yes, 'Ada wrote:', other, no, perhaps])
})

test('a post may be an element for quotes, and stays', () => {
  const quoted = thread.map(
    (text) => `<li class="comment"><blockquote class="quoteText"><p>${text}</p></blockquote></li>`,
  )
  assert.deepEqual(chosen(`<ul>${quoted.join('')}</ul>`, completed), thread)
})

test('the subject of a reply that repeats the title is left out', () => {
  const headings = ['High water', 'Re: High water', 'Re: The bridge', 'High water']
  const html = headings.map((text) => `<h3>${text}</h3><p>${prose}</p>`).join('')
  const left = chosen(html, ({ blocks }, isKept) => dropSubjects(blocks, isKept))
  assert.deepEqual(
    left.filter((text) => text !== prose),
    ['High water', 'Re: The bridge', 'High water'],
  )
})

test('a text that is repeated in another place is kept once', () => {
  const copy = `<div><p>${prose}</p></div>`
  assert.deepEqual(chosen(copy + copy, dropRepeated), [prose])
  const refrain = `<div><p>${prose}</p><p>${prose}</p></div>`
  assert.deepEqual(chosen(refrain, dropRepeated), [prose, prose])
  const records = `<table><tr><td>${prose}</td></tr></table>`.repeat(2)
  assert.equal(chosen(records, dropRepeated).length, 2)
  const steps = `${copy}<pre>npm test</pre>${copy}`
  assert.equal(chosen(steps, dropRepeated).length, 3)
  const labels = '<div><p>See also</p></div>'
  assert.equal(chosen(labels.repeat(2), dropRepeated).length, 2)
  // Two pages of an index may have the same excerpt, whatever number their elements have.
  const teaser = (at: number) =>
    `<article class="post-${at}"><h2>No ${at}</h2><p>${prose}</p></article>`
  assert.equal(chosen(teaser(1) + teaser(2), dropRepeated).length, 4)
})

const table = '<table><tr><td>no 1</td></tr><tr><td>no 2</td></tr></table>'
const links = '<table><tr><td><a href="/a">no news</a></td></tr></table>'

test('a table between chosen paragraphs is content as a whole', () => {
  const text = `<p>${prose}</p>`
  assert.deepEqual(chosen(text + table + text, keepTables), [prose, 'no 1', 'no 2', prose])
  assert.deepEqual(chosen(text + table, keepTables), [prose])
  assert.deepEqual(chosen(text + links + text, keepTables), [prose, prose])
  const far = '<p>no.</p>'.repeat(12)
  assert.deepEqual(chosen(text + far + table + text, keepTables), [prose, prose])
})

test('a table with a header of which most rows are chosen is content as a whole', () => {
  const rows = ['row 1', 'row 2', 'row 3', 'no 4', 'no 5']
  const cells = rows.map((text) => `<tr><td>${text}</td></tr>`).join('')
  const header = '<tr><th>Name</th><th>Note</th></tr>'
  assert.deepEqual(chosen(`<table>${header}${cells}</table>`, keepTables).slice(-5), rows)
  assert.deepEqual(chosen(`<table>${cells}</table>`, keepTables), rows.slice(0, 3))
})

const withoutLinks =
  (probability: number): Select =>
  (page, isKept) => {
    dropLinkBlocks(page, isKept, new Float32Array(page.blocks.length).fill(probability))
  }

const withoutBare =
  (probability: number): Select =>
  ({ blocks }, isKept) => {
    dropBareHeadings(blocks, isKept, new Float32Array(blocks.length).fill(probability))
  }

test('a list of links between paragraphs is kept if it is rather content than not; others must be certain', () => {
  const links = '<ul><li><a href="/a">The first of our seven mills</a></li></ul>'
  const page = `<div><p>${prose}</p>${links}<p>${prose} Again.</p></div><div>${links}</div>`
  const count = (probability: number) =>
    chosen(page, withoutLinks(probability)).filter((text) => text.startsWith('The first')).length
  assert.deepEqual([0.4, 0.6, 0.97].map(count), [0, 1, 2])
})

test('a heading without text below it is kept if it is certain', () => {
  const page = `<h2>Plan of the mill</h2><p>no text</p><h2>Wheel</h2><p>${prose}</p>`
  assert.equal(chosen(page, withoutBare(0.8))[0], 'Wheel')
  assert.equal(chosen(page, withoutBare(0.9))[0], 'Plan of the mill')
})

const withHeadings: Select = (page, isKept) =>
  keepHeadings(page, isKept, {
    probabilities: new Float32Array(page.blocks.length).fill(0.5),
  })

test('a heading stays above a picture with a caption, and not above a text that is left out', () => {
  const picture = '<figure><img src="/a.png"><figcaption>no longer than this</figcaption></figure>'
  const html = `<h2>no matter</h2>${picture}<p>${prose}</p><h2>no more</h2>${picture}<p>no. ${prose}</p>`
  assert.deepEqual(chosen(html, withHeadings), ['no matter', prose])
})

test('the title of a review stays above the line of its author', () => {
  const reviews = ['no doubt', 'no regrets', 'no smell'].map(
    (title) =>
      `<li><h5>${title}</h5><div>no name, May 4th</div><p>${title.slice(3)}: ${prose}</p></li>`,
  )
  const titles = chosen(`<ul>${reviews.join('')}</ul>`, withHeadings).filter((text) =>
    text.startsWith('no'),
  )
  assert.deepEqual(titles, ['no doubt', 'no regrets', 'no smell'])
  const single = '<h5>no news</h5><div>no name, May 4th</div>'
  assert.deepEqual(chosen(`<div>${single}<p>${prose}</p></div>`, withHeadings), [prose])
})

const withTitle = (isText: boolean): Select => {
  return (page, isKept) =>
    keepHeadings(page, isKept, {
      probabilities: new Float32Array(page.blocks.length).fill(0.3),
      isText,
    })
}

test('on a page that is no text, the only title and the price below it stay above what is chosen', () => {
  const html = `<h1>no rope</h1><div>no tax, € 18</div><div>no refund</div><p>${prose}</p>`
  assert.deepEqual(chosen(html, withTitle(false)), ['no rope', 'no tax, € 18', prose])
  assert.deepEqual(chosen(html, withTitle(true)), [prose])
})
